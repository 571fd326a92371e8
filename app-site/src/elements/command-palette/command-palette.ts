import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { PaletteEntry } from '../../palette/entries.ts'
import { type Match, ranked } from '../../palette/match.ts'
import { controls } from '../shared-styles.ts'
import { commandPaletteStyles } from './styles.ts'

/** Lines that are shown at most. */
const MAX_SHOWN = 50

const kinds: Readonly<Record<PaletteEntry['kind'], string>> = { command: '', part: 'part', signal: 'signal' }

/**
 * A field over the page in which commands, parts and signals are searched. Fires `palette-choose` with the entry that
 * was chosen.
 */
export class CommandPalette extends LitElement {
  static override readonly styles = [controls, commandPaletteStyles]
  static override readonly properties = { entries: { state: true }, typed: { state: true }, active: { state: true } }

  declare private entries: readonly PaletteEntry[]
  declare private typed: string
  declare private active: number
  private hint = ''
  /** The answer to what was typed last. */
  private last:
    | { typed: string; entries: readonly PaletteEntry[]; shown: { entry: PaletteEntry; match: Match }[] }
    | undefined
  /** Where the keyboard was. */
  private focused: HTMLElement | null = null

  constructor() {
    super()
    this.entries = []
    this.typed = ''
    this.active = 0
  }

  get isOpen(): boolean {
    return this.dialog?.open === true
  }

  /** Opens the palette over some entries; the hint says which. */
  open(entries: readonly PaletteEntry[], hint: string): void {
    this.entries = entries
    this.hint = hint
    this.typed = ''
    this.active = 0
    this.focused = deepFocus()
    void this.updateComplete.then(() => {
      this.dialog?.showModal()
      focusInPlace(this.renderRoot.querySelector('input'))
    })
  }

  close(): void {
    this.dialog?.close()
  }

  private get dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog')
  }

  /** The entries that answer what was typed, ranked once for each text: there may be ten thousand. */
  private get shown(): { entry: PaletteEntry; match: Match }[] {
    const { typed, entries, last } = this
    if (last?.typed === typed && last.entries === entries) return last.shown
    const shown = ranked(typed, entries, (entry) => entry.label, MAX_SHOWN)
    this.last = { typed, entries, shown }
    return shown
  }

  protected override render() {
    const { shown } = this
    return html`<dialog aria-label="Search" @close=${this.closed} @click=${this.outside}>
      <input type="text" role="combobox" aria-expanded="true" aria-controls="list" autocomplete="off" spellcheck="false"
        aria-activedescendant=${shown.length > 0 ? `entry-${this.active}` : nothing}
        aria-label=${this.hint} placeholder=${this.hint} .value=${this.typed} @input=${this.input}
        @keydown=${this.key} />
      <ul id="list" role="listbox" aria-label="Found">
        ${shown.map(({ entry, match }, i) => this.line(entry, match, i))}
      </ul>
      ${shown.length === 0 ? html`<p class="empty" role="status">Nothing is called like that.</p>` : nothing}
    </dialog>`
  }

  private line(entry: PaletteEntry, { at }: Match, i: number): TemplateResult {
    return html`<li role="option" id=${`entry-${i}`} class=${entry.kind}
      aria-selected=${i === this.active ? 'true' : 'false'}
      @click=${() => this.choose(entry)} @pointermove=${() => this.point(i)}>
      <span class="label">${marked(entry.label, at)}</span>
      ${entry.detail ? html`<span class="detail">${entry.detail}</span>` : nothing}
      ${entry.keys ? entry.keys.split(' ').map((key) => html`<kbd>${key}</kbd>`) : nothing}
      ${kinds[entry.kind] ? html`<span class="kind">${kinds[entry.kind]}</span>` : nothing}
    </li>`
  }

  private point(i: number): void {
    this.active = i
  }

  private readonly input = (event: Event): void => {
    this.typed = (event.target as HTMLInputElement).value
    this.active = 0
  }

  private readonly key = (event: KeyboardEvent): void => {
    const { shown } = this
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined && shown.length > 0) {
      event.preventDefault()
      const next = this.active + step
      const around = Math.abs(step) === 1
      this.active = around ? (next + shown.length) % shown.length : Math.max(0, Math.min(shown.length - 1, next))
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector(`#entry-${this.active}`)?.scrollIntoView({ block: 'nearest' }),
      )
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = shown[this.active]
      if (chosen) this.choose(chosen.entry)
    }
    event.stopPropagation() // nothing behind the dialog hears keys
  }

  private choose(entry: PaletteEntry): void {
    this.close()
    this.dispatchEvent(new CustomEvent<PaletteEntry>('palette-choose', { detail: entry }))
  }

  private readonly outside = (event: Event): void => {
    if (event.target === this.dialog) this.close()
  }

  private readonly closed = (): void => {
    focusInPlace(this.focused)
    this.focused = null
  }
}

/** The element that has the keyboard, in whatever shadow tree. */
function deepFocus(): HTMLElement | null {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at instanceof HTMLElement ? at : null
}

/** A text with the characters that were typed marked. */
function marked(text: string, at: readonly number[]): TemplateResult {
  const places = new Set(at)
  return html`${[...text].length === text.length ? [...text].map((c, i) => (places.has(i) ? html`<mark>${c}</mark>` : c)) : text}`
}

customElements.define('command-palette', CommandPalette)

declare global {
  interface HTMLElementTagNameMap {
    'command-palette': CommandPalette
  }
}
