/** The canvas's descriptions of nodes and wires: for people who listen, and in the tip under the pointer. */

import { shownPath } from '@simten/client/path'
import { faceOf } from '../faces/registry.ts'
import { bin, hex, type Value } from '../format/number.ts'
import type { Values } from '../protocol.ts'
import type { Scene, SceneNode } from '../scene/scene.ts'
import type { Fault } from './drawing.ts'
import { litPixels } from './pictures.ts'
import type { WireView } from './wiring.ts'

/** The value of a node's pin; 0 without a simulation. */
export function readPin(node: SceneNode, pin: number, values: Values | undefined): Value {
  const net = node.pins[pin]?.net ?? -1
  return read(net, node.shape.pins[pin]?.width ?? 1, values)
}

function read(net: number, width: number, values: Values | undefined): Value {
  if (net < 0 || !values) return 0
  return width <= 53 ? values.number(net) : values.bigint(net)
}

/** A node in words, with its values. */
export function describe(n: SceneNode, values: Values | undefined): string {
  if (n.keys) return `keyboard ${n.label}, takes keys; Escape lets go`
  if (n.editable) return `${n.label}, ${n.component} ${setting(n, values)}, Enter changes it`
  const { shows } = faceOf(n.shape)
  if (shows === 'picture') return screen(n, values)
  if (shows === 'text') return `${n.label}, ${n.component}: ${lastLine(values?.text(n.path) ?? '')}`
  if (n.interactive) return `input ${n.label}, ${readPin(n, 0, values)}`
  if (n.role === 'output') return `output ${n.label}, ${readPin(n, 0, values)}`
  const many = n.shape.pins.length > MAX_SPOKEN
  const pins = many
    ? `${portsInWords(n)}, I lists them`
    : n.shape.pins.map((p, i) => `${p.name} ${readPin(n, i, values)}`).join(', ')
  return `${n.label}, ${n.component}${pins === '' ? '' : `: ${pins}`}${n.opens ? ', opens' : ''}`
}

/** Ports with their values that are said in one breath; of more there is only the number. */
const MAX_SPOKEN = 6

/** How many ports a node has: "43 ports: 12 inputs, 31 outputs". */
export function portsInWords(n: SceneNode): string {
  const { pins } = n.shape
  const ways = (['in', 'out'] as const).map((way) => ({ way, count: pins.filter((p) => p.direction === way).length }))
  const parts = ways
    .filter(({ count }) => count > 0)
    .map(({ way, count }) => `${count} ${way}put${count === 1 ? '' : 's'}`)
  if (parts.length < 2) return parts[0] ?? 'no ports'
  return `${pins.length} ports: ${parts.join(', ')}`
}

/** Outputs that are read out at most. */
const MAX_OUTPUTS = 12

/** The values of the circuit's outputs in words, as many as can be listened to. */
export function outputs(scene: Scene, values: Values | undefined): string {
  const shown = scene.nodes.filter((n) => n.role === 'output' || faceOf(n.shape).shows === 'value')
  return shown
    .slice(0, MAX_OUTPUTS)
    .map((n) => `${n.label} ${readPin(n, 0, values)}`)
    .join(', ')
}

function screen(n: SceneNode, values: Values | undefined): string {
  const picture = values?.picture?.(n.path)
  if (!picture) return `${n.label}, ${n.component}`
  return `${n.label}, ${n.component}, ${picture.width} by ${picture.height} pixels, ${litPixels(picture)} lit`
}

function lastLine(text: string): string {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  return line === '' ? 'empty' : line
}

/** The value of an argument that can be changed: of a constant its output, else what is known of it. */
export function setting(n: SceneNode, values: Values | undefined): Value {
  if (n.shape.kind === 'constant' || n.interactive) return readPin(n, 0, values)
  return n.editable?.start ?? 0
}

/** Pins that a tip lists at most. */
const MAX_PINS = 12

/** The tip of a wire: its path, and its value in every base. */
export function wireTip(wire: WireView, values: Values | undefined): HTMLElement[] {
  const head = line('path', shownPath(wire.path))
  if (!wire.driven || wire.net < 0) return [head, line('', 'Nothing drives this; it reads 0.')]
  const value = read(wire.net, wire.width, values)
  if (wire.width === 1) return [head, line('', `1 bit: ${value}`)]
  const rows: [string, string][] = [
    ['dec', value.toString()],
    ['hex', hex(value, wire.width)],
  ]
  if (wire.width <= 32) rows.push(['bin', bin(value, wire.width)])
  return [head, line('', `${wire.width} bits`), grid(rows)]
}

/** The tip of a node: what it is and the values of its pins. Nothing for what shows its value itself. */
export function nodeTip(node: SceneNode, values: Values | undefined, faults: readonly Fault[]): HTMLElement[] {
  if (node.interactive || node.role === 'output' || faceOf(node.shape).shows === 'picture') return []
  const head = line('', '')
  const name = document.createElement('b')
  name.textContent = node.label
  head.append(name, node.component === node.label ? '' : `  ${node.component}`)
  const result = [head]
  const fault = faults.find((f) => f.path === node.path || f.path.startsWith(`${node.path}.`))
  if (fault) result.push(line('', fault.message))
  else if (node.description) result.push(line('path', node.description))
  const rows = node.shape.pins.slice(0, MAX_PINS).map((p, i): [string, string] => {
    const value = readPin(node, i, values)
    return [p.name, p.width === 1 ? value.toString() : `${value} = ${hex(value, p.width)}`]
  })
  if (rows.length > 0) result.push(grid(rows))
  if (node.opens) result.push(line('path', 'Double-click or press Enter to look inside.'))
  return result
}

function line(className: string, text: string): HTMLElement {
  const element = document.createElement('div')
  if (className !== '') element.className = className
  element.textContent = text
  return element
}

function grid(rows: [string, string][]): HTMLElement {
  const element = document.createElement('div')
  element.className = 'readings'
  for (const text of rows.flat()) {
    const cell = document.createElement('span')
    cell.textContent = text
    element.append(cell)
  }
  return element
}
