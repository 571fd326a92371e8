import '@simten/embed/circuit-embed/circuit-embed'
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Block, Inline } from '../../learn/blocks.ts'
import { controls } from '../shared-styles.ts'
import { lessonTextStyles } from './styles.ts'

/** The text of a lesson, with its live circuits. */
export class LessonText extends LitElement {
  static override readonly properties = { blocks: { attribute: false }, sandbox: { type: String } }
  static override readonly styles = [controls, lessonTextStyles]

  declare blocks: readonly Block[]
  /** Origin of the sandbox; live circuits wait for it. */
  declare sandbox: string

  constructor() {
    super()
    this.blocks = []
    this.sandbox = ''
  }

  protected override render() {
    return this.blocks.map((block) => this.block(block))
  }

  private block(block: Block): TemplateResult {
    switch (block.kind) {
      case 'heading':
        return html`<h2>${line(block.text)}</h2>`
      case 'paragraph':
        return html`<p>${line(block.text)}</p>`
      case 'list': {
        const items = block.items.map((item) => html`<li>${line(item)}</li>`)
        return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
      }
      case 'table':
        return html`<div class="table" tabindex="0" role="group" aria-label="Table"><table>
          <thead><tr>${block.head.map((cell) => html`<th scope="col">${line(cell)}</th>`)}</tr></thead>
          <tbody>${block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${line(cell)}</td>`)}</tr>`)}</tbody>
        </table></div>`
      case 'code':
        return html`<pre tabindex="0"><code>${block.text}</code></pre>`
      default: {
        const { height = '240', run, inputs, panes, heading } = block.attributes
        return this.sandbox === ''
          ? html`<div class="wait"></div>`
          : html`<circuit-embed sandbox=${this.sandbox} code=${block.text} height=${height} run=${run ?? nothing}
              inputs=${inputs ?? nothing} panes=${panes ?? nothing} heading=${heading ?? nothing}></circuit-embed>`
      }
    }
  }
}

function line(pieces: readonly Inline[]): (TemplateResult | string)[] {
  return pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    if ('code' in piece) return html`<code>${piece.code}</code>`
    if ('strong' in piece) return html`<strong>${piece.strong}</strong>`
    if ('em' in piece) return html`<em>${piece.em}</em>`
    return html`<a href=${piece.href}>${piece.link}</a>`
  })
}

customElements.define('lesson-text', LessonText)
