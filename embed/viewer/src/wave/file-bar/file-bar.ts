/** `<file-bar>`: what the file that is open beside the run has, and what can be done with it. */
import type { FileResult } from '@simten/client/protocol.gen'
import { html, LitElement, nothing, svg, type TemplateResult } from 'lit'
import { grouped } from '../../format/number.ts'
import { buttonIcon, focusRing } from '../../look.ts'
import { place, popoverStyles } from '../../popover.ts'
import type { Matching } from '../recording.ts'
import { fileBarStyles } from './styles.ts'

/** The action on the file. */
export type FileAction =
  | { do: 'previous' | 'next' | 'replay' | 'close' }
  | { do: 'add'; path: string }
  | { do: 'match'; matching: Matching }

/** Signals that the list of details shows. */
const MAX_LISTED = 200

const icons = {
  before: svg`<path d="M3 5.5h6M3 10.5h6M8 3 4.5 13M13 5l-3 3 3 3"/>`,
  after: svg`<path d="M7 5.5h6M7 10.5h6M11.5 3 8 13M3 5l3 3-3 3"/>`,
  close: svg`<path d="m4 4 8 8M12 4l-8 8"/>`,
}

/**
 * @fires file-action - {@link FileAction}
 */
export class FileBar extends LitElement {
  static override styles = [focusRing, buttonIcon, popoverStyles, fileBarStyles]

  static override properties = {
    name: { attribute: false },
    result: { attribute: false },
    busy: { type: Boolean },
    said: { attribute: false },
    wrong: { type: Boolean },
  }

  declare name: string
  declare result: FileResult | undefined
  /** Something is under way. */
  declare busy: boolean
  /** The result of the last action. */
  declare said: string
  /** It went wrong. */
  declare wrong: boolean

  constructor() {
    super()
    this.name = ''
    this.busy = false
    this.said = ''
    this.wrong = false
  }

  private tell(detail: FileAction): void {
    this.dispatchEvent(new CustomEvent<FileAction>('file-action', { detail }))
  }

  private details(e: Event): void {
    const popover = this.renderRoot.querySelector<HTMLElement>('[popover]')
    if (popover) place(popover, e.currentTarget as Element)
  }

  override render(): TemplateResult {
    const { result } = this
    if (!result) return html`${nothing}`
    const matched = result.signals.filter((s) => s.match !== undefined).length
    const all = result.signals.length + (result.more ?? 0)
    const tool = (label: string, icon: unknown, act: FileAction, off = false) =>
      html`<button title=${label} aria-label=${label.replace(/ \(.*/, '')} ?disabled=${off}
        @click=${() => this.tell(act)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${icon}</svg>
      </button>`
    const shown = this.said || result.problem?.message || ''
    return html`<div role="group" aria-label="File">
      <span class="name" title=${this.name}>${this.name}</span>
      <button class="what" aria-haspopup="dialog" title="What is in the file" @click=${(e: Event) => this.details(e)}>
        ${result.cycles > 0 ? `${grouped(result.cycles)} ${result.cycles === 1 ? 'cycle' : 'cycles'} · ` : ''}${grouped(matched)} of ${grouped(all)} signals matched
      </button>
      <span class=${this.wrong || (!this.said && result.problem) ? 'said bad' : 'said'} role="status">${shown}</span>
      ${tool('Previous difference (Shift+D)', icons.before, { do: 'previous' }, this.busy || matched === 0 || !!result.problem)}
      ${tool('Next difference (D)', icons.after, { do: 'next' }, this.busy || matched === 0 || !!result.problem)}
      <button class="use" title="Begin the run anew with the inputs of the file. Undo brings this run back."
        ?disabled=${this.busy || !!result.problem || Object.keys(result.inputs).length === 0}
        @click=${() => this.tell({ do: 'replay' })}>Use as inputs</button>
      ${tool('Close the file', icons.close, { do: 'close' })}
    </div>
    ${this.renderDetails(result)}`
  }

  private renderDetails(result: FileResult): TemplateResult {
    const others = result.signals.filter((s) => s.match === undefined)
    const inputs = Object.entries(result.inputs)
    return html`<div popover role="dialog" aria-label="What is in the file">
      <label>Clock
        <select @change=${(e: Event) => this.match((e.target as HTMLSelectElement).value)}>
          ${result.clock === undefined ? html`<option value="" selected>none</option>` : nothing}
          ${result.clocks.map(
            (path) => html`<option value=${path}
            .selected=${path === result.clock}>${path}</option>`,
          )}
        </select>
      </label>
      <label>Begins at cycle
        <input type="number" min="0" .value=${String(result.first)}
          @change=${(e: Event) => this.shift(e.target as HTMLInputElement)} />
      </label>
      ${result.partial ? html`<p>The file is large: only signals with names of the circuit were read.</p>` : nothing}
      ${
        inputs.length > 0 || result.missing.length > 0
          ? html`<p class="of" id="of-inputs">Inputs</p><ul
            aria-labelledby="of-inputs">${inputs.map(([input, path]) => html`<li>${input} <small>from ${path}</small></li>`)}${result.missing.map((input) => html`<li class="bad">${input} <small>is not in the file</small></li>`)}</ul>`
          : nothing
      }
      ${
        others.length > 0
          ? html`<p class="of" id="of-others">Not in the circuit</p><ul aria-labelledby="of-others">${others
              .slice(0, MAX_LISTED)
              .map(
                ({ path, width }) =>
                  html`<li>${path} <small>${width === 1 ? '1 bit' : `${width} bits`}</small>
            <button aria-label=${`Show ${path}`} @click=${() => this.tell({ do: 'add', path })}>Show</button></li>`,
              )}</ul>`
          : nothing
      }
      ${
        others.length > MAX_LISTED || result.more
          ? html`<p>${grouped(Math.max(0, others.length - MAX_LISTED) + (result.more ?? 0))} more: find them by name.</p>`
          : nothing
      }
      ${result.others ? html`<p>${grouped(result.others)} numbers with a fraction and texts are not shown.</p>` : nothing}
    </div>`
  }

  private match(clock: string): void {
    if (clock !== '') this.tell({ do: 'match', matching: { clock } })
  }

  private shift({ value }: HTMLInputElement): void {
    const first = Number(value)
    const clock = this.result?.clock
    if (value !== '' && Number.isSafeInteger(first) && first >= 0)
      this.tell({ do: 'match', matching: { ...(clock !== undefined && { clock }), first } })
  }
}

if (!customElements.get('file-bar')) customElements.define('file-bar', FileBar)

declare global {
  interface HTMLElementTagNameMap {
    'file-bar': FileBar
  }
}
