import { html, LitElement, nothing } from 'lit'
import type { CompileResult, Health } from '../../engine.ts'
import type { Refused } from '../../state/state.ts'
import { controls } from '../shared-styles.ts'
import { sandboxPanelStyles } from './styles.ts'

/** How the sandbox is, for developers: where it runs, what it took, and what it refused with what to do about it. */
export class SandboxPanel extends LitElement {
  static override readonly properties = {
    health: { attribute: false },
    origin: { attribute: false },
    compiled: { attribute: false },
    refused: { attribute: false },
  }
  static override readonly styles = [controls, sandboxPanelStyles]

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
          ? html`<p
            class="none">Nothing. What the sandbox's policy blocks, or what it refuses to answer, stands here with what to change.</p>`
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
