import { html, LitElement } from 'lit'
import { controls } from '../shared-styles.ts'
import { consoleListStyles } from './styles.ts'

/** Lines that the program printed while the circuit was made. */
export class ConsoleList extends LitElement {
  static override readonly properties = { lines: { attribute: false } }
  static override readonly styles = [controls, consoleListStyles]

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
