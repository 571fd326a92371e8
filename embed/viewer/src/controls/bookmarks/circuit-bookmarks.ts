/** `<circuit-bookmarks>`: a button beside the line of the past, with the list of the cycles that were marked. */

import { html, LitElement, nothing, svg, type TemplateResult } from 'lit'
import { focusInPlace } from '../../focus.ts'
import { grouped } from '../../format/number.ts'
import { buttonIcon, focusRing } from '../../look.ts'
import { place, popoverStyles } from '../../popover.ts'
import { type Bookmark, MAX_BOOKMARKS, MAX_NAME, nameOf, toggled } from './bookmarks.ts'
import { circuitBookmarksStyles } from './styles.ts'

const icons = {
  mark: svg`<path d="M4.5 2.5h7v11L8 10.6l-3.5 2.9Z"/>`,
  marked: svg`<path class="solid" d="M4.5 2.5h7v11L8 10.6l-3.5 2.9Z"/>`,
  remove: svg`<path d="m4 4 8 8M12 4l-8 8"/>`,
}

/**
 * @fires bookmarks-change - the whole list as it is now
 * @fires bookmark-open - the cycle of the one that was chosen
 */
export class CircuitBookmarks extends LitElement {
  static override styles = [focusRing, buttonIcon, popoverStyles, circuitBookmarksStyles]

  static override properties = { bookmarks: { attribute: false }, cycle: { attribute: false } }

  declare bookmarks: readonly Bookmark[]
  /** The cycle that is shown. */
  declare cycle: number

  constructor() {
    super()
    this.bookmarks = []
    this.cycle = 0
  }

  /** Marks the cycle that is shown, or takes its mark away. */
  toggle(): void {
    this.change(toggled(this.bookmarks, this.cycle))
  }

  private change(bookmarks: readonly Bookmark[]): void {
    this.dispatchEvent(new CustomEvent('bookmarks-change', { detail: bookmarks, bubbles: true, composed: true }))
  }

  private rename(cycle: number, name: string): void {
    this.change(this.bookmarks.map((b) => (b.cycle === cycle ? { cycle, name: name.trim().slice(0, MAX_NAME) } : b)))
  }

  private open(e: Event): void {
    const menu = this.renderRoot.querySelector<HTMLElement>('[popover]')
    if (menu) place(menu, e.currentTarget as Element)
    focusInPlace(menu?.querySelector<HTMLElement>('.set'))
  }

  private go(cycle: number): void {
    this.renderRoot.querySelector<HTMLElement>('[popover]')?.hidePopover?.()
    this.dispatchEvent(new CustomEvent('bookmark-open', { detail: cycle }))
  }

  override render(): TemplateResult {
    const { bookmarks, cycle } = this
    const here = bookmarks.some((b) => b.cycle === cycle)
    const full = !here && bookmarks.length >= MAX_BOOKMARKS
    return html`<button class="list" title="Bookmarks (B marks this cycle)" aria-label="Bookmarks"
      aria-haspopup="dialog" @click=${this.open}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${here ? icons.marked : icons.mark}</svg>
      </button>
      <div popover role="dialog" aria-label="Bookmarks">
        <button class="set" ?disabled=${full} @click=${() => this.toggle()}>
          ${here ? `Remove the bookmark at cycle ${grouped(cycle)} (B)` : `Bookmark cycle ${grouped(cycle)} (B)`}
        </button>
        ${
          bookmarks.length === 0
            ? html`<p>A bookmark keeps a cycle to come back to. Bookmarks stay with the circuit.</p>`
            : html`<ul aria-label="Bookmarks">${bookmarks.map((b) => this.renderOne(b))}</ul>`
        }
        ${full ? html`<p>There are ${MAX_BOOKMARKS} bookmarks; remove one first.</p>` : nothing}
      </div>`
  }

  private renderOne(b: Bookmark): TemplateResult {
    return html`<li class=${b.cycle === this.cycle ? 'here' : ''}>
      <button class="go" title="Show this cycle" aria-label=${`Go to cycle ${grouped(b.cycle)}`}
        @click=${() => this.go(b.cycle)}>${grouped(b.cycle)}</button>
      <input
        type="text"
        aria-label=${`Name of the bookmark at cycle ${grouped(b.cycle)}`}
        placeholder="Name"
        maxlength=${MAX_NAME}
        .value=${b.name}
        @change=${(e: Event) => this.rename(b.cycle, (e.target as HTMLInputElement).value)}
      />
      <button title="Remove" aria-label=${`Remove the bookmark ${nameOf(b)}`}
        @click=${() => this.change(this.bookmarks.filter((o) => o !== b))}
      ><svg viewBox="0 0 16 16" aria-hidden="true">${icons.remove}</svg></button>
    </li>`
  }
}

if (!customElements.get('circuit-bookmarks')) customElements.define('circuit-bookmarks', CircuitBookmarks)

declare global {
  interface HTMLElementTagNameMap {
    'circuit-bookmarks': CircuitBookmarks
  }
}
