import { html, LitElement, nothing } from 'lit'
import { movingCycles } from '../../share/moving.ts'
import type { ShareForm } from '../../share/share-forms.ts'
import { controls } from '../shared-styles.ts'
import { shareMenuStyles } from './styles.ts'

/**
 * The forms in which a circuit is saved; `short` is stored on the server for a short link, `verilog` is looked at first.
 */
export type SavedForm = 'svg' | 'png' | 'gif' | 'file' | 'html' | 'short' | 'verilog'

/** Detail of `share-as`: what was chosen; `cycles` are those of a GIF. */
export interface ShareAsDetail {
  readonly form: ShareForm | SavedForm
  readonly cycles: number
}

/** How far a GIF is. */
export interface Making {
  readonly done: number
  readonly of: number
}

type Choice = readonly [form: ShareForm | SavedForm, title: string, words: string]

const copied: readonly Choice[] = [
  ['element', 'Copy for a web page', 'HTML with the live circuit, and its picture until it is there'],
  ['frame', 'Copy as a frame', 'for sites that allow no scripts'],
  ['markdown', 'Copy for Markdown', 'a link with the picture, which is saved as a file'],
]
const saved: readonly Choice[] = [
  ['svg', 'Save the picture as SVG', 'sharp at any size, with its own colours'],
  ['png', 'Save the picture as PNG', 'for texts and slides'],
]
const short: Choice = ['short', 'Copy a short link', 'the circuit is stored on this server, for all who have the link']
const file: Choice = ['file', 'Save as a file', '.simten: the circuit and its run; drop it on this page to open it']
const page: Choice = [
  'html',
  'Save as an HTML file',
  'the live circuit in one page, for any browser, without a network',
]

const verilog: Choice = [
  'verilog',
  'Export as Verilog',
  'modules that people can read, with a testbench of your run; or the file for a chip',
]

/**
 * The ways to share a circuit beside its link. Fires `share-as` ({@link ShareAsDetail}) and `share-cancel`, which ends
 * the making of a GIF.
 */
export class ShareMenu extends LitElement {
  static override readonly properties = {
    told: { type: String },
    drawn: { type: Boolean },
    clocked: { type: Boolean },
    stores: { type: Boolean },
    making: { attribute: false },
    cycles: { state: true },
  }
  static override readonly styles = [controls, shareMenuStyles]

  /** Words about the link that was copied; the page says them aloud. */
  declare told: string
  /** There is a circuit to be drawn. */
  declare drawn: boolean
  /** It has a clock: a picture of it can move. */
  declare clocked: boolean
  /** The server stores circuits for short links. */
  declare stores: boolean
  declare making: Making | undefined
  declare private cycles: number

  constructor() {
    super()
    this.told = ''
    this.drawn = false
    this.clocked = false
    this.stores = false
    this.making = undefined
    this.cycles = movingCycles.usual
  }

  protected override render() {
    return html`
      ${this.told === '' ? nothing : html`<p class="told" aria-hidden="true">${this.told}</p>`}
      <h2>Elsewhere</h2>
      ${this.stores ? this.choice(short) : nothing}
      ${copied.map((choice) => this.choice(choice))}
      ${this.drawn ? html`<h2>Picture</h2>${saved.map((choice) => this.choice(choice))}${this.renderMoving()}` : nothing}
      <h2>File</h2>
      ${this.choice(file)} ${this.drawn ? this.choice(page) : nothing}
      ${this.drawn ? html`<h2>Hardware</h2>${this.choice(verilog)}` : nothing}
    `
  }

  private choice([form, title, words]: Choice) {
    return html`<button type="button" class="choice" data-form=${form} @click=${() => this.choose(form)}>
      <b>${title}</b><small>${words}</small>
    </button>`
  }

  private renderMoving() {
    const { making } = this
    if (!this.clocked) return nothing
    if (making)
      return html`<div class="moving" role="group" aria-label="GIF">
        <span>Frame ${making.done} of ${making.of}</span>
        <progress max=${making.of} value=${making.done} aria-label="Frames of the GIF"></progress>
        <button type="button" class="outlined" @click=${this.cancel}>Cancel</button>
      </div>`
    return html`<div class="moving" role="group" aria-label="GIF">
      <button type="button" class="choice" data-form="gif" @click=${() => this.choose('gif')}>
        <b>Save a GIF</b><small>of the next cycles, with the inputs as they are</small>
      </button>
      <label>Cycles <input type="number" inputmode="numeric" min=${movingCycles.fewest} max=${movingCycles.most}
        .value=${String(this.cycles)} @change=${this.count} /></label>
    </div>`
  }

  private choose(form: ShareAsDetail['form']): void {
    const detail: ShareAsDetail = { form, cycles: this.cycles }
    this.dispatchEvent(new CustomEvent('share-as', { detail, bubbles: true, composed: true }))
  }

  private readonly cancel = () => {
    this.dispatchEvent(new CustomEvent('share-cancel', { bubbles: true, composed: true }))
  }

  private count(event: Event): void {
    const input = event.currentTarget as HTMLInputElement
    const { fewest, usual, most } = movingCycles
    const wanted = Number.parseInt(input.value, 10)
    this.cycles = Number.isFinite(wanted) ? Math.min(most, Math.max(fewest, wanted)) : usual
    input.value = String(this.cycles)
  }
}

customElements.define('share-menu', ShareMenu)
