import { download } from '@simten/viewer/format/download'
import { html, LitElement, nothing } from 'lit'
import type { Device, Diagnostic } from '../../engine.ts'
import { type BitstreamState, bytesOf, noBitstream } from '../../share/bitstream.ts'
import { type ExportedFile, type ExportState, noExport } from '../../share/verilog-export.ts'
import type { Place } from '../../state/problems.ts'
import { toolInWords } from '../../state/verilog-import.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { exportPanelStyles } from './styles.ts'

/** Detail of `export-write`: how the circuit is to be written. */
export type ExportOptions = Partial<Pick<ExportState, 'system' | 'blackBoxes'>>

/** Detail of `chip-make`: the chip, and the text of a file of pins. */
export interface ChipChoice {
  readonly device: Device
  readonly pins: string
}

const devices: readonly (readonly [Device, string])[] = [
  ['up5k', 'iCE40 UP5K (SG48)'],
  ['hx1k', 'iCE40 HX1K (TQ144)'],
]

const languages = [
  ['Verilog', false],
  ['SystemVerilog', true],
] as const
/** Characters of a file that are shown at most: whoever wants more has a program for such files. */
const mostShown = 200_000

/**
 * The circuit as Verilog: its files, to be looked at, copied and saved, and what has no form in it.
 *
 * A file for a chip is made beside it. Fires `chip-make` ({@link ChipChoice}) and `chip-cancel` for that,
 * `export-write` ({@link ExportOptions}), `export-say` with words for the reader, `problem-open` with a
 * {@link Place} of the text, `part-open` with the path of a part, and `panel-close`.
 */
export class ExportPanel extends LitElement {
  static override readonly properties = {
    state: { attribute: false },
    chip: { attribute: false },
    chosen: { state: true },
    forChip: { state: true },
  }
  static override readonly styles = [controls, exportPanelStyles]

  declare state: ExportState
  declare chip: BitstreamState
  /** The file for a chip is shown in the place of Verilog. */
  declare private forChip: boolean
  /** Index of the file that is shown. */
  declare private chosen: number

  constructor() {
    super()
    this.state = noExport
    this.chip = noBitstream
    this.forChip = false
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
            ([word, system]) => html`<label><input type="radio" name="language" 
              .checked=${!this.forChip && state.system === system} @change=${() => this.write({ system })} /><span>${word}</span></label>`,
          )}
          <label><input type="radio" name="language" .checked=${this.forChip} @change=${() => {
            this.forChip = true
          }} /><span>Chip</span></label>
        </div>
        <button type="button" class="icon-only" aria-label="Close" title="Close (Escape)"
          @click=${() => this.close()}>${icons.close}</button>
      </div>
      ${this.forChip ? this.renderChip() : this.renderVerilog(file)}
    </dialog>`
  }

  private renderVerilog(file: ExportedFile | undefined) {
    const { state } = this
    return html`<div class="body" aria-busy=${state.busy ? 'true' : 'false'}>
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
      </div>`
  }

  private renderChip() {
    const { busy, progress, problem, result } = this.chip
    const { loaded, total } = progress ?? {}
    const words = progress ? toolInWords(progress) : 'Writing the Verilog'
    return html`<div class="body chip" aria-busy=${busy ? 'true' : 'false'}>
      <form @submit=${this.make}>
        <label><span>Chip</span><select name="device" ?disabled=${busy}>${devices.map(
          ([device, title]) => html`<option value=${device}>${title}</option>`,
        )}</select></label>
        <label class="pins"><span>Pins (PCF); ports without a place are put somewhere</span><textarea name="pins"
          spellcheck="false" placeholder="set_io led 39" ?disabled=${busy}></textarea></label>
        ${
          busy
            ? html`<p class="told" role="status">${words}</p>
              ${
                loaded !== undefined && total !== undefined
                  ? html`<progress max=${total} value=${loaded} aria-label="Bytes that are there"></progress>`
                  : html`<div class="turning"></div>`
              }
              <div class="foot"><button type="button" class="outlined"
                @click=${() => this.fire('chip-cancel')}>Cancel</button></div>`
            : html`<div class="foot">
                <span>Yosys and nextpnr run in this browser: 12 MB are loaded once for the HX1K, 24 MB for the UP5K.</span>
                <button type="submit" class="primary">Make the bitstream</button></div>`
        }
      </form>
      ${problem === undefined ? nothing : html`<p class="failure" role="alert">${problem}</p>`}
      ${result?.problems.map(({ message }) => html`<p class="failure" role="alert">${message}</p>`)}
      ${result?.data ? this.renderReport() : nothing}
    </div>`
  }

  private renderReport() {
    const { result, name } = this.chip
    if (!result) return nothing
    return html`<table><caption>${name}, ${bytesOf(result).length.toLocaleString('en')} bytes</caption>
        <tbody>
          ${result.used.map(
            ({ kind, used, available }) => html`<tr><th scope="row">${kind}</th><td>${used.toLocaleString('en')} of
              ${available.toLocaleString('en')}</td></tr>`,
          )}
          ${result.clocks.map(
            ({ name, megahertz }) =>
              html`<tr><th scope="row">${name}</th><td>at most ${megahertz.toFixed(1)} MHz</td></tr>`,
          )}
        </tbody></table>
      <div class="foot"><button type="button" class="primary" @click=${() => {
        download(name, new Blob([bytesOf(result)], { type: 'application/octet-stream' }))
        this.fire('export-say', `${name} was saved.`)
      }}>Download ${name}</button></div>`
  }

  private readonly make = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const device = devices.find(([id]) => id === form.querySelector('select')?.value)?.[0] ?? 'up5k'
    const detail: ChipChoice = { device, pins: form.querySelector('textarea')?.value ?? '' }
    this.fire('chip-make', detail)
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
            ${this.renderPlace(d)}
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

  /** A part of the library has no line, but a place in the picture. */
  private renderPlace(d: Diagnostic) {
    if (d.line) return html`<button type="button" class="outlined" @click=${() => this.open(d)}>Line ${d.line}</button>`
    if (!d.node) return nothing
    return html`<button type="button" class="outlined" @click=${() => {
      this.close()
      this.fire('part-open', d.node)
    }}>Show ${d.node}</button>`
  }

  private write(options: ExportOptions): void {
    this.forChip = false
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
