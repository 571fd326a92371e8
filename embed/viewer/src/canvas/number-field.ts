/** Typing a number at a node: the field that opens above the picture, and the remark about what was typed. */
import { html, nothing, type TemplateResult } from 'lit'
import { focusInPlace } from '../focus.ts'
import { type Base, parseEntry } from '../format/number.ts'
import type { Box } from '../layout/placement.ts'
import type { SceneNode } from '../scene/scene.ts'
import type { View } from './viewport.ts'

/** The canvas as the field uses it. */
export interface EntryHost {
  /** An element of the canvas. */
  find(selector: string): HTMLElement | null
  /** Resolves when what was asked for is rendered. */
  rendered(): Promise<unknown>
  requestUpdate(): void
  view(): View
  box(key: string): Box | undefined
  /** Width of what is set at a node, in wires; undefined when nothing can be. */
  width(node: SceneNode): number | undefined
  /** The value that the field starts with. */
  text(node: SceneNode): string
  /** Gives the focus back to the node. */
  focus(node: SceneNode): void
  /** Takes a number that was typed, and in which base. */
  take(node: SceneNode, value: number | bigint, base: Base): void
}

/** How long a remark is shown, in milliseconds. */
const REMARK = 6000
/** The smallest field, in CSS pixels. */
const MIN = { width: 72, height: 28 }

export class NumberEntry {
  private at: { node: SceneNode; text: string } | undefined
  private remark: { text: string; x: number; y: number } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly host: EntryHost) {}

  /** Opens the field over a node; `text` is what was typed already. */
  open(node: SceneNode, text?: string): void {
    const { host } = this
    this.at = { node, text: text ?? host.text(node) }
    host.requestUpdate()
    void host.rendered().then(() => {
      const field = host.find('.entry')
      const input = field?.querySelector('input')
      const box = host.box(node.key)
      if (!field || !input || !box) return
      const { x, y, width, height } = node.shape.body
      const view = host.view()
      const scale = Math.max(view.scale, 0.8)
      field.style.width = `${Math.max(width * scale, MIN.width)}px`
      field.style.height = `${Math.max(height * scale, MIN.height)}px`
      field.style.transform = `translate(${view.x + (box.x + x) * view.scale}px, ${view.y + (box.y + y) * view.scale}px)`
      focusInPlace(input)
      if (text === undefined) input.select()
    })
  }

  /** Closes the field and takes what was typed, or leaves everything as it was. */
  close(commit: boolean): void {
    const { at, host } = this
    if (!at) return
    const input = host.find('.entry input')
    const text = input instanceof HTMLInputElement ? input.value : at.text
    const width = host.width(at.node)
    const result = commit && width !== undefined ? parseEntry(text, width) : undefined
    if (result?.message) this.say(at.node, result.message)
    if (result && !result.ok && input instanceof HTMLInputElement && host.find('.entry:focus-within')) {
      // The text stays to be mended; leaving the field gives it up.
      input.setAttribute('aria-invalid', 'true')
      return
    }
    this.forget()
    host.focus(at.node)
    if (result?.ok) host.take(at.node, result.value, result.base)
  }

  /** Closes the field: its node is gone. */
  forget(): void {
    this.at = undefined
    this.host.requestUpdate()
  }

  /** Ends what would happen later. */
  stop(): void {
    clearTimeout(this.timer)
  }

  render(): TemplateResult {
    return html`${this.renderField()}
    ${this.remark ? html`<div class="remark" role="status">${this.remark.text}</div>` : nothing}`
  }

  private say(node: SceneNode, text: string): void {
    const { host } = this
    const box = host.box(node.key)
    if (!box) return
    const { body } = node.shape
    const view = host.view()
    this.remark = {
      text,
      x: view.x + (box.x + body.x) * view.scale,
      y: view.y + (box.y + body.y + body.height) * view.scale + 8,
    }
    host.requestUpdate()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.remark = undefined
      host.requestUpdate()
    }, REMARK)
    void host.rendered().then(() => {
      const element = host.find('.remark')
      if (element && this.remark) element.style.transform = `translate(${this.remark.x}px, ${this.remark.y}px)`
    })
  }

  private renderField(): TemplateResult | typeof nothing {
    const { at } = this
    if (!at) return nothing
    const key = (e: KeyboardEvent): void => {
      e.stopPropagation()
      if (e.key === 'Enter') this.close(true)
      else if (e.key === 'Escape') this.close(false)
      else return
      e.preventDefault()
    }
    return html`<div class="entry">
      <input
        .value=${at.text}
        inputmode="text"
        autocomplete="off"
        spellcheck="false"
        aria-label=${`${at.node.label}, ${this.host.width(at.node) ?? 1} bits`}
        @keydown=${key}
        @blur=${() => this.close(true)}
      />
    </div>`
  }
}
