import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement, nothing } from 'lit'
import type { ImportProblem } from '../../engine.ts'
import { filesOfChoice } from '../../state/project-files.ts'
import {
  type ImportChoice,
  type ImportState,
  isVerilog,
  noImport,
  pastedPath,
  toolInWords,
} from '../../state/verilog-import.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { importPanelStyles } from './styles.ts'

/** Detail of `import-read`: texts by their paths, and macros of the preprocessor. */
export type ImportSource = Pick<ImportState, 'files' | 'macros'>

/** Problems that are listed at most. */
const mostListed = 100

/**
 * The import of Verilog: where it comes from, how far Yosys is, the module to begin with and its parameters, and what
 * Yosys says.
 *
 * Fires `import-files` with files and their paths, `import-read` ({@link ImportSource}) with a pasted text or files that
 * are to be read another way, `import-make` ({@link ImportChoice}), `import-cancel` and `panel-close`.
 */
export class ImportPanel extends LitElement {
  static override readonly properties = { state: { attribute: false }, top: { state: true } }
  static override readonly styles = [controls, importPanelStyles]

  declare state: ImportState
  /** The module that is chosen; empty: the first. */
  declare private top: string

  constructor() {
    super()
    this.state = noImport
    this.top = ''
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  /** The keyboard goes on where there is something to do. */
  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get('state') as ImportState | undefined
    if (before === undefined || before.step === this.state.step) return
    focusInPlace(
      this.renderRoot.querySelector<HTMLElement>('.body :is(textarea, select, input[type="text"], .foot button)'),
    )
  }

  protected override render() {
    return html`<dialog aria-labelledby="title" @close=${() => this.fire('panel-close')}>
      <div class="head">
        <h2 id="title">Import Verilog</h2>
        <button type="button" class="icon-only" aria-label="Close" title="Close (Escape)"
          @click=${() => this.close()}>${icons.close}</button>
      </div>
      <div class="body">
        ${this.renderStep()}
        ${this.state.failure === undefined ? nothing : html`<p class="failure" role="alert">${this.state.failure}</p>`}
        ${this.renderProblems()}
      </div>
    </dialog>`
  }

  private renderStep() {
    switch (this.state.step) {
      case 'empty':
        return this.renderSources()
      case 'choosing':
        return this.renderChoice()
      case 'done':
        return html`<p role="status">${this.state.made} Undo brings back what you had before.</p>
          <div class="foot"><button type="button" class="primary" @click=${() => this.close()}>Close</button></div>`
      default:
        return this.renderProgress()
    }
  }

  private renderSources() {
    const { files } = this.state
    const pasted = files[pastedPath] ?? ''
    const paths = Object.keys(files)
    const chosen = paths.length > 0 && pasted === ''
    return html`${
      chosen
        ? html`<p>${paths.length === 1 ? paths[0] : `${paths.length.toLocaleString('en')} files`} could not be imported.</p>`
        : html`<p>Paste Verilog here, or drop files or a folder on the page. Yosys reads it in this browser; nothing is
            sent anywhere.</p>
          <textarea aria-label="Verilog" spellcheck="false" autofocus .value=${pasted}
            placeholder="module counter (input clk, output reg [7:0] q); …"></textarea>`
    }
      ${paths.length > 0 ? this.renderMacros() : nothing}
      <div class="foot">
        <label class="files outlined"><span>Choose ${chosen ? 'other ' : ''}files</span><input type="file" multiple
          accept=".v,.sv,.vh,.svh,.hex,.mem" @change=${this.chosen} /></label>
        <button type="button" class="primary" @click=${this.read}>${chosen ? 'Read again' : 'Read'}</button>
      </div>`
  }

  private renderMacros() {
    return html`<label class="field"><span>Macros</span><input type="text" name="macros" spellcheck="false"
      autocomplete="off" autocapitalize="off" placeholder="SYNTHESIS WIDTH=8" .value=${this.state.macros} /></label>`
  }

