import '@simten/embed/circuit-embed/circuit-embed'
import type { CircuitChangeDetail } from '@simten/embed/circuit-embed/events'
import { acquireSandbox, lendSandbox } from '@simten/embed/circuit-embed/shared-sandbox'
import { html, LitElement, nothing } from 'lit'
import type { Entry } from '../../components/reference.ts'
import { choicesOf, type Port, type Specimen, specimenOf } from '../../components/specimen.ts'
import { earlySandbox } from '../../state/preload.ts'
import { controls } from '../shared-styles.ts'
import { componentSpecimenStyles } from './styles.ts'

/** Input wires of a circuit whose truth table is shown. */
const MAX_WIRES = 5

type Row = Readonly<Record<string, number>>

/** A component that can be tried: a live circuit, its options as fields, and its truth table if that is small. */
export class ComponentSpecimen extends LitElement {
  static override readonly properties = { entry: { attribute: false } }
  static override readonly styles = [controls, componentSpecimenStyles]

  declare entry: Entry | undefined

  private chosen: Record<string, number> = {}
  private sandbox = ''
  /** The rows of the truth table, and the circuit that they are of. */
  private table: { readonly of: string; readonly rows: readonly Row[] } | undefined
  private asked = ''
  /** The values of the live circuit's inputs now. */
  private now: Row = {}
  private sequential = false

  override connectedCallback(): void {
    super.connectedCallback()
    // The page's own sandbox: it has the browser keep its files, so that circuits run without a network later.
    void earlySandbox().then((sandbox) => {
      lendSandbox(sandbox)
      this.sandbox = sandbox.origin
      this.requestUpdate()
    })
  }

  protected override willUpdate(changes: Map<PropertyKey, unknown>): void {
    if (!changes.has('entry')) return
    this.chosen = {}
    this.now = {}
    this.sequential = this.entry?.clock !== undefined
  }

  private choose(name: string, value: number, min: number, max: number): void {
    if (!Number.isInteger(value) || value < min || value > max) return
    this.chosen = { ...this.chosen, [name]: value }
    this.now = {}
    this.requestUpdate()
  }

  /** The circuit runs, so the sandbox is there: works the truth table out in a slot of its own. */
  private async ready(specimen: Specimen, sequential: boolean): Promise<void> {
    this.sequential = sequential
    this.requestUpdate()
    const wires = wiresOf(specimen.inputs)
    if (sequential || wires === 0 || wires > MAX_WIRES || specimen.outputs.length === 0) return
    if (this.table?.of === specimen.text || this.asked === specimen.text) return
    this.asked = specimen.text
    const use = acquireSandbox(this.sandbox)
    const slot = use.sandbox.slot()
    try {
      const { design } = await slot.compile(specimen.text)
      if (!design) return
      const rows: Row[] = []
      for (let i = 0; i < 2 ** wires; i++) {
        const inputs = split(i, specimen.inputs)
        await slot.set(inputs)
        const outputs = design.outputs.map((o) => [o.name, slot.values.number(o.net)])
        rows.push({ ...inputs, ...Object.fromEntries(outputs) })
      }
      this.table = { of: specimen.text, rows }
    } catch {
      // The live circuit says what is wrong.
    } finally {
      this.asked = ''
      void slot.dispose().catch(() => undefined)
      use.release()
      this.requestUpdate()
    }
  }

  private changed(detail: CircuitChangeDetail): void {
    this.now = Object.fromEntries(Object.entries(detail.values).map(([name, value]) => [name, Number(value)]))
    this.requestUpdate()
  }

  protected override render() {
    const { entry } = this
    const specimen = entry && specimenOf(entry, this.chosen)
    if (!entry || !specimen) return nothing
    const choices = choicesOf(entry)
    return html`
      <h3>Try it</h3>
      ${
        choices.length === 0
          ? nothing
          : html`<form @submit=${(e: Event) => e.preventDefault()}>${choices.map(
              ({ name, first, min, max, doc }) => html`<label title=${doc}><span>${name}</span>
                <input type="number" inputmode="numeric" min=${min} max=${max} step="1"
                  .value=${String(this.chosen[name] ?? first)}
                  @change=${(e: Event) => this.choose(name, (e.target as HTMLInputElement).valueAsNumber, min, max)} /></label>`,
            )}</form>`
      }
      ${
        this.sandbox === ''
          ? html`<div class="wait"></div>`
          : html`<circuit-embed sandbox=${this.sandbox} code=${specimen.text} height=${this.sequential ? '460' : '300'}
              panes=${this.sequential ? 'wave' : nothing}
              @circuit-ready=${(e: CustomEvent<{ sequential: boolean }>) => void this.ready(specimen, e.detail.sequential)}
              @circuit-change=${(e: CustomEvent<CircuitChangeDetail>) => this.changed(e.detail)}></circuit-embed>`
      }
      ${this.truth(specimen)}
    `
  }

  private truth(specimen: Specimen) {
    if (this.table?.of !== specimen.text) return nothing
    const { inputs, outputs } = specimen
    const isNow = (row: Row) => inputs.every((p) => row[p.name] === this.now[p.name])
    return html`<h3>Truth table</h3>
      <div class="table" tabindex="0" role="group" aria-label="Truth table"><table>
        <thead><tr>${[...inputs, ...outputs].map(
          (p, i) => html`<th scope="col"
          class=${i === inputs.length ? 'first' : ''}>${p.name}</th>`,
        )}</tr></thead>
        <tbody>${this.table.rows.map(
          (row) => html`<tr aria-current=${isNow(row) ? 'true' : nothing}>
            ${[...inputs, ...outputs].map(
              (p, i) => html`<td
              class=${i === inputs.length ? 'first' : ''}>${row[p.name]}</td>`,
            )}</tr>`,
        )}</tbody>
      </table></div>`
  }
}

const wiresOf = (ports: readonly Port[]) => ports.reduce((sum, p) => sum + p.width, 0)

/** The values of inputs in row i of a truth table: the last input changes fastest. */
function split(i: number, inputs: readonly Port[]): Record<string, number> {
  const values: Record<string, number> = {}
  let rest = i
  for (const { name, width } of [...inputs].reverse()) {
    values[name] = rest % 2 ** width
    rest = Math.floor(rest / 2 ** width)
  }
  return values
}

customElements.define('component-specimen', ComponentSpecimen)
