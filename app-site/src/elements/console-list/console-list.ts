import { css, html, LitElement } from 'lit'
import { controls } from '../shared-styles.ts'

/** What the program printed while the circuit was made. */
export class ConsoleList extends LitElement {
  static override readonly properties = { lines: { attribute: false } }
  static override readonly styles = [
    controls,
    css`
      :host { display: block; overflow: auto; }
      p { margin: 0; padding: 12px 16px; color: var(--st-muted); }
      ol { list-style: none; margin: 0; padding: 6px 0; font-family: var(--st-mono); font-size: var(--st-text-1); }
      li { padding: 2px 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
      li + li { border-top: 1px solid color-mix(in srgb, var(--st-line) 50%, transparent); }
    `,
  ]

  declare lines: readonly string[]

  constructor() {
    super()
    this.lines = []
  }

  protected override render() {
    if (this.lines.length === 0) {
      return html`<p>Nothing was printed. <code>console.log(…)</code> in the text writes here when the circuit is made.</p>`
    }
    return html`<ol>${this.lines.map((line) => html`<li>${line}</li>`)}</ol>`
  }
}

customElements.define('console-list', ConsoleList)