  private renderProgress() {
    const { progress } = this.state
    const { loaded, total } = progress ?? {}
    return html`<p role="status">${toolInWords(progress)}</p>
      ${
        loaded !== undefined && total !== undefined
          ? html`<progress max=${total} value=${loaded} aria-label="Bytes that are there"></progress>`
          : html`<div class="turning"></div>`
      }
      <div class="foot">
        <button type="button" class="outlined" @click=${() => this.fire('import-cancel')}>Cancel</button>
      </div>`
  }

  private renderChoice() {
    const { tops } = this.state
    const top = tops.find(({ name }) => name === this.top) ?? tops[0]
    return html`<form @submit=${this.make}>
      <label class="field"><span>Top module</span><select name="top" .value=${top?.name ?? ''}
        @change=${(e: Event) => {
          this.top = (e.currentTarget as HTMLSelectElement).value
        }}>${tops.map(
          ({ name }) => html`<option value=${name} ?selected=${name === top?.name}>${name}</option>`,
        )}</select></label>
      ${
        top && top.parameters.length > 0
          ? html`<fieldset><legend>Parameters</legend>${top.parameters.map(
              ({ name, default: value }) => html`<label class="field"><span>${name}</span><input type="text"
                name=${`p:${name}`} spellcheck="false" autocomplete="off" .value=${value} data-default=${value} /></label>`,
            )}</fieldset>`
          : nothing
      }
      ${this.renderMacros()}
      <div class="foot"><button type="submit" class="primary">Import</button></div>
    </form>`
  }

  private renderProblems() {
    const { problems } = this.state
    if (problems.length === 0) return nothing
    const errors = problems.filter(({ severity }) => severity === 'error')
    const others = problems.filter(({ severity }) => severity !== 'error')
    const listed = [...errors, ...others].slice(0, mostListed)
    return html`<ul aria-label="Messages of the import">${listed.map((p) => this.renderProblem(p))}</ul>
      ${problems.length > mostListed ? html`<p>${problems.length - mostListed} more are not listed.</p>` : nothing}`
  }

  private renderProblem({ severity, message, file, line = 0 }: ImportProblem) {
    const { files } = this.state
    const others = Object.keys(files).filter((path) => path !== file)
    const dispensable = severity === 'error' && file !== undefined && file in files && others.some(isVerilog)
    const text = file === undefined || line === 0 ? undefined : files[file]?.split('\n')[line - 1]?.trim()
    return html`<li class=${severity}>
      <span>${file === undefined ? nothing : html`<b>${line > 0 ? `${file}:${line}` : file}</b> `}${message}</span>
      ${text ? html`<code>${text.slice(0, 200)}</code>` : nothing}
      ${
        dispensable && this.state.step === 'empty'
          ? html`<button type="button" class="outlined" @click=${() =>
              this.readFiles(
                Object.fromEntries(others.map((path) => [path, files[path] ?? ''])),
              )}>Leave ${file} out</button>`
          : nothing
      }
    </li>`
  }

  private readonly read = () => {
    const pasted = this.renderRoot.querySelector('textarea')
    if (!pasted) this.readFiles(this.state.files)
    else if (pasted.value.trim() !== '') this.readFiles({ [pastedPath]: pasted.value })
  }

  private readFiles(files: ImportState['files']): void {
    const detail: ImportSource = { files, macros: this.macros }
    this.fire('import-read', detail)
  }

  private get macros(): string {
    return this.renderRoot.querySelector<HTMLInputElement>('input[name="macros"]')?.value ?? this.state.macros
  }

  private readonly chosen = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement
    if (input.files && input.files.length > 0) this.fire('import-files', filesOfChoice([...input.files]))
    input.value = ''
  }

  private readonly make = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const parameters: Record<string, string> = {}
    for (const input of form.querySelectorAll<HTMLInputElement>('input[data-default]')) {
      const value = input.value.trim()
      if (value !== '' && value !== input.dataset.default) parameters[input.name.slice(2)] = value
    }
    const top = form.querySelector('select')?.value ?? ''
    const detail: ImportChoice = { top, parameters, macros: this.macros }
    this.fire('import-make', detail)
  }

  /** Closes the panel, as Escape does. */
  close(): void {
    this.renderRoot.querySelector('dialog')?.close()
  }

  private fire(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

customElements.define('import-panel', ImportPanel)

declare global {
  interface HTMLElementTagNameMap {
    'import-panel': ImportPanel
  }
}
