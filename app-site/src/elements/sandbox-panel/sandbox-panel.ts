import { css, html, LitElement, nothing } from 'lit'
import type { CompileResult, Health } from '../../engine.ts'
import type { Refused } from '../../state/state.ts'
import { controls } from '../shared-styles.ts'

/** How the sandbox is, for developers: where it runs, what it took, and what it refused with what to do about it. */
export class SandboxPanel extends LitElement {
  static override readonly properties = {
    health: { attribute: false },
    origin: { attribute: false },
    compiled: { attribute: false },
    refused: { attribute: false },
  }
  static override readonly styles = [
    controls,
    css`
      :host { display: grid; grid-template-columns: minmax(240px, max-content) 1fr; gap: 12px 48px; overflow: auto; padding: 10px 16px; }
      @media (max-width: 47.5em) { :host { grid-template-columns: 1fr; align-content: start; } }
      dl { align-content: start; display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; }
      dt { color: var(--st-muted); }
      dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
      h3 { margin: 0 0 6px; font-size: var(--st-text-2); font-weight: 600; }
      ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
      li { border-left: 3px solid var(--st-warn); padding-left: 10px; }
      .advice, .none { color: var(--st-muted); margin: 0; }
      .count { color: var(--st-muted); font-variant-numeric: tabular-nums; }
    `,
  ]

  declare health: Health
  declare origin: string
  declare compiled: CompileResult | undefined
  declare refused: readonly Refused[]

  constructor() {
    super()
    this.health = { state: 'loading' }
    this.origin = ''
    this.compiled = undefined
    this.refused = []
  }

  protected override render() {
    const { health, compiled } = this
    return html`
      <dl>
        <dt>State</dt><dd>${health.state}${health.detail ? `: ${health.detail}` : ''}</dd>
        <dt>Origin</dt><dd>${this.origin === '' ? 'not known yet' : this.origin}</dd>
        ${health.readyAfter === undefined ? nothing : html`<dt>Engine started in</dt><dd>${Math.round(health.readyAfter)} ms</dd>`}
        ${compiled?.milliseconds === undefined ? nothing : html`<dt>Last compile</dt><dd>${Math.round(compiled.milliseconds)} ms</dd>`}
        ${compiled?.design ? html`<dt>Circuit</dt><dd>${this.size(compiled.design)}</dd>` : nothing}
      </dl>
      <section aria-label="Refused and blocked">
      <h3>Refused and blocked</h3>
      ${
        this.refused.length === 0
          ? html`<p class="none">Nothing. What the sandbox's policy blocks, or what it refuses to answer, stands here with what to change.</p>`
          : html`<ul>
              ${this.refused.map(
                (r) => html`<li>
                  <div>${r.message} ${r.count > 1 ? html`<span class="count">${r.count} times</span>` : nothing}</div>
                  <p class="advice">${r.advice}</p>
                </li>`,
              )}
            </ul>`
      }
      </section>
    `
  }

  private size(design: NonNullable<CompileResult['design']>): string {
    const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
    return `${count(design.nodeCount, 'primitive', 'primitives')}, ${count(design.nets.length, 'net', 'nets')}`
  }
}

customElements.define('sandbox-panel', SandboxPanel)
