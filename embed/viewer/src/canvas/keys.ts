/** The effects of keys on the canvas, as long as they do not go to the circuit. */
import { faceOf } from '../faces/registry.ts'
import type { SceneNode } from '../scene/scene.ts'

/** The canvas as the keys use it. */
export interface KeyActions {
  /** Adds to the number of a field. */
  nudge(node: SceneNode, by: number): void
  /** Lets a number be typed at a node; `text` is its beginning. */
  type(node: SceneNode, text?: string): void
  /** Gives the keyboard to a node; false when it has no use for it. */
  take(node: SceneNode): boolean
  operate(node: SceneNode): void
  /** Shows the inside of a node. */
  enter(node: SceneNode): void
  select(node: SceneNode): void
  /** Shows what is known of a node, or goes there. */
  inspect(node: SceneNode): void
  /** Selects nothing, or goes a level up; false when nothing is selected at the top. */
  back(): boolean
  zoom(factor: number): void
  fit(): void
  /** Moves the focus in the direction of an arrow key; false when no node is there. */
  step(node: SceneNode, key: string): boolean
}

/** Does what a key means where the focus is on a node, or on none; false for keys that mean nothing there. */
export function press(e: KeyboardEvent, node: SceneNode | undefined, on: KeyActions): boolean {
  if (node && faceOf(node.shape).control === 'number') {
    const step = e.shiftKey ? 16 : 1
    if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
      on.nudge(node, e.key === 'ArrowUp' ? step : -step)
      return true
    }
    if (/^[0-9$]$/.test(e.key) || (e.key === '-' && !e.shiftKey)) {
      on.type(node, e.key)
      return true
    }
  }
  switch (e.key) {
    case ' ':
    case 'Enter':
      if (!node) return false
      if (on.take(node)) return true
      if (node.interactive) on.operate(node)
      else if (node.editable && e.key === 'Enter') on.type(node)
      else if (node.opens && e.key === 'Enter') on.enter(node)
      else on.select(node)
      return true
    case 'i':
    case 'I':
      if (!node) return false
      on.inspect(node)
      return true
    case 'Escape':
      return on.back()
    case '+':
    case '=':
      on.zoom(1.25)
      return true
    case '-':
      on.zoom(0.8)
      return true
    case '0':
      on.fit()
      return true
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'ArrowUp':
    case 'ArrowDown':
      return node !== undefined && on.step(node, e.key)
  }
  return false
}
