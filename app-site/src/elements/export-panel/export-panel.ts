import { download } from '@simten/viewer/format/download'
import { html, LitElement, nothing } from 'lit'
import type { Diagnostic } from '../../engine.ts'
import { type ExportedFile, type ExportState, noExport } from '../../share/verilog-export.ts'
import type { Place } from '../../state/problems.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { exportPanelStyles } from './styles.ts'

/** Detail of `export-write`: how the circuit is to be written. */
export type ExportOptions = Partial<Pick<ExportState, 'system' | 'blackBoxes'>>

const languages = [
  ['Verilog', false],
  ['SystemVerilog', true],
] as const
/** Characters of a file that are shown at most: whoever wants more has a program for such files. */
const mostShown = 200_000

/**
 * The circuit as Verilog: its files, to be looked at, copied and saved, and what has no form in it.
 *
 * Fires `export-write` ({@link ExportOptions}), `export-say` with words for the reader, `problem-open` with a
 * {@link Place} of the text, and `panel-close`.
 */
export class ExportPanel extends LitElement {
  static override readonly properties = { state: { attribute: false }, chosen: { state: true } }
  static override readonly styles = [controls, exportPanelStyles]

  declare state: ExportState
  /** Index of the file that is shown. */
  declare private chosen: number

  constructor() {
    super()
    this.state = noExport
    this.chosen = 0
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  private get file(): ExportedFile | undefined {
    return this.state.files[this.chosen] ?? this.state.files[0]
  }

  protected override render() {
    const { state, file } = this
    return html`<dialog aria-labelledby="title" @close=${() => this.fire('panel-close')}>
      <div class="head">
        <h2 id="title">Export</h2>
        <div class="languages" role="radiogroup" aria-label="Language">
          ${languages.map(
            ([word, system]) => html`<label><input type="radio" name="language" .checked=${state.system === system}
              @change=${() => this.write({ system })} /><span>${word}</span></label>`,
          )}
        </div>
        <button type="button" class="icon-only" aria-label="Close" title="Close (Escape)"
          @click=${() => this.close()}>${icons.close}</button>
      </div>
      <div class="body" aria-busy=${state.busy ? 'true' : 'false'}>
        <p class="told" role="status">${this.told()}</p>
        ${this.renderDiagnostics()}
        ${
          file
            ? html`<nav aria-label="Files">${state.files.map(
                ({ name }, i) => html`<button type="button" aria-pressed=${state.files[i] === file ? 'true' : 'false'}
                  @click=${() => this.choose(i)}>${name}</button>`,
              )}</nav>
              <pre tabindex="0" role="region"
                aria-label=${`Text of ${file.name}`}>${file.text.slice(0, mostShown)}</pre>
              <div class="foot">
                <span>${file.text.length > mostShown ? `The first ${mostShown.toLocaleString('en')} characters are shown.` : nothing}</span>
                <button type="button" class="outlined" @click=${() => void this.copy(file)}>Copy</button>
                <button type="button" class="outlined" @click=${() => this.save([file])}>Download</button>
                <button type="button" class="primary" @click=${() => this.save(state.files)}>Download all</button>
              </div>`
            : nothing
        }
      </div>
    </dialog>`
  }

  /** Words about the files, or why there are none. */
  private told(): string {
    const { busy, problem, files, run, diagnostics } = this.state
    if (busy) return 'Writing …'
    if (problem !== undefined) return problem
    if (files.length === 0 && diagnostics.length > 0) return 'Parts of this circuit have no form in Verilog:'
    return run
  }

  private renderDiagnostics() {
    const { diagnostics, blackBoxes, files } = this.state
    const refused = diagnostics.some((d) => d.severity === 'error')
    if (diagnostics.length === 0 && !blackBoxes) return nothing
    return html`<div class="notes">
      <ul aria-label="Problems">
        ${diagnostics.map(
          (d) => html`<li class=${d.severity}>
            <span>${d.message}${d.suggestion ? html` <small>${d.suggestion}</small>` : nothing}</span>
            ${
              d.line
                ? html`<button type="button" class="outlined" @click=${() => this.open(d)}>Line ${d.line}</button>`
                : nothing
            }
          </li>`,
        )}
      </ul>
      ${
        refused || (blackBoxes && files.length > 0)
          ? html`<label class="boxes"><input type="checkbox" .checked=${blackBoxes}
              @change=${(e: Event) => this.write({ blackBoxes: (e.currentTarget as HTMLInputElement).checked })} />
              <span>Write them as modules without contents (black boxes)</span></label>`
          : nothing
      }
    </div>`
  }

  private write(options: ExportOptions): void {
    this.fire('export-write', options)
  }

  private choose(index: number): void {
    this.chosen = index
    this.renderRoot.querySelector('pre')?.scrollTo(0, 0)
  }

  private open({ file, line = 0, column = 1 }: Diagnostic): void {
    this.close()
    const place: Place = { ...(file !== undefined && { file }), line, column, endLine: 0, endColumn: 0 }
    this.fire('problem-open', place)
  }

  private async copy({ name, text }: ExportedFile): Promise<void> {
    const words = await navigator.clipboard.writeText(text).then(
      () => `${name} was copied.`,
      () => 'This browser keeps pages from the clipboard. Download the file.',
    )
    this.fire('export-say', words)
  }

  private save(files: readonly ExportedFile[]): void {
    for (const { name, text } of files) download(name, new Blob([text], { type: 'text/plain' }))
    const [first] = files
    this.fire('export-say', files.length === 1 ? `${first?.name} was saved.` : `${files.length} files were saved.`)
  }

  /** Closes the panel, as Escape does. */
  close(): void {
    this.renderRoot.querySelector('dialog')?.close()
  }

  private fire(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

customElements.define('export-panel', ExportPanel)

declare global {
  interface HTMLElementTagNameMap {
    'export-panel': ExportPanel
  }
}
