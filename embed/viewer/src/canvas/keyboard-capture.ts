/** The keyboard of the page as the keyboard of a circuit: which node has it, and where its keys go. */
import { cell } from '@simten/client/states'
import { faceOf } from '../faces/registry.ts'
import { characterCode, scanCode } from '../keyboard/codes.ts'
import { Typist } from '../keyboard/typist.ts'
import type { Values } from '../protocol.ts'
import { KEYS_HINT, type Scene, type SceneNode } from '../scene/scene.ts'

/** The canvas as the capture uses it. */
export interface Keyed {
  scene(): Scene | undefined
  values(): Values | undefined
  element(key: string): SVGGElement | undefined
  /** Sets what has this name. */
  set(name: string, value: number): void
}

/** The node whose keyboard is used when a node is clicked: itself, or the only one there is beside a display. */
export function keyboardOf(scene: Scene, node: SceneNode): SceneNode | undefined {
  if (node.keys) return node
  const { shows } = faceOf(node.shape)
  if (shows !== 'picture' && shows !== 'text') return undefined
  const all = scene.nodes.filter((n) => n.keys)
  return all.length === 1 ? all[0] : undefined
}

/**
 * Keys go to the circuit from `take` until `release`, and nowhere else. An input of scan codes keeps the last key; a
 * switch beside it whose name contains "keyboard" is 1 while any key is down.
 */
export class Capture {
  private held: { at: string; to: SceneNode } | undefined
  private readonly down = new Map<string, number>() // scan codes of the keys that are down, the last one last
  private readonly typists = new Map<string, Typist>()

  constructor(private readonly canvas: Keyed) {}

  /** Whether keys go to the circuit. */
  get active(): boolean {
    return this.held !== undefined
  }

  /** Gives the keyboard to a node that has the focus; false when it has no use for it. */
  take(node: SceneNode): boolean {
    const scene = this.canvas.scene()
    const to = scene && keyboardOf(scene, node)
    if (!to) return false
    if (this.held?.at === node.key) return true
    this.release()
    this.held = { at: node.key, to }
    this.mark(true)
    return true
  }

  /** Gives the keyboard back to the page. */
  release(): void {
    if (!this.held) return
    this.lift()
    this.mark(false)
    this.held = undefined
  }

  /** Another drawing: its nodes are other ones. */
  forget(): void {
    this.held = undefined
    this.down.clear()
    this.typists.clear()
  }

  /** Takes a key while the keyboard is held; false for keys that stay with the page. */
  key(e: KeyboardEvent): boolean {
    if (!this.held || e.ctrlKey || e.metaKey || e.altKey || e.key === 'Tab') return false
    if (e.key === 'Escape') {
      this.release()
      return true
    }
    const { keys, path } = this.held.to
    if (keys?.codes === 'characters') {
      const code = characterCode(e)
      if (code !== undefined) this.typist(keys.name).type(code, this.seen(path))
      return code !== undefined
    }
    const code = scanCode(e)
    if (code === undefined || !keys) return false
    if (e.repeat) return true
    this.down.delete(e.code)
    this.down.set(e.code, code)
    this.canvas.set(keys.name, code)
    if (this.down.size === 1) this.hold(1)
    return true
  }

  /** A key is up again: one that is still down is the last key now. */
  keyUp(e: KeyboardEvent): void {
    const keys = this.held?.to.keys
    const last = [...this.down.keys()].at(-1)
    if (!this.down.delete(e.code) || !keys) return
    const next = [...this.down.values()].at(-1)
    if (next === undefined) this.hold(0)
    else if (last === e.code) this.canvas.set(keys.name, next)
  }

  /** No key is down any more, as far as the circuit is concerned. */
  private lift(): void {
    if (this.down.size === 0) return
    this.down.clear()
    this.hold(0)
  }

  private hold(value: number): void {
    for (const n of this.canvas.scene()?.nodes ?? []) {
      if (faceOf(n.shape).control === 'switch' && n.interactive && /keyboard/i.test(n.label)) {
        this.canvas.set(n.interactive.name, value)
      }
    }
  }

  /** A frame came: receivers may be ready for the next character. */
  look(): void {
    for (const n of this.typists.size > 0 ? (this.canvas.scene()?.nodes ?? []) : []) {
      const typist = n.keys && this.typists.get(n.keys.name)
      typist?.look(this.seen(n.path))
    }
  }

  private typist(name: string): Typist {
    let typist = this.typists.get(name)
    if (!typist) {
      typist = new Typist((value) => this.canvas.set(name, value))
      this.typists.set(name, typist)
    }
    return typist
  }

  private seen(path: string): number {
    const state = this.canvas.values()?.state?.(path, 'seen')
    return state ? cell(state, 0) : 0
  }

  private mark(on: boolean): void {
    const { at, to } = this.held ?? {}
    for (const key of new Set([at, to?.key])) {
      const element = key === undefined ? undefined : this.canvas.element(key)
      element?.classList.toggle('captured', on)
      const hint = element?.querySelector('.field ~ .caption')
      if (hint) hint.textContent = on ? 'Esc lets go' : KEYS_HINT
    }
  }
}
