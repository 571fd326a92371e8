import { html, LitElement, nothing } from 'lit'
import { grouped, moreInWords, nameOfFix, type Problem } from '../../state/problems.ts'
import { controls } from '../shared-styles.ts'
import { problemListStyles } from './styles.ts'

const signs = { error: '✕', warning: '!', info: 'i' } as const
const words = { error: 'Error', warning: 'Warning', info: 'Hint' } as const

/**
 * All problems of the newest text. Fires `problem-open` with the problem that was chosen, `problem-fix` with a change
 * of the text and its file.
 */
export class ProblemList extends LitElement {
  static override readonly properties = { problems: { attribute: false }, checked: { attribute: false } }
  static override readonly styles = [controls, problemListStyles]

  declare problems: readonly Problem[]
  /** Whether the text has been looked at. */
  declare checked: boolean

  constructor() {
    super()
    this.problems = []
    this.checked = true
  }

  protected override render() {
    if (!this.checked) return html`<p>The text has not been checked yet.</p>`
    if (this.problems.length === 0) return html`<p>No problems. Whatever is wrong with the text will stand here.</p>`
    return html`<ul>
      ${grouped(this.problems).map(
        (p) => html`<li>
          <button type="button" @click=${() => this.dispatchEvent(new CustomEvent('problem-open', { detail: p }))}>
            <span class="sign ${p.severity}" aria-hidden="true">${signs[p.severity]}</span>
            <span class="message"><span class="visually-hidden">${words[p.severity]}: </span>${p.message}</span>
            <span class="place">${p.file === undefined ? nothing : html`${p.file} `}${
              p.line > 0
                ? html`<span
              class="visually-hidden">line </span>${p.line}:${p.column}`
                : nothing
            }</span>
            ${p.advice === undefined ? nothing : html`<span class="advice">${p.advice}</span>`}
            ${p.more === 0 ? nothing : html`<span class="more">${moreInWords(p)}</span>`}
          </button>
          ${
            p.fixes.length === 0
              ? nothing
              : html`<div class="fixes">${p.fixes.map(
                  (fix) => html`<button type="button" class="outlined"
                    @click=${() => this.dispatchEvent(new CustomEvent('problem-fix', { detail: { fix, file: p.file } }))}>${nameOfFix(fix)}</button>`,
                )}</div>`
          }
        </li>`,
      )}
    </ul>`
  }
}

customElements.define('problem-list', ProblemList)
