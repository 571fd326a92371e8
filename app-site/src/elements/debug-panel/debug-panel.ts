import { html, LitElement, nothing } from 'lit'
import type { On } from '../../engine.ts'
import type { Breakpoint, Debugger, DebugState } from '../../state/debugger.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { debugPanelStyles } from './styles.ts'

const kinds: readonly { on: On; word: string }[] = [
  { on: 'rise', word: 'becomes true' },
  { on: 'fall', word: 'becomes false' },
  { on: 'change', word: 'changes' },
  { on: 'true', word: 'is true' },
]

const wordOf = (on: On) => kinds.find((k) => k.on === on)?.word ?? on

/** Breakpoints, and the search through all cycles of the run. */
export class DebugPanel extends LitElement {
  static override readonly properties = {
    debugger: { attribute: false },
    state: { attribute: false },
    clocked: { type: Boolean },
    text: { state: true },
    on: { state: true },
  }
  static override readonly styles = [controls, debugPanelStyles]

  declare debugger: Debugger | undefined
  declare state: DebugState | undefined
  /** The circuit has cycles. */
  declare clocked: boolean
  declare text: string
  declare on: On

  constructor() {
    super()
    this.clocked = true
    this.text = ''
    this.on = 'rise'
  }

  protected override render() {
    const { state } = this
    if (!state) return nothing
    if (!this.clocked)
      return html`<p>This circuit has no registers or memories, so it has no cycles to stop at or to search. Select a part and press “Why?” to see what made its value.</p>`
    const empty = this.text.trim() === ''
    return html`
      <form @submit=${this.add}>
        <input type="text" aria-label="Expression over signals" placeholder="count === 5" spellcheck="false"
          autocomplete="off" autocapitalize="off"
          .value=${this.text} @input=${(e: Event) => {
            this.text = (e.target as HTMLInputElement).value
          }} />
        <button type="button" class="outlined" ?disabled=${empty}
          @click=${() => this.debugger?.search(this.text, true)}>Find previous</button>
        <button type="button" class="outlined" ?disabled=${empty}
          @click=${() => this.debugger?.search(this.text, false)}>Find next</button>
        <select aria-label="Stop where it" @change=${(e: Event) => {
          this.on = (e.target as HTMLSelectElement).value as On
        }}>${kinds.map(
          ({ on, word }) => html`<option value=${on}
          ?selected=${on === this.on}>${word}</option>`,
        )}</select>
        <button type="submit" class="outlined" ?disabled=${empty}>Add breakpoint</button>
      </form>
      <div class="go">
        <input type="text" class="cycle" inputmode="numeric" aria-label="Cycle to go to" placeholder="cycle"
          autocomplete="off" @keydown=${this.goTo}
          @input=${(e: Event) => (e.target as HTMLInputElement).setCustomValidity('')} />
      </div>
      ${state.breakpoints.length === 0 ? nothing : this.renderList(state.breakpoints)}
      <p class=${state.told?.tone ?? ''} role="status">${
        state.busy
          ? 'Searching…'
          : (state.told?.text ??
            (state.breakpoints.length === 0
              ? 'Write what you look for: a name (alu.out), a comparison (pc === 0x104), a change (rise(we)). Every cycle of the run is searched, also those before you asked.'
              : ''))
      }</p>
    `
  }

  private renderList(list: readonly Breakpoint[]) {
    const active = list.some((b) => b.active)
    return html`
      <ul aria-label="Breakpoints">${list.map(
        (b) => html`<li class=${b.here ? 'here' : ''} aria-current=${b.here ? 'true' : nothing}>
          <label><input type="checkbox" .checked=${b.active}
            @change=${() => this.debugger?.toggle(b.id)} /><code>${b.line ? b.line.text : b.when}</code></label>
          ${b.problem === undefined ? nothing : html`<span class="kind bad">${b.problem}</span>`}
          <span class="kind">${b.line ? `line ${b.line.number}` : wordOf(b.on)}</span>
          ${
            b.hits === undefined
              ? nothing
              : html`<span
            class="hits">${b.hits === 1 ? '1 hit' : `${b.hits.toLocaleString('en')} hits`}</span>`
          }
          <button type="button" title="Remove"
            aria-label=${`Remove the breakpoint ${b.line ? `at line ${b.line.number}` : b.when}`}
            @click=${() => this.debugger?.remove(b.id)}>${icons.close}</button>
        </li>`,
      )}</ul>
      <div class="go">
        <button type="button" class="outlined" ?disabled=${!active}
          @click=${() => this.debugger?.reverse()}>Back to the hit before</button>
        <button type="button" class="outlined" ?disabled=${!active}
          @click=${() => this.debugger?.proceed()}>Continue to the next hit</button>
      </div>`
  }

  /** Enter goes to the cycle; those that are not reached yet are run. */
  private readonly goTo = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const field = event.target as HTMLInputElement
    const cycle = Number(field.value.replace(/[\s_,.\u202f]/g, ''))
    const right = field.value.trim() !== '' && Number.isSafeInteger(cycle) && cycle >= 0
    field.setCustomValidity(right ? '' : 'Write the number of a cycle, such as 1000.')
    if (!field.reportValidity()) return
    void this.debugger?.runTo(cycle)
  }

  private readonly add = async (event: Event) => {
    event.preventDefault()
    if (await this.debugger?.add(this.text, this.on)) this.text = ''
  }
}

customElements.define('debug-panel', DebugPanel)
