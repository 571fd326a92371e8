/** The picture for assistive technology and the Tab key. */
import { faceOf } from '../faces/registry.ts'
import { largest } from '../format/number.ts'
import type { Values } from '../protocol.ts'
import type { SceneNode } from '../scene/scene.ts'
import { describe, readPin } from './descriptions.ts'
import type { Drawing } from './drawing.ts'

/**
 * Gives every node its role and its place in the Tab order: each control is a stop, and of all other nodes the one with
 * the key `current`; arrow keys lead from there to the rest.
 */
export function setRoles(drawing: Drawing, values: Values | undefined, current: string): void {
  for (const n of drawing.scene.nodes) {
    const element = drawing.node(n.key)
    element?.setAttribute('tabindex', n.interactive || n.keys || n.key === current ? '0' : '-1')
    element?.setAttribute('role', role(n))
  }
  describeAll(drawing, values)
  updateRoles(drawing, values)
}

/** Describes every node with its values. That is too much for each change of a run: it is done when the values rest. */
export function describeAll(drawing: Drawing, values: Values | undefined): void {
  for (const n of drawing.scene.nodes) {
    const element = drawing.node(n.key)
    name(element, describe(n, values))
    if (isConstant(n)) element?.setAttribute('aria-valuenow', readPin(n, 0, values).toString())
  }
}

/** A constant whose value can be changed: a number field, though it looks like a tag. */
const isConstant = (n: SceneNode): boolean => n.editable !== undefined && n.shape.kind === 'constant'

/** Names an element, unless that is its name already: what has not changed is not read out again. */
function name(element: SVGGElement | undefined, words: string): void {
  if (element && element.getAttribute('aria-label') !== words) element.setAttribute('aria-label', words)
}

function role(n: SceneNode): string {
  if (n.keys) return 'application' // a screen reader passes the keys on
  const control = n.interactive ? faceOf(n.shape).control : undefined // one that cannot be set is a picture of its value
  if (control === 'switch') return 'switch'
  if (control === 'number' || isConstant(n)) return 'spinbutton'
  return n.opens || n.editable ? 'button' : 'img'
}

/**
 * Brings controls and outputs up to date; other nodes are described when the focus comes to them, or the values rest.
 */
export function updateRoles(drawing: Drawing, values: Values | undefined): void {
  for (const n of drawing.operated) {
    const element = drawing.node(n.key)
    if (!element) continue
    name(element, describe(n, values))
    if (!n.interactive || n.keys) continue
    const value = readPin(n, 0, values).toString()
    if (faceOf(n.shape).control === 'switch') {
      element.setAttribute('aria-checked', value === '0' ? 'false' : 'true')
    } else {
      element.setAttribute('aria-valuenow', value)
      element.setAttribute('aria-valuetext', value)
      element.setAttribute('aria-valuemin', '0')
      element.setAttribute('aria-valuemax', largest(n.interactive?.width ?? 1).toString())
    }
  }
}

/** Where the Tab key enters the nodes that cannot be operated: the first inside the circuit. */
export function firstStop(drawing: Drawing, current: string): string {
  const others = drawing.scene.nodes.filter((n) => !n.interactive && !n.keys)
  if (others.some((n) => n.key === current)) return current
  return (others.find((n) => n.role === 'node') ?? others[0])?.key ?? ''
}
