/**
 * `<circuit-inspector>`: what is known of the part or wire that is selected, beside the picture and never over all of
 * it.
 */

import { appendPath, shownPath } from '@simten/client/path'
import type { Change, FieldState, InspectResult, Json } from '@simten/client/protocol.gen'
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { portsInWords, readPin } from '../canvas/descriptions.ts'
import type { WireView } from '../canvas/wiring.ts'
import { focusInPlace } from '../focus.ts'
import { bin, grouped, hex, parseEntry, type Value } from '../format/number.ts'
import { focusRing } from '../look.ts'
import { editable, type Memories } from '../memory/access.ts'
import '../memory/circuit-memory.ts'
import { toBase64, toCells } from '../memory/cells.ts'
import { typed } from '../memory/show.ts'
import type { Values } from '../protocol.ts'
import type { SceneNode } from '../scene/scene.ts'
import { inspectorStyles } from './styles.ts'

/** The selected node or wire. */
export type Subject = { kind: 'node'; node: SceneNode } | { kind: 'wire'; wire: WireView }

export type { Memories } from '../memory/access.ts'

/** The page's description of a component. */
export interface ComponentDocs {
  text: string
  href?: string // of its reference
}

/** Detail of `circuit-why` and `circuit-break`: a signal by its path. */
export interface CircuitSignalDetail {
  signal: string
}

/** Detail of `circuit-source`: a place in the source is wanted. */
export interface CircuitSourceDetail {
  /** The path of the file; absent for the entry of the project. */
  file?: string
  line: number
  column: number
}

/** The state is asked for again when values change, but not more often than this, in milliseconds. */
const AGAIN = 50
/** The ports of a node that are listed at most in one direction. */
const MAX_PORTS = 64
/** More ports than this are listed by their direction. */
const FEW_PORTS = 6
/** Wider values are not written in binary. */
const WIDEST_BINARY = 32
/** Options of more entries are only counted. */
const MAX_ENTRIES = 8
/** Values that a comparison lists at most. */
const MAX_CHANGES = 500
/** How far a finger pulls the upper end down to close it, in CSS pixels. */
const PULLED = 32

/**
 * @fires circuit-source - {@link CircuitSourceDetail}
 * @fires circuit-why - {@link CircuitSignalDetail}: what made its value is wanted
 * @fires circuit-break - {@link CircuitSignalDetail}: the run is to stop where it changes
 * @fires circuit-part - `{ path }`: a part is to be shown
 * @fires inspector-close - it is not wanted any more
 * @fires inspector-enter - the SceneNode whose inside is wanted
 * @fires inspector-unpin - the SceneNode that is to be placed by the layout again
 * @fires inspector-leave - the focus is to go back to the picture
 */
export class CircuitInspector extends LitElement {
  static override styles = [focusRing, inspectorStyles]

  static override properties = {
    subject: { attribute: false },
    values: { attribute: false },
    memories: { attribute: false },
    docs: { attribute: false },
    sourced: { type: Boolean },
    asks: { type: Boolean },
    aside: { type: Boolean, reflect: true },
    pinned: { type: Boolean },
    state: { state: true },
    entry: { state: true },
    message: { state: true },
    compared: { state: true },
  }

  declare subject: Subject | undefined
  declare values: Values | undefined
  /** Without it there is neither state nor a place in the source. */
  declare memories: Memories | undefined
  /** Descriptions of components, by name. */
  declare docs: ((component: string) => ComponentDocs | undefined) | undefined
  /** The source can be shown: its line is a button. */
  declare sourced: boolean
  /** Questions about values are answered: each has a button for them. */
  declare asks: boolean

  /** The part stands where a person has put it. */
  declare pinned: boolean

  /** Stands at the other side, because the subject is at this one. */
  declare aside: boolean

  declare private state: InspectResult | undefined
  declare private entry: { field: string; text: string } | undefined // the register that is edited
  declare private message: string // what is wrong with that
  declare private compared: Compared | undefined

  private asked = 0 // number of the last question
  private waiting = false
  private stale = false // values have changed since the question under way was asked
  private timer: ReturnType<typeof setTimeout> | undefined
  private held: number | undefined // where a finger took the upper end

