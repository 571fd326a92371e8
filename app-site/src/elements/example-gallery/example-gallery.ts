import { html, LitElement, nothing } from 'lit'
import { groupsOf, type Order } from '../../examples/catalogue.ts'
import { thumbnailOf } from '../../examples/thumbnails.ts'
import { controls } from '../shared-styles.ts'
import { exampleGalleryStyles } from './styles.ts'

/** The examples as cards, with a search. Fires `example-open` with the id that was chosen. */
export class ExampleGallery extends LitElement {
  static override readonly properties = {
    current: { type: String },
    search: { state: true },
    order: { state: true },
  }
  static override readonly styles = [controls, exampleGalleryStyles]

  declare current: string
  declare private search: string
  declare private order: Order

  constructor() {
    super()
    this.current = ''
    this.search = ''
    this.order = 'topic'
  }

  protected override render() {
    const groups = groupsOf(this.search, this.order)
    const count = groups.reduce((sum, group) => sum + group.examples.length, 0)
    return html`
      <div class="tools">
        <input type="search" aria-label="Search the examples" placeholder="Search" .value=${this.search}
          @input=${(e: InputEvent) => {
            this.search = (e.target as HTMLInputElement).value
          }} />
        <select aria-label="Order of the examples" .value=${this.order}
          @change=${(e: Event) => {
            this.order = (e.target as HTMLSelectElement).value === 'difficulty' ? 'difficulty' : 'topic'
          }}>
          <option value="topic">By topic</option>
          <option value="difficulty">By difficulty</option>
        </select>
      </div>
      <p class="none" role="status">${count === 0 ? `No example has “${this.search}” in its words.` : nothing}</p>
      ${groups.map(
        (group) => html`<h3>${group.title}</h3>
        <ul>
          ${group.examples.map(
            (e) => html`<li>
              <button
                type="button"
                aria-current=${e.id === this.current ? 'true' : 'false'}
                @click=${() => this.dispatchEvent(new CustomEvent('example-open', { detail: e.id }))}
              >
                <img src=${thumbnailOf(e.id) ?? nothing} alt="" loading="lazy" decoding="async" />
                <span class="title">${e.title}</span>
                <span class="line">${e.line}</span>
              </button>
            </li>`,
          )}
        </ul>`,
      )}
    `
  }
}

customElements.define('example-gallery', ExampleGallery)
