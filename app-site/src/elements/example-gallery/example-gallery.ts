import { html, LitElement } from 'lit'
import { groups } from '../../examples/catalogue.ts'
import { controls } from '../shared-styles.ts'
import { miniatureOf } from './miniatures.ts'
import { exampleGalleryStyles } from './styles.ts'

/** The examples as cards. Fires `example-open` with the id that was chosen. */
export class ExampleGallery extends LitElement {
  static override readonly properties = { current: { type: String } }
  static override readonly styles = [controls, exampleGalleryStyles]

  declare current: string

  constructor() {
    super()
    this.current = ''
  }

  protected override render() {
    return groups.map(
      (group) => html`<h3>${group.title}</h3>
        <ul>
          ${group.examples.map(
            (e) => html`<li>
              <button
                type="button"
                aria-current=${e.id === this.current ? 'true' : 'false'}
                @click=${() => this.dispatchEvent(new CustomEvent('example-open', { detail: e.id }))}
              >
                ${miniatureOf(e)}
                <span class="title">${e.title}</span>
                <span class="line">${e.line}</span>
              </button>
            </li>`,
          )}
        </ul>`,
    )
  }
}

customElements.define('example-gallery', ExampleGallery)
