/** Operating switches, fields and constants: what is set at a node by a click, by keys, or by typing a number. */
import { faceOf } from '../faces/registry.ts'
import { focusInPlace } from '../focus.ts'
import { type Base, formatValue, largest, type Value } from '../format/number.ts'
import type { Values } from '../protocol.ts'
import type { Interactive, SceneNode } from '../scene/scene.ts'
import { readPin, setting } from './descriptions.ts'
import type { Drawing } from './drawing.ts'
import { NumberEntry } from './number-field.ts'
import { Unanswered } from './optimistic-values.ts'
import type { View } from './viewport.ts'

/** The canvas as operating nodes uses it. */
export interface OperatorHost {
  drawing(): Drawing | undefined
  /** The values of the simulation. */
  values(): Values | undefined
  /** The circuit does not run yet, and what is set is kept until it does. */
  early(): boolean
  view(): View
  /** An element of the canvas. */
  find(selector: string): HTMLElement | null
  /** Resolves when what was asked for is rendered. */
  rendered(): Promise<unknown>
  requestUpdate(): void
  /** Sets what has this name in the circuit. The result settles when that was done or refused. */
  set(name: string, value: Value): Promise<unknown> | undefined
  /** Shows the present values again. */
  refresh(): void
  /** Keys go to the page, not to the circuit. */
  release(): void
  hideTip(): void
}

export class Operator {
  /** The field in which a number is typed. */
  readonly entry: NumberEntry
  private readonly entered = new Map<string, Value>() // what was set and no wire shows, by name
  private readonly early = new Map<string, Value>() // what was set before the circuit runs, by name
  private readonly bases = new Map<string, Base>() // in which numbers were written last, by name
  private readonly unanswered = new Unanswered()

  constructor(private readonly host: OperatorHost) {
    this.entry = new NumberEntry({
      find: (selector) => host.find(selector),
      rendered: () => host.rendered(),
      requestUpdate: () => host.requestUpdate(),
      view: () => host.view(),
      box: (key) => host.drawing()?.box(key),
      width: (node) => target(node)?.width,
      text: (node) => this.text(node),
      focus: (node) => {
        focusInPlace(host.drawing()?.node(node.key))
        host.release() // the focus is back, but the keys stay with the page
      },
      take: (node, value, base) => this.write(node, value, base),
    })
  }

  /** The values of the simulation, and of what was set last, also while that is still on its way. */
  get values(): Values | undefined {
    return this.unanswered.over(this.host.values())
  }

  /** Another circuit: nothing is on its way to it. */
  forget(): void {
    this.unanswered.clear()
    this.early.clear()
  }

  /** Another picture of the circuit: its numbers are written as the person wrote them last. */
  recall(nodes: readonly SceneNode[]): void {
    for (const node of nodes) {
      const at = target(node)
      const base = at && this.bases.get(at.name)
      if (at && base) at.base = base
    }
  }

  /** Flips a switch, or lets a number be typed at anything else. */
  operate(node: SceneNode): void {
    if (faceOf(node.shape).control === 'switch') this.set(node, this.read(node) === 0 ? 1 : 0)
    else this.type(node)
  }

  /** Opens the field over a node; `text` is what was typed already. */
  type(node: SceneNode, text?: string): void {
    if (!target(node)) return
    this.host.release()
    this.host.hideTip()
    this.entry.open(node, text)
  }

  /** Adds to the number of a field, which stays within its width. */
  nudge(node: SceneNode, by: number): void {
    if (!node.interactive) return
    const top = BigInt(largest(node.interactive.width))
    let next = BigInt(this.read(node)) + BigInt(by)
    if (next < 0n) next = 0n
    if (next > top) next = top
    this.set(node, node.interactive.width <= 53 ? Number(next) : next)
  }

  /** The value of a control. */
  private read(node: SceneNode): Value {
    const early = this.host.early() ? this.early.get(node.interactive?.name ?? '') : undefined
    return early ?? readPin(node, 0, this.values)
  }

  private set(node: SceneNode, value: Value): void {
    const at = target(node)
    if (!at) return
    if (this.host.early()) {
      this.early.set(at.name, value)
      this.host.drawing()?.preview(node, value)
    }
    if (node.editable) this.entered.set(at.name, value)
    const answer = this.host.set(at.name, value)
    const net = node.interactive || node.shape.kind === 'constant' ? node.pins[0]?.net : undefined
    if (!answer || net === undefined) return
    this.unanswered.add(net, value, answer, () => this.host.refresh())
    this.host.refresh() // a busy engine answers late, and who clicks twice means what the first click made
  }

  private write(node: SceneNode, value: Value, base: Base): void {
    const at = target(node)
    if (at && at.base !== base) {
      at.base = base
      this.bases.set(at.name, base)
      this.host.drawing()?.invalidate(node.pins[0]?.net ?? -1)
      this.host.refresh()
    }
    this.set(node, value)
  }

  private text(node: SceneNode): string {
    const { name, width, base } = target(node) ?? { name: '', width: 1 }
    const hidden = node.editable && node.shape.kind !== 'constant'
    const value = (hidden ? this.entered.get(name) : undefined) ?? setting(node, this.values)
    return formatValue(value, width, base ?? 'dec')
  }
}

/** The value that can be set at a node. */
function target(node: SceneNode): Interactive | undefined {
  return node.interactive ?? node.editable
}
