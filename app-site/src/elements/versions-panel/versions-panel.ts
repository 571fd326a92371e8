import type { EditorView } from '@codemirror/view'
import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement, nothing } from 'lit'
import { type Version, versionInWords } from '../../state/versions.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { versionsPanelStyles } from './styles.ts'

/** Versions of other projects that are listed. */
const mostOthers = 60

/**
 * The versions of the project, and of others: a list, the difference to the text as it is now, and a way back.
 *
 * Fires `version-restore` with a {@link Version}, `version-name` with the name under which the text is to be kept,
 * `version-remove` with an id, and `panel-close`.
 */
export class VersionsPanel extends LitElement {
  static override readonly properties = {
    versions: { attribute: false },
    project: { attribute: false },
    text: { attribute: false },
    chosen: { state: true },
  }
  static override readonly styles = [controls, versionsPanelStyles]

  /** The newest first; undefined until they are read. */
  declare versions: readonly Version[] | undefined
  /** The project of the text. */
  declare project: string | undefined
  /** The text as it is now. */
  declare text: string
  declare private chosen: number | undefined
  private view: EditorView | undefined
  /** The version and the text whose difference is shown. */
  private shown: readonly [version: number, text: string] | undefined

  constructor() {
    super()
    this.versions = undefined
    this.project = undefined
    this.text = ''
    this.chosen = undefined
  }

  private get version(): Version | undefined {
    return this.versions?.find((v) => v.id === this.chosen) ?? this.own[0] ?? this.versions?.[0]
  }

  private get own(): readonly Version[] {
    return this.versions?.filter((v) => v.project === this.project) ?? []
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.view?.destroy()
    this.view = this.shown = undefined
  }

  protected override render() {
    const others = this.versions?.filter((v) => v.project !== this.project).slice(0, mostOthers) ?? []
    const { version } = this
    return html`<dialog aria-labelledby="title" @close=${() => this.fire('panel-close')}>
      <header>
        <h2 id="title">Versions</h2>
        <form @submit=${this.name}>
          <input type="text" aria-label="Name for the text as it is now" placeholder="Name for the text as it is now"
            maxlength="80" required />
          <button type="submit" class="outlined">Keep</button>
        </form>
        <button type="button" class="icon-only" aria-label="Close" title="Close (Escape)"
          @click=${() => this.close()}>${icons.close}</button>
      </header>
      ${
        this.versions === undefined
          ? html`<p>Reading …</p>`
          : this.versions.length === 0
            ? html`<p>There are no versions yet. One is kept whenever your text has rested for a while, and before another takes its place.</p>`
            : html`<div class="columns">
                <nav aria-label="Versions" @keydown=${this.key}>
                  ${this.list('This project', this.own)}${this.list('Other projects', others)}
                </nav>
                <section aria-label="Difference">
                  ${version ? this.renderVersion(version) : nothing}
                  <div class="difference"></div>
                </section>
              </div>`
      }
    </dialog>`
  }

  private list(title: string, versions: readonly Version[]) {
    if (versions.length === 0) return nothing
    return html`<h3>${title}</h3>
      <ul>
        ${versions.map(
          (v) => html`<li><button type="button" class="version"
            aria-current=${v.id === this.version?.id ? 'true' : 'false'}
            @click=${() => {
              this.chosen = v.id
            }}>
            <span class="words ${v.name === undefined ? '' : 'named'}">${versionInWords(v)}</span>
            <time datetime=${new Date(v.at).toISOString()}>${timeInWords(v.at)}</time>
          </button></li>`,
        )}
      </ul>`
  }

  private renderVersion(version: Version) {
    const same = version.text === this.text
    return html`<div class="chosen">
      <span>${same ? 'The text is as in this version.' : 'Restoring it changes:'}</span>
      <button type="button" class="primary" ?disabled=${same}
        @click=${() => this.fire('version-restore', version)}>Restore</button>
      <button type="button" class="outlined" @click=${() => this.fire('version-remove', version.id)}>Delete</button>
    </div>`
  }

  protected override updated(): void {
    const { version, text } = this
    const parent = this.renderRoot.querySelector<HTMLElement>('.difference')
    if (!parent || !version) {
      this.view?.destroy()
      this.view = this.shown = undefined
      return
    }
    if (this.shown?.[0] === version.id && this.shown[1] === text) return
    const shown = [version.id, text] as const
    this.shown = shown
    void import('../../editor/difference.ts').then(({ showDifference }) => {
      if (this.shown !== shown || !this.shadowRoot) return
      this.view?.destroy()
      this.view = showDifference(parent, this.shadowRoot, text, version.text)
    })
  }

  private readonly name = (event: SubmitEvent) => {
    event.preventDefault()
    const input = (event.currentTarget as HTMLFormElement).querySelector('input')
    const name = input?.value.trim()
    if (!input || !name) return
    input.value = ''
    this.fire('version-name', name)
  }

  private readonly key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('.version')]
    const at = buttons.indexOf(this.shadowRoot?.activeElement as HTMLElement)
    const next = buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]
    focusInPlace(next)
    next?.click()
  }

  /** Closes the panel, as Escape does. */
  close(): void {
    this.renderRoot.querySelector('dialog')?.close()
  }

  private fire(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

/** A time as short as it is clear. */
function timeInWords(at: number): string {
  const date = new Date(at)
  const today = date.toDateString() === new Date().toDateString()
  return date.toLocaleString('en', {
    ...(!today && { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  })
}

customElements.define('versions-panel', VersionsPanel)

declare global {
  interface HTMLElementTagNameMap {
    'versions-panel': VersionsPanel
  }
}
