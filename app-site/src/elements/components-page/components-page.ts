import { html, LitElement, nothing } from 'lit'
import { chapters, type Entry, entries } from '../../components/reference.ts'
import { markdown } from '../../language/describe.ts'
import '../component-specimen/component-specimen.ts'
import { mark } from '../icons.ts'
import { markStyles, pageStyles } from '../page-styles.ts'
import { controls } from '../shared-styles.ts'
import { componentsPageStyles } from './styles.ts'

/** The reference of the library: a list with a search, and one component beside it. The address names it: #Adder. */
export class ComponentsPage extends LitElement {
  static override readonly styles = [controls, pageStyles, markStyles, componentsPageStyles]

  private search = ''
  /**
   * The list is open, where there is room for one thing only. Without a name in the address it is what the page begins
   * with.
   */
  private listed = location.hash.length < 2

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('hashchange', () => this.opened())
  }

  private get entry(): Entry | undefined {
    const name = decodeURIComponent(location.hash.slice(1))
    return entries.find((e) => e.name === name) ?? entries.find((e) => e.name === 'And')
  }

  private opened(): void {
    this.listed = false
    this.requestUpdate()
    void this.updateComplete.then(() => this.renderRoot.querySelector('article')?.scrollTo({ top: 0 }))
  }

  /** Whoever comes by a link sees where in the list it leads. */
  protected override firstUpdated(): void {
    this.showCurrent()
  }

  private showCurrent(): void {
    this.renderRoot.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'center' })
  }

  private toggleList(open: boolean): void {
    this.listed = open
    this.requestUpdate()
    if (open) void this.updateComplete.then(() => this.showCurrent())
  }

  protected override render() {
    const entry = this.entry
    document.title = entry ? `${entry.name} – Simten` : 'Components – Simten'
    const found = chapters(this.search)
    return html`
      <header>
        <a href="/" aria-label="Simten, the editor">${mark}</a>
        <h1>Components</h1>
        <a class="open" href="/" aria-label="Open the editor"><span class="wide">Open the editor</span><span
          class="short">Editor</span></a>
      </header>
      <main ?data-list=${this.listed}>
        <nav aria-label="Components">
          <div class="search">
            <input type="search" aria-label="Search the components" placeholder="Search" .value=${this.search}
              @input=${(e: InputEvent) => this.find((e.target as HTMLInputElement).value)} />
            <button type="button" class="toggle outlined" aria-expanded=${this.listed ? 'true' : 'false'}
              aria-controls="list"
              @click=${() => this.toggleList(!this.listed)}>${this.listed ? 'Close the list' : 'All components'}</button>
          </div>
          <div class="list" id="list">
            ${found.map(
              (chapter) => html`<h2>${chapter.title}</h2>
                <ul>
                  ${chapter.entries.map(
                    (e) =>
                      html`<li><a href=${`#${e.name}`} @click=${() => this.toggleList(false)}
                        aria-current=${e === entry ? 'page' : nothing}>${e.name}</a></li>`,
                  )}
                </ul>`,
            )}
            ${
              found.length === 0
                ? html`<p
              class="none">Nothing has “${this.search}” in its name, ports or options.</p>`
                : nothing
            }
          </div>
        </nav>
        <article tabindex="0" aria-label=${entry?.name ?? ''}>${entry ? this.describe(entry) : nothing}</article>
      </main>
    `
  }

  private find(text: string): void {
    this.search = text
    this.listed = true
    this.requestUpdate()
  }

  private describe(e: Entry) {
    const ports = (direction: string) => (e.ports ?? []).filter((p) => p.direction === direction)
    return html`
      <h2>${e.name}</h2>
      <p class="summary">${e.summary}</p>
      ${e.doc === undefined ? nothing : markdown(e.doc)}
      <component-specimen .entry=${e}></component-specimen>
      ${this.table('Inputs', ports('input'))} ${this.table('Outputs', ports('output'))}
      ${
        e.options === undefined || e.options.length === 0
          ? nothing
          : html`<h3>${e.kind === 'helper' ? 'Parameters' : 'Options'}</h3>
            <table>
              <tbody>
                ${e.options.map(
                  (o) =>
                    html`<tr><th scope="row">${o.name}</th><td
                      class="width">${o.default === undefined ? '' : `= ${o.default}`}</td><td>${o.doc}</td></tr>`,
                )}
              </tbody>
            </table>`
      }
      ${this.line('Value', e.formula)} ${this.line('Clock edge', e.clock)} ${this.line('Returns', e.returns)}
      ${this.line('Throws', e.throws)}
      <h3>Example</h3>
      <pre tabindex="0"><code>${e.example}</code></pre>
    `
  }

  private table(title: string, ports: NonNullable<Entry['ports']>) {
    if (ports.length === 0) return nothing
    return html`<h3>${title}</h3>
      <table>
        <tbody>
          ${ports.map(
            (p) =>
              html`<tr><th scope="row">${p.name}</th><td
                class="width">${p.width === 'bit' ? 'bit' : `bus(${p.width})`}</td><td>${p.doc}</td></tr>`,
          )}
        </tbody>
      </table>`
  }

  private line(title: string, text: string | undefined) {
    return text === undefined ? nothing : html`<h3>${title}</h3><p>${text}</p>`
  }
}

customElements.define('simten-components', ComponentsPage)
