import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement, nothing } from 'lit'
import type { ImportProblem } from '../../engine.ts'
import { filesOfChoice } from '../../state/project-files.ts'
import { type ImportState, noImport, toolInWords } from '../../state/verilog-import.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { importPanelStyles } from './styles.ts'

/** Detail of `import-make`: the module to begin with, and parameters that differ from their defaults. */
export interface ImportChoice {
  readonly top: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Problems that are listed at most. */
const mostListed = 100

/**
 * The import of Verilog: where it comes from, how far Yosys is, the module to begin with and its parameters, and what
 * Yosys says.
 *
 * Fires `import-text` with a pasted text, `import-files` with a list of {@link File}, `import-make`
 * ({@link ImportChoice}), `import-cancel` and `panel-close`.
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
    focusInPlace(this.renderRoot.querySelector<HTMLElement>('.body :is(textarea, select, .foot button)'))
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
    return html`<p>Paste Verilog here, or drop files or a folder on the page. Yosys reads it in this browser; nothing is
        sent anywhere.</p>
      <textarea aria-label="Verilog" spellcheck="false" autofocus
        placeholder="module counter (input clk, output reg [7:0] q); …"></textarea>
      <div class="foot">
        <label class="files outlined"><span>Choose files</span><input type="file" multiple
          accept=".v,.sv,.vh,.svh,.hex,.mem" @change=${this.chosen} /></label>
        <button type="button" class="primary" @click=${this.pasted}>Read</button>
      </div>`
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
    const text = file === undefined || line === 0 ? undefined : this.state.files[file]?.split('\n')[line - 1]?.trim()
    return html`<li class=${severity}>
      <span>${file === undefined ? nothing : html`<b>${line > 0 ? `${file}:${line}` : file}</b> `}${message}</span>
      ${text ? html`<code>${text.slice(0, 200)}</code>` : nothing}
    </li>`
  }

  private readonly pasted = () => {
    const text = this.renderRoot.querySelector('textarea')?.value ?? ''
    if (text.trim() !== '') this.fire('import-text', text)
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
    const detail: ImportChoice = { top, parameters }
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
