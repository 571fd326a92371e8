import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement, nothing } from 'lit'
import { type Theme, themes } from '../../state/theme.ts'
import '../example-gallery/example-gallery.ts'
import '../help-text/help-text.ts'
import { icons, mark } from '../icons.ts'
import '../share-menu/share-menu.ts'
import { markStyles } from '../page-styles.ts'
import type { Making, ShareAsDetail } from '../share-menu/share-menu.ts'
import { controls } from '../shared-styles.ts'
import { topBarStyles } from './styles.ts'

const themeWords: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' }

/**
 * The bar at the top: name of the circuit, Examples, Share, theme, help. Fires `circuit-rename` (the new name),
 * `example-open` (an id), `previous-open`, `share-link` and `theme-choose` (a Theme). `share-as` and `share-cancel` of the
 * menu go through.
 */
export class TopBar extends LitElement {
  static override readonly properties = {
    name: { type: String },
    example: { type: String },
    theme: { type: String },
    shared: { type: Boolean },
    previous: { type: String },
    drawn: { type: Boolean },
    clocked: { type: Boolean },
    stores: { type: Boolean },
    making: { attribute: false },
    link: { state: true },
    told: { state: true },
  }
  static override readonly styles = [controls, markStyles, topBarStyles]

  declare name: string
  declare example: string
  declare theme: Theme
  /** The link has just been copied. */
  declare shared: boolean
  /** The user's own text before this one, in words; empty when there is none. */
  declare previous: string

  /** There is a circuit to be drawn. */
  declare drawn: boolean
  /** It has a clock. */
  declare clocked: boolean
  /** The server stores circuits for short links. */
  declare stores: boolean
  /** How far a GIF is. */
  declare making: Making | undefined

  /** A link that could not be copied. */
  declare private link: string
  /** Words about the link that was copied, while the menu is open. */
  declare private told: string

  constructor() {
    super()
    this.link = ''
    this.told = ''
    this.drawn = false
    this.clocked = false
    this.stores = false
    this.making = undefined
    this.name = ''
    this.example = ''
    this.theme = 'system'
    this.shared = false
    this.previous = ''
  }

  protected override render() {
    return html`<header>
      <h1 class="visually-hidden">${this.name === '' ? 'Simten' : `${this.name} – Simten`}</h1>
      <a class="brand" href="/" title="Simten">${mark}<span>Simten</span></a>
      <div class="rule"></div>
      <div class="name">
        ${
          this.name === ''
            ? nothing
            : html`<input aria-label="Name of the circuit" title="Rename the circuit" spellcheck="false" maxlength="100"
                .value=${this.name} @change=${this.rename} @keydown=${this.nameKey} />`
        }
      </div>
      <a class="learn" href="/learn" aria-label="Learn: from one gate to a computer">${icons.learn}<span
        class="word">Learn</span></a>
      <button type="button" popovertarget="examples" aria-label="Examples">${icons.examples}<span
        class="word">Examples</span></button>
      <button id="share" type="button" aria-label="Share: copy a link to this circuit" @click=${this.share}>
        ${this.shared ? icons.check : icons.share}<span class="word">${this.shared ? 'Link copied' : 'Share'}</span>
      </button>
      <button type="button" class="icon-only" title="Theme: ${themeWords[this.theme]}"
        aria-label="Theme: ${themeWords[this.theme]}. Change it."
        @click=${this.nextTheme}>${icons[this.theme]}</button>
      <button type="button" class="icon-only" title="Help" aria-label="Help" popovertarget="help">${icons.help}</button>
      <div id="examples" popover role="dialog" aria-label="Examples">
        ${
          this.previous === ''
            ? nothing
            : html`<p class="previous">
                <span>The text you had before<small>${this.previous}</small></span>
                <button type="button" class="outlined" @click=${this.restorePrevious}>Restore</button>
              </p>`
        }
        <h2>Examples</h2>
        <example-gallery .current=${this.example} @example-open=${this.openExample}></example-gallery>
      </div>
      <div id="help" popover role="dialog" aria-label="Help"><help-text></help-text></div>
      <div id="forms" popover role="dialog" aria-label="Share" @toggle=${this.formsToggled}>
        <share-menu .told=${this.told} .drawn=${this.drawn} .clocked=${this.clocked} .stores=${this.stores}
          .making=${this.making} @share-as=${this.chosen}></share-menu>
      </div>
      <div id="link" popover role="dialog" @toggle=${this.linkToggled} aria-labelledby="link-title"
        aria-describedby="link-text">
        <h2 id="link-title">Link to this circuit</h2>
        <p id="link-text">This browser keeps pages from the clipboard. The link is selected: copy it with <kbd>Ctrl C</kbd>, on a Mac <kbd>⌘ C</kbd>.</p>
        <input readonly autofocus aria-label="Link" spellcheck="false" .value=${this.link}
          @focus=${(e: Event) => (e.currentTarget as HTMLInputElement).select()} />
      </div>
    </header>`
  }

  /** The link is copied at once; who wants another form finds it beside the button. */
  private share(): void {
    this.fire('share-link', undefined)
    this.renderRoot.querySelector<HTMLElement>('#forms')?.showPopover()
  }

  /** Says something in the menu, where that is open; a toast would be below it. */
  tell(text: string): boolean {
    const open = this.renderRoot.querySelector('#forms')?.matches(':popover-open') === true
    if (open) this.told = text
    return open
  }

  private formsToggled(event: ToggleEvent): void {
    if (event.newState === 'closed') this.told = ''
  }

  /** Every choice closes the menu but a GIF, which takes its time and shows there how far it is. */
  private chosen(event: CustomEvent<ShareAsDetail>): void {
    if (event.detail.form !== 'gif') this.renderRoot.querySelector<HTMLElement>('#forms')?.hidePopover()
  }

  /** Shows a link that the page may not copy, for the person to copy it. */
  async offer(link: string): Promise<void> {
    this.link = link
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('#link')?.showPopover()
  }

  /** Who closed the dialog with the keyboard goes on where it was opened. */
  private linkToggled(event: ToggleEvent): void {
    const dialog = event.currentTarget as HTMLElement
    if (event.newState === 'closed' && dialog.contains(this.shadowRoot?.activeElement ?? null)) {
      focusInPlace(this.renderRoot.querySelector<HTMLElement>('#share'))
    }
  }

  private rename(event: Event): void {
    const input = event.currentTarget as HTMLInputElement
    const name = input.value.trim()
    if (name !== '' && name !== this.name) this.fire('circuit-rename', name)
    // The text decides: when it refuses the name, the old one comes back.
    input.value = this.name
  }

  private nameKey(event: KeyboardEvent): void {
    const input = event.currentTarget as HTMLInputElement
    if (event.key === 'Escape') input.value = this.name
    if (event.key === 'Escape' || event.key === 'Enter') input.blur()
  }

  private openExample(event: CustomEvent<string>): void {
    this.renderRoot.querySelector<HTMLElement>('#examples')?.hidePopover()
    this.fire('example-open', event.detail)
  }

  private restorePrevious(): void {
    this.renderRoot.querySelector<HTMLElement>('#examples')?.hidePopover()
    this.fire('previous-open', undefined)
  }

  /** Opens the examples. */
  openExamples(): void {
    this.renderRoot.querySelector<HTMLElement>('#examples')?.showPopover()
  }

  /** Changes the theme to the next one. */
  nextTheme(): void {
    const next = themes[(themes.indexOf(this.theme) + 1) % themes.length]
    this.fire('theme-choose', next)
  }

  private fire(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

customElements.define('top-bar', TopBar)
