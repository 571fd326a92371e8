import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement, nothing } from 'lit'
import type { WhyStep } from '../../engine.ts'
import type { Explanation } from '../../state/debugger.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { whyListStyles } from './styles.ts'

/** Detail of `why-step`: the step that was chosen. */
export type WhyStepDetail = WhyStep

/**
 * The causes of a value, as a list: the value that was asked about first, each step followed by those that it follows
 * from. Fires `why-step` with the step that was chosen, `why-line` with the line of one, and `why-close`.
 */
export class WhyList extends LitElement {
  static override readonly properties = { why: { attribute: false }, chosen: { state: true } }
  static override readonly styles = [controls, whyListStyles]

  declare why: Explanation | undefined
  declare chosen: number

  constructor() {
    super()
    this.chosen = 0
  }

  protected override willUpdate(changes: Map<string, unknown>): void {
    if (changes.has('why')) this.chosen = 0
  }

  protected override render() {
    const { why } = this
    if (!why)
      return html`<p>Select a part or a wire in the circuit and press “Why?” beside one of its values: its causes stand here, back to inputs, constants and start values.</p>`
    if (why.problem !== undefined) return html`<p class="bad" role="alert">${why.problem}</p>`
    if (!why.steps)
      return html`<p
        role="status">Going back from cycle ${why.cycle.toLocaleString('en')} to find what made ${why.signal}…</p>`
    const { steps } = why
    return html`<header>
      <span>Causes of <code>${why.signal}</code> in cycle ${why.cycle.toLocaleString('en')}, lit in the circuit and in the waveforms</span>
      <button type="button" title="Close (Escape)" aria-label="Close the list of causes"
        @click=${() => this.dispatchEvent(new CustomEvent('why-close'))}>${icons.close}</button>
    </header><ol aria-label=${`Causes of ${why.signal} in cycle ${why.cycle}`} @keydown=${this.key}>
      ${steps.map(
        (step, i) => html`<li>
          <button type="button" class="step" tabindex=${i === this.chosen ? 0 : -1}
            aria-pressed=${i === this.chosen ? 'true' : 'false'} @click=${() => this.choose(i)}>
            <span class="cycle">cycle ${step.cycle.toLocaleString('en')}</span>
            <span class="text ${step.kind === 'node' || step.kind === 'register' ? '' : 'origin'}">${step.text}</span>
          </button>
          ${
            step.line
              ? html`<button type="button" class="line" title="Show it in the text"
                @click=${() => this.fire('why-line', step)}>${step.file === undefined ? 'Line' : `${step.file}:`} ${step.line}</button>`
              : nothing
          }
        </li>`,
      )}
    </ol>${why.more ? html`<p>There are more causes than the ${steps.length} that are shown. Ask “Why?” about one of the last values to go on.</p>` : nothing}`
  }

  private choose(i: number): void {
    const step = this.why?.steps?.[i]
    if (!step) return
    this.chosen = i
    this.fire('why-step', step)
  }

  private readonly key = (event: KeyboardEvent) => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = this.chosen + move
    if (move === 0 || next < 0 || next >= (this.why?.steps?.length ?? 0)) return
    event.preventDefault()
    this.choose(next)
    void this.updateComplete.then(() => {
      const step = this.renderRoot.querySelectorAll<HTMLElement>('.step')[next]
      focusInPlace(step)
      step?.scrollIntoView({ block: 'nearest' })
    })
  }

  private fire(name: string, detail: WhyStepDetail): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

customElements.define('why-list', WhyList)
