/** `<signal-search>`: a field that finds signals by some of their letters, and takes expressions as they stand. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { focusRing } from '../../look.ts'
import { place, popoverStyles } from '../../popover.ts'
import { search } from '../search.ts'
import { signalSearchStyles } from './styles.ts'

/** Something that no name has: an expression is meant. */
const NO_NAME = /[\s()+*/<>=!&|^~?,[]/

/**
 * @fires signal-chosen - the name or the expression
 */
export class SignalSearch extends LitElement {
  static override styles = [focusRing, popoverStyles, signalSearchStyles]

  static override properties = {
    names: { attribute: false },
    brief: { type: Boolean },
    wanted: { state: true },
    active: { state: true },
  }

  /** The names that are searched; read when somebody types. */
  declare names: () => readonly string[]
  /** Little room for words. */
  declare brief: boolean

  declare private wanted: string
  declare private active: number // of the names that were found; -1 is the text itself

  private found: readonly string[] = []

  constructor() {
    super()
    this.names = () => []
    this.brief = false
    this.wanted = ''
    this.active = -1
  }

  override willUpdate(changes: PropertyValues): void {
    if (changes.has('wanted')) this.found = this.wanted.trim() === '' ? [] : search(this.names(), this.wanted)
  }

  override updated(): void {
    const list = this.renderRoot.querySelector('ul')
    if (!list) return
    if (this.wanted.trim() === '') list.hidePopover?.()
    else place(list, this.renderRoot.querySelector('input'))
    list.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }

  private typed(e: Event): void {
    this.wanted = (e.target as HTMLInputElement).value
    const text = this.wanted.trim()
    this.active = text !== '' && !NO_NAME.test(text) && search(this.names(), text, 1).length > 0 ? 0 : -1
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (e.key === 'ArrowDown') this.active = Math.min(this.active + 1, this.found.length - 1)
    else if (e.key === 'ArrowUp') this.active = Math.max(this.active - 1, -1)
    else if (e.key === 'Escape' && this.wanted !== '') this.wanted = ''
    else if (e.key === 'Enter') this.choose(this.found[this.active] ?? this.wanted.trim())
    else return
    e.preventDefault()
    e.stopPropagation()
  }

  private choose(signal: string): void {
    if (signal !== '') this.dispatchEvent(new CustomEvent('signal-chosen', { detail: signal }))
    this.wanted = ''
    this.active = -1
  }

  override render(): TemplateResult {
    const open = this.wanted.trim() !== ''
    return html`<input
        type="text"
        role="combobox"
        aria-label="Add a signal or an expression"
        aria-controls="found"
        aria-autocomplete="list"
        aria-expanded=${open}
        aria-activedescendant=${this.active >= 0 ? `found-${this.active}` : nothing}
        placeholder=${this.brief ? 'Add a signal' : 'Add a signal or an expression'}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength="10000"
        .value=${this.wanted}
        @input=${this.typed}
        @keydown=${this.key}
        @blur=${() => this.renderRoot.querySelector('ul')?.hidePopover?.()}
      />
      <ul id="found" popover="manual" role="listbox" aria-label="Signals that were found">
        ${this.found.map(
          (name, i) => html`<li
            id=${`found-${i}`}
            role="option"
            aria-selected=${i === this.active}
            title=${name}
            @pointerdown=${(e: Event) => {
              e.preventDefault() // the field keeps the keyboard
              this.choose(name)
            }}
          >${name}</li>`,
        )}
        ${
          open && this.active < 0
            ? html`<li class="said" role="option" aria-selected="false">Enter adds this text as it stands.</li>`
            : nothing
        }
      </ul>`
  }
}

if (!customElements.get('signal-search')) customElements.define('signal-search', SignalSearch)

declare global {
  interface HTMLElementTagNameMap {
    'signal-search': SignalSearch
  }
}