  constructor() {
    super()
    this.sourced = false
    this.asks = false
    this.aside = false
    this.pinned = false
    this.message = ''
  }

  /** The node that remembers: of a wire, none. */
  private get path(): string | undefined {
    const { subject } = this
    return subject?.kind === 'node' && subject.node.component !== 'input' && subject.node.component !== 'output'
      ? subject.node.path
      : undefined
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.timer)
    this.timer = undefined
  }

  override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('subject') && !alike(changes.get('subject'), this.subject)) {
      this.state = undefined
      this.entry = undefined
      this.message = ''
    }
    if (changes.has('subject') || changes.has('memories')) void this.ask()
  }

  /** Values have changed. */
  refresh(): void {
    if (!this.subject) return
    this.requestUpdate()
    for (const memory of this.renderRoot.querySelectorAll('circuit-memory')) memory.refresh()
    if (this.waiting) this.stale = true
    else if ((this.state?.fields.length ?? 0) > 0) this.soon()
  }

  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void this.ask()
    }, AGAIN)
  }

  private async ask(): Promise<void> {
    const { path } = this
    const question = ++this.asked
    if (path === undefined || !this.memories) {
      this.state = undefined
      return
    }
    this.waiting = true
    this.stale = false
    try {
      const state = await this.memories.inspect(path)
      if (question === this.asked) this.state = state
    } catch {
      // the circuit is being replaced, or the sandbox is gone, and the page says so elsewhere
    } finally {
      if (question === this.asked) {
        this.waiting = false
        if (this.stale && this.isConnected && (this.state?.fields.length ?? 0) > 0) this.soon()
      }
    }
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (e.key !== 'Escape' || e.defaultPrevented) return
    e.preventDefault()
    e.stopPropagation()
    this.fire('inspector-leave')
  }

  private readonly hold = (e: PointerEvent): void => {
    this.held = e.pointerType === 'touch' ? e.clientY : undefined
  }

  /** A finger that pulls a sheet towards its end of the canvas closes it: down, or up where it hangs from above. */
  private readonly pull = (e: PointerEvent): void => {
    const pulled = this.held === undefined ? 0 : e.clientY - this.held
    if ((this.aside ? -pulled : pulled) > PULLED) this.fire('inspector-close')
    this.held = undefined
  }

  private readonly letGo = (): void => {
    this.held = undefined
  }

  /** How high the panel is, in CSS pixels. */
  get height(): number {
    return this.renderRoot.querySelector<HTMLElement>('.panel')?.offsetHeight ?? 0
  }

  private fire(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  override render(): TemplateResult | typeof nothing {
    const { subject } = this
    if (!subject) return nothing
    const { name, what } = titles(subject)
    return html`<section class="panel" part="inspector" aria-label=${`Inspector: ${name}`} aria-describedby="summary"
      tabindex="-1" @keydown=${this.key}>
      <div class="top" @pointerdown=${this.hold} @pointerup=${this.pull} @pointercancel=${this.letGo}>
        <div class="grip"></div>
        <header>
          <h2>${name}${what === '' ? nothing : html`<small>${what}</small>`}</h2>
          <button type="button" class="close" title="Close (Escape)" aria-label="Close the inspector"
            @click=${() => this.fire('inspector-close')}>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
          </button>
        </header>
      </div>
      ${
        subject.kind === 'node' && subject.node.shape.pins.length > 0
          ? html`<p
        id="summary" hidden>${portsInWords(subject.node)}</p>`
          : nothing
      }
      <div class="told">${subject.kind === 'node' ? this.renderNode(subject.node) : this.renderWire(subject.wire)}</div>
    </section>`
  }

  private renderNode(node: SceneNode): TemplateResult {
    const docs = this.docs?.(node.component)
    const text = node.description || docs?.text || ''
    const options = Object.entries(node.options ?? {})
    return html`
      ${
        text === '' && !docs?.href
          ? nothing
          : html`<p
            class="about">${text} ${
              docs?.href
                ? html`<a href=${docs.href} target="_blank"
              rel="noopener">Reference</a>`
                : nothing
            }</p>`
      }
      ${this.renderPlace()} ${this.renderEnter(node)} ${this.renderPinned(node)}
      ${
        options.length === 0
          ? nothing
          : html`<h3>Options</h3><dl
            class="options">${options.map(([key, value]) => html`<dt>${key}</dt><dd>${optionText(value)}</dd>`)}</dl>`
      }
      ${this.renderPorts(node)}
      ${(this.state?.fields ?? []).map((field) => this.renderField(field))}
      ${this.renderCompare()}
    `
  }

  private renderWire(wire: WireView): TemplateResult {
    const value = wire.net < 0 || !this.values ? 0 : readWire(wire, this.values)
    return html`<ul
      class="ports">${this.renderPort('value', undefined, wire.width, wire.driven && wire.net >= 0 ? value : undefined, wire.path)}</ul>
      ${wire.driven && wire.net >= 0 ? nothing : html`<p class="about">Nothing drives this; it reads 0.</p>`}`
  }

  private renderPlace(): TemplateResult | typeof nothing {
    const { file, line, column } = this.state ?? {}
    if (line === undefined || !this.sourced) return nothing
    const detail: CircuitSourceDetail = { ...(file && { file }), line, column: column ?? 1 }
    return html`<p class="place">
      <button type="button" title="Show it in the text"
        @click=${() => this.fire('circuit-source', detail)}>${file === undefined ? 'Line' : `${file}:`} ${grouped(line)}</button>
    </p>`
  }

  /** A button to the inside of a part, for those who find neither the double click nor the key. */
  private renderEnter(node: SceneNode): TemplateResult | typeof nothing {
    if (!node.opens) return nothing
    return html`<p class="place">
      <button type="button" title="Show what it is made of (double click, or Enter)"
        @click=${() => this.fire('inspector-enter', node)}>Look inside</button>
    </p>`
  }

  private renderPinned(node: SceneNode): TemplateResult | typeof nothing {
    if (!this.pinned) return nothing
    return html`<p class="place">Pinned here.
      <button type="button" title="Let the layout place it again"
        @click=${() => this.fire('inspector-unpin', node)}>Unpin</button>
    </p>`
  }

  /** Few ports are one list; many are two, one for each direction, so that one of them can be skipped. */
  private renderPorts(node: SceneNode): TemplateResult | typeof nothing {
    const pins = node.shape.pins.map((pin, i) => ({ pin, i }))
    if (pins.length === 0) return nothing
    const list = (title: string, ports: typeof pins): TemplateResult | typeof nothing => {
      if (ports.length === 0) return nothing
      const shown = ports.slice(0, MAX_PORTS)
      const more = ports.length - shown.length
      return html`<h3>${title}${ports.length > FEW_PORTS ? html`<small>${grouped(ports.length)}</small>` : nothing}</h3>
        <ul class="ports" aria-label=${title}>${shown.map(({ pin, i }) => {
          const driven = node.pins[i]?.driven !== false
          const value = readPin(node, i, this.values)
          return this.renderPort(
            pin.name,
            pin.direction,
            pin.width,
            driven ? value : undefined,
            appendPath(node.path, pin.name),
          )
        })}</ul>${more > 0 ? html`<p class="quiet">and ${grouped(more)} more</p>` : nothing}`
    }
    if (pins.length <= FEW_PORTS) return list('Ports', pins)
    return html`${list(
      'Inputs',
      pins.filter(({ pin }) => pin.direction === 'in'),
    )} ${list(
      'Outputs',
      pins.filter(({ pin }) => pin.direction !== 'in'),
    )}`
  }

  private renderPort(
    name: string,
    direction: 'in' | 'out' | undefined,
    width: number,
    value: Value | undefined,
    signal: string,
  ): TemplateResult {
    const way = direction === 'in' ? 'in' : direction === 'out' ? 'out' : ''
    return html`<li>
      <span class="name">${name}</span>
      <span class="kind">${way}${way === '' ? '' : ' · '}${width === 1 ? '1 bit' : `${grouped(width)} bits`}</span>
      ${value === undefined ? html`<span class="value quiet">not driven</span>` : renderValue(value, width)}
      ${value === undefined ? nothing : this.renderQuestions(name, signal)}
    </li>`
  }

  /** Buttons for the questions about a value. */
  private renderQuestions(name: string, signal: string): TemplateResult | typeof nothing {
    if (!this.asks) return nothing
    const detail: CircuitSignalDetail = { signal }
    return html`<span class="questions">
      <button type="button" aria-label=${`Why is ${name} so?`} title="What made this value"
        @click=${() => this.fire('circuit-why', detail)}>Why?</button>
      <button type="button" aria-label=${`Stop on change of ${name}`}
        title="Stop the run in the cycle in which this changes"
        @click=${() => this.fire('circuit-break', detail)}>Stop on change</button>
    </span>`
  }

  private renderField(field: FieldState): TemplateResult {
    const title = html`<h3>${field.name}<small>${fieldKind(field)}</small></h3>`
    if (field.kind === 'text')
      return html`${title}<pre class="text" tabindex="0">${field.text ? field.text : '(empty)'}</pre>`
    if (field.kind === 'number') return html`${title}${this.renderRegister(field)}`
    return html`${title}<circuit-memory .node=${this.path ?? ''} .field=${field}
      .memories=${this.memories}></circuit-memory>`
  }

  /** A register: its value, which can be edited while the run stands. */
  private renderRegister(field: FieldState): TemplateResult {
    const value = wordValue(field.words[0], field.width)
    const signal = appendPath(this.path ?? '', field.name)
    const { entry } = this
    if (entry?.field === field.name)
      return html`<ul class="ports"><li><input class="entry" aria-label=${`Value of ${field.name}`} spellcheck="false"
        autocomplete="off" .value=${entry.text}
        @keydown=${(e: KeyboardEvent) => this.registerKey(e, field)}
        @blur=${(e: FocusEvent) => void this.overwrite(field, (e.target as HTMLInputElement).value)} /></li></ul>
        <p class="quiet" role="status">${this.message}</p>`
    return html`<ul class="ports"><li>${renderValue(value, field.width)}
      ${this.renderQuestions(field.name, signal)}
      ${
        this.memories?.deposit
          ? html`<span class="questions"><button type="button" class="edit" ?disabled=${!editable(this.memories)}
            aria-label=${`Edit ${field.name}`}
              title=${editable(this.memories) ? 'Overwrite it in this cycle' : 'Pause the run to edit'}
              @click=${() => this.edit(field, value)}>Edit</button></span>`
          : nothing
      }</li></ul>
      ${this.message === '' ? nothing : html`<p class="quiet" role="status">${this.message}</p>`}`
  }

  private edit(field: FieldState, value: Value): void {
    this.entry = { field: field.name, text: typed(value, field.width, field.width > 8 ? 'hex' : 'dec') }
    this.message = ''
    void this.updateComplete.then(() => {
      const input = this.renderRoot.querySelector<HTMLInputElement>('input.entry')
      focusInPlace(input)
      input?.select()
    })
  }

  private registerKey(e: KeyboardEvent, field: FieldState): void {
    e.stopPropagation()
    if (e.key !== 'Enter' && e.key !== 'Escape') return
    e.preventDefault()
    if (e.key === 'Escape') this.entry = undefined
    else void this.overwrite(field, (e.target as HTMLInputElement).value)
    this.message = ''
    void this.updateComplete.then(() => focusInPlace(this.renderRoot.querySelector<HTMLElement>('button.edit')))
  }

  private async overwrite(field: FieldState, text: string): Promise<void> {
    const { path, memories, entry: typing } = this
    if (path === undefined || typing?.field !== field.name) return
    const entry = parseEntry(text, field.width)
    if (!entry.ok) {
      this.message = entry.message
      return
    }
    this.entry = undefined
    try {
      await memories?.deposit?.([
        { node: path, field: field.name, cells: toBase64(toCells([entry.value], field.width)) },
      ])
      this.message = entry.message ?? ''
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error)
    }
    void this.ask()
  }

  /** Differences between the shown cycle and another one. */
  private renderCompare(): TemplateResult | typeof nothing {
    const { memories, compared } = this
    if (!memories?.changes) return nothing
    return html`<details class="compare">
      <summary>Compare with another cycle</summary>
      <div class="pages">
        <input aria-label="Cycle to compare with" inputmode="numeric" placeholder="Cycle" @keydown=${(
          e: KeyboardEvent,
        ) => {
          if (e.key === 'Enter') void this.compare()
          if (e.key !== 'Escape') e.stopPropagation()
        }} />
        <button type="button" class="run" @click=${() => void this.compare()}>Compare</button>
      </div>
      ${compared ? renderCompared(compared, (node) => this.fire('circuit-part', { path: node })) : nothing}
    </details>`
  }

  private async compare(): Promise<void> {
    const { memories } = this
    const text = this.renderRoot.querySelector<HTMLInputElement>('.compare input')?.value ?? ''
    const entry = parseEntry(text, 53)
    const to = memories?.status?.cycle ?? 0
    if (!entry.ok || !memories?.changes) {
      this.compared = { problem: 'Write the number of a cycle.' }
      return
    }
    const from = Number(entry.value)
    try {
      const { changes, more } = await memories.changes({ from, to, limit: MAX_CHANGES })
      this.compared = { from, to, changes, more: more === true }
    } catch (error) {
      this.compared = { problem: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** The result of a comparison of two cycles. */
type Compared =
  | { problem: string }
  | { problem?: undefined; from: number; to: number; changes: Change[]; more: boolean }

function renderCompared(compared: Compared, go: (node: string) => void): TemplateResult {
  if (compared.problem !== undefined) return html`<p class="quiet" role="status">${compared.problem}</p>`
  const { from, to, changes, more } = compared
  const told = changes.length === 0 ? 'Nothing differs' : `${grouped(changes.length)}${more ? ' and more' : ''} differ`
  return html`<p class="quiet" role="status">${told} between cycles ${grouped(from)} and ${grouped(to)}.</p>
    <ul class="changes">${changes.map(({ signal, node, width, before, after }) => {
      const values = html`<span class="values">${hexOf(before, width)} → ${hexOf(after, width)}</span>`
      return node === undefined
        ? html`<li><span class="signal">${signal}</span> ${values}</li>`
        : html`<li><button type="button" class="signal" title="Show the part"
          @click=${() => go(node)}>${signal}</button> ${values}</li>`
    })}</ul>`
}

const hexOf = (value: number | string, width: number): string =>
  width === 1 ? String(value) : hex(wordValue(value, width), width)

/** Name and kind of what is selected. */
function titles(subject: Subject): { name: string; what: string } {
  if (subject.kind === 'wire') return { name: shownPath(subject.wire.path), what: 'wire' }
  const { label, component } = subject.node
  return { name: label, what: component === label ? '' : component }
}

function alike(a: Subject | undefined, b: Subject | undefined): boolean {
  const key = (s: Subject | undefined) => (s?.kind === 'node' ? s.node.path : s?.wire.path)
  return a?.kind === b?.kind && key(a) === key(b)
}

function readWire(wire: WireView, values: Values): Value {
  return wire.width <= 53 ? values.number(wire.net) : values.bigint(wire.net)
}

/** A value as it travels, at its width. */
function wordValue(word: number | string | undefined, width: number): Value {
  return width <= 53 ? Number(word ?? 0) : BigInt(word ?? 0)
}

/** One wire is 0 or 1; a bus is written in every base. */
function renderValue(value: Value, width: number): TemplateResult {
  if (width === 1) return html`<span class="value ${value.toString() === '1' ? 'high' : ''}">${value.toString()}</span>`
  return html`<span class="value">${grouped(value)}</span>
    <span class="more">${hex(value, width)}${width <= WIDEST_BINARY ? html` <span>${breakable(bin(value, width))}</span>` : nothing}</span>`
}

/** A number with its groups, which begin a new line where one is full. */
function breakable(number: string): TemplateResult[] {
  const groups = number.split('_')
  return groups.map((group, i) => (i === groups.length - 1 ? html`${group}` : html`${group}_<wbr />`))
}

function fieldKind(field: FieldState): string {
  if (field.kind === 'text') return 'text'
  const width = field.width === 1 ? '1 bit' : `${grouped(field.width)} bits`
  return field.kind === 'number' ? width : `${grouped(field.cells)} words of ${width}`
}

/** An option as one would write it, shortened. */
function optionText(value: Json): string {
  const size = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  if (size > MAX_ENTRIES) return `${grouped(size)} entries`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

if (!customElements.get('circuit-inspector')) customElements.define('circuit-inspector', CircuitInspector)

declare global {
  interface HTMLElementTagNameMap {
    'circuit-inspector': CircuitInspector
  }
}
