import { grouped, hex } from '@simten/viewer/format/number'
import { html, LitElement, nothing } from 'lit'
import type { CompareResult } from '../../engine.ts'
import type { ComparisonState } from '../../state/comparison.ts'
import { controls } from '../shared-styles.ts'
import { comparePanelStyles } from './styles.ts'

/** Detail of `compare-open`: where two circuits differ. */
export interface CompareOpenDetail {
  readonly cycle: number
  readonly signal: string
}

/**
 * Where the run differs from that of another text with the same inputs. Fires `compare-former`, `compare-text` with
 * what was pasted, `compare-stop`, and `compare-open` with {@link CompareOpenDetail}.
 */
export class ComparePanel extends LitElement {
  static override readonly properties = { state: { attribute: false }, text: { state: true } }
  static override readonly styles = [controls, comparePanelStyles]

  declare state: ComparisonState | undefined
  declare text: string

  constructor() {
    super()
    this.text = ''
  }

  protected override render() {
    const { state } = this
    if (!state) return nothing
    const empty = this.text.trim() === ''
    return html`
      <form @submit=${this.compare}>
        <button type="button" class="outlined" ?disabled=${!state.hasBefore}
          @click=${() => this.fire('compare-former')}>Compare with the run before the edit</button>
        <textarea rows="1" aria-label="Another text, or a link to one" placeholder="Another text, or a link to one"
          spellcheck="false"
          .value=${this.text} @input=${(e: Event) => {
            this.text = (e.target as HTMLTextAreaElement).value
          }}></textarea>
        <button type="submit" class="outlined" ?disabled=${empty}>Compare with this</button>
        ${
          state.busy === undefined
            ? nothing
            : html`<button type="button" class="outlined"
          @click=${() => this.fire('compare-stop')}>Stop</button>`
        }
      </form>
      <p class=${state.problem === undefined ? (state.difference ? 'found' : '') : 'bad'}
        role="status">${this.words(state)}</p>
      ${state.busy === undefined && state.difference ? this.renderSignals(state.difference.result) : nothing}
    `
  }

  private words({ busy, problem, difference, hasBefore }: ComparisonState): string {
    if (busy !== undefined) return busy
    if (problem !== undefined) return problem
    if (difference) {
      const { equal, cycle } = difference.result
      return equal
        ? `Given the same inputs, it does the same as ${difference.other}, up to cycle ${grouped(cycle)}.`
        : `It differs from ${difference.other} first in cycle ${grouped(cycle)}.`
    }
    return hasBefore
      ? 'Both circuits are given the inputs of this run; the first cycle in which they differ is found.'
      : 'Run the circuit and edit its text, or paste another text: both are given the inputs of this run, and the first cycle in which they differ is found.'
  }

  private renderSignals({ equal, cycle, signals, unmatched }: CompareResult) {
    const rest = unmatched.length > 0 ? html`<p>Only one of the two has ${unmatched.join(', ')}.</p>` : nothing
    if (equal || signals.length === 0) return rest
    return html`<table aria-label=${`Signals that differ in cycle ${cycle}`}>
        <thead><tr><th scope="col">Signal</th><th scope="col">Here</th><th scope="col">There</th></tr></thead>
        <tbody>${signals.map(
          ({ signal, width, left, right }) => html`<tr>
            <td><button type="button" title="Show the cycle and the part"
              @click=${() => this.fire('compare-open', { cycle, signal } satisfies CompareOpenDetail)}>${signal}</button></td>
            <td>${written(left, width)}</td><td>${written(right, width)}</td>
          </tr>`,
        )}</tbody>
      </table>${rest}`
  }

  private readonly compare = (event: Event) => {
    event.preventDefault()
    if (this.text.trim() !== '') this.fire('compare-text', this.text)
  }

  private fire(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

function written(value: number | string, width: number): string {
  const number = BigInt(value)
  return width <= 16 ? grouped(number) : hex(number, width)
}

customElements.define('compare-panel', ComparePanel)
