import { css, html, LitElement, nothing } from 'lit'
import { grouped, moreInWords, nameOfFix, type Problem } from '../../state/problems.ts'
import { controls } from '../shared-styles.ts'

const signs = { error: '✕', warning: '!', info: 'i' } as const
const words = { error: 'Error', warning: 'Warning', info: 'Hint' } as const

/** All problems of the newest text. Fires `problem-open` with the problem that was chosen, `problem-fix` with a change of the text. */
export class ProblemList extends LitElement {
  static override readonly properties = { problems: { attribute: false }, checked: { attribute: false } }
  static override readonly styles = [
    controls,
    css`
      :host { display: block; overflow: auto; }
      p { margin: 0; padding: 12px 16px; color: var(--st-muted); }
      ul { list-style: none; margin: 0; padding: 4px; }
      li > button {
        width: 100%; display: grid; grid-template-columns: 1.4em 1fr auto; gap: 2px 8px; align-items: baseline; padding: 6px 10px;
        text-align: left; white-space: normal; min-height: 0;
      }
      .sign {
        width: 1.6em; height: 1.6em; border-radius: 1em; display: inline-grid; place-items: center; font: 700 0.77em/1 var(--st-font);
        color: var(--st-surface); align-self: start; margin-top: 2px;
      }
      .error { background: var(--st-bad); } .warning { background: var(--st-warn); } .info { background: var(--st-bus); }
      .advice { grid-column: 2; color: var(--st-muted); }
      .more { grid-column: 2; color: var(--st-muted); font-size: var(--st-text-1); }
      .place { color: var(--st-muted); font-family: var(--st-mono); font-size: var(--st-text-1); font-variant-numeric: tabular-nums; }
      .fixes { display: flex; flex-wrap: wrap; gap: 8px; padding: 0 10px 8px calc(18px + 1.4em); }
      .fixes button { min-height: 28px; max-width: 100%; overflow-wrap: anywhere; white-space: normal; }
      .message { overflow-wrap: anywhere; white-space: pre-line; }
    `,
  ]

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
            <span class="place">${p.line > 0 ? html`<span class="visually-hidden">line </span>${p.line}:${p.column}` : nothing}</span>
            ${p.advice === undefined ? nothing : html`<span class="advice">${p.advice}</span>`}
            ${p.more === 0 ? nothing : html`<span class="more">${moreInWords(p)}</span>`}
          </button>
          ${
            p.fixes.length === 0
              ? nothing
              : html`<div class="fixes">${p.fixes.map(
                  (fix) => html`<button type="button" class="outlined"
                    @click=${() => this.dispatchEvent(new CustomEvent('problem-fix', { detail: fix }))}>${nameOfFix(fix)}</button>`,
                )}</div>`
          }
        </li>`,
      )}
    </ul>`
  }
}

customElements.define('problem-list', ProblemList)
