/** `<circuit-controls>`: the clock of one slot — reset, run, step, speed, cycle, and the way through its past. */

import { type CommandName, KEYS } from '@simten/client/commands.gen'
import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit'
import { focusInPlace } from '../focus.ts'
import { frequency, grouped } from '../format/number.ts'
import { buttonIcon, focusRing } from '../look.ts'
import type { CompileResult, Status } from '../protocol.ts'
import './bookmarks/circuit-bookmarks.ts'
import { type Bookmark, toggled } from './bookmarks/bookmarks.ts'
import { filled, inThePast, marks, returns, scrubber, scrubberStyles } from './scrubber.ts'
import { FIRST_SPEED, nearestStop, SPEEDS, speedName } from './speed.ts'
import { circuitControlsStyles } from './styles.ts'

/** The slot as the controls use it. */
export interface Clocked {
  readonly status: Status | undefined
  readonly compiled: CompileResult | undefined
  tick(count?: number): Promise<unknown>
  run(cyclesPerSecond: number): Promise<unknown>
  pause(): Promise<unknown>
  reset(): Promise<unknown>
  seek(cycle: number): Promise<unknown>
  move(by: number): Promise<unknown>
  undo(): Promise<unknown>
  /** Shows a cycle, running to one that is not reached yet; without it no cycle is asked for. */
  runTo?(cycle: number): Promise<unknown>
  /** The cycle to which it is under way. */
  readonly goal?: number | undefined
  on(event: 'frame' | 'status' | 'stopped' | 'revived' | 'compiled', callback: () => void): () => void
}

/** Numbers of a running clock stay for so long, in milliseconds. */
const LEGIBLE = 100

/** A container that is less high than this has room for one row, in CSS pixels. */
const LOW = 280

const icons = {
  reset: svg`<path d="M3.2 3.4v3.2h3.2"/><path d="M3.5 6.4A5 5 0 1 1 3 9"/>`,
  run: svg`<path class="solid" d="M5 3.2v9.6a.6.6 0 0 0 .9.5l7.6-4.8a.6.6 0 0 0 0-1L5.9 2.7A.6.6 0 0 0 5 3.2Z"/>`,
  pause: svg`<path class="solid" d="M4.6 3h2.2v10H4.6zM9.2 3h2.2v10H9.2z"/>`,
  back: svg`<path class="solid" d="M12.5 3.6v8.8a.5.5 0 0 1-.8.4l-6-4.4a.5.5 0 0 1 0-.8l6-4.4a.5.5 0 0 1 .8.4Z"/><path
    d="M3.5 3.5v9"/>`,
  step: svg`<path class="solid" d="M3.5 3.6v8.8a.5.5 0 0 0 .8.4l6-4.4a.5.5 0 0 0 0-.8l-6-4.4a.5.5 0 0 0-.8.4Z"/><path
    d="M12.5 3.5v9"/>`,
}

/**
 * @fires circuit-error - `{error}`: a request failed
 * @fires bookmarks-change - the bookmarks as they are now, to be saved
 */
export class CircuitControls extends LitElement {
  static override styles = [focusRing, buttonIcon, circuitControlsStyles, scrubberStyles]

  static override properties = {
    clock: { attribute: false },
    scope: { attribute: false },
    firstSpeed: { attribute: false },
    blocked: { attribute: false },
    awaited: { type: Boolean },
    wish: { state: true },
    narrow: { type: Boolean, reflect: true },
    tight: { type: Boolean, reflect: true },
    low: { type: Boolean, reflect: true },
    idle: { type: Boolean, reflect: true },
    past: { type: Boolean, reflect: true },
    bookmarks: { attribute: false },
    hits: { attribute: false },
    asking: { state: true },
    stop: { state: true },
  }

  /** The slot that is controlled. (Not named `slot`: every element has a property of that name already.) */
  declare clock: Clocked | undefined
  /** Where the keys of the controls work: the element around canvas and controls unless set. */
  declare scope: HTMLElement | undefined
  /** Little room: the rate and the words are left out. Set by the element itself from its container. */
  declare tight: boolean
  declare narrow: boolean
  /** Little height: one row that runs and steps. Set by the element itself from its container. */
  declare low: boolean
  /**
   * Sets the speed that is offered, in cycles per second, to what suits the circuit that is shown; undefined leaves it.
   */
  declare firstSpeed: number | undefined
  /** Why nothing can be run or stepped now, in words; a circuit that is running may still be paused. */
  declare blocked: string | undefined
  /** The circuit is drawn and does not run yet: what is pressed now is done as soon as it does. */
  declare awaited: boolean
  /** No circuit, so nothing to control. */
  declare idle: boolean

  /** A cycle before the last one is shown. */
  declare past: boolean

  /** Cycles to come back to; without a list there are none to be set. */
  declare bookmarks: readonly Bookmark[] | undefined
  /** Cycles in which breakpoints counted, in order. */
  declare hits: readonly number[]

  declare private asking: boolean // the number of a cycle is being written
  declare private wish: 'run' | 'step' | undefined // what was pressed before the circuit could run
  declare private stop: number // index into SPEEDS

  private unsubscribe: (() => void)[] = []
  private listening: HTMLElement | undefined
  private resize: ResizeObserver | undefined
  private frame = 0
  private later: ReturnType<typeof setTimeout> | undefined
  private renderedAt = Number.NEGATIVE_INFINITY
  private ran = false // as last rendered
  private pending = 0 // requests that are not answered yet
  private starting = false // asked to run, and not answered yet
  private sought: number | undefined // the cycle under the thumb while it is on its way
  private seen: number | undefined // speed that the running slot last told

  constructor() {
    super()
    this.narrow = false
    this.tight = false
    this.low = false
    this.idle = true
    this.awaited = false
    this.past = false
    this.hits = []
    this.asking = false
    this.stop = nearestStop(FIRST_SPEED)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const around =
      this.parentElement ??
      (this.getRootNode() instanceof ShadowRoot ? (this.getRootNode() as ShadowRoot).host : undefined)
    if (around) {
      this.resize = new ResizeObserver(() => {
        // The room for text counts.
        const text = Number.parseFloat(getComputedStyle(this).fontSize) / 13 || 1
        this.narrow = around.clientWidth < 520 * text
        this.tight = around.clientWidth < 416 * text
        this.low = around.clientHeight < LOW
      })
      this.resize.observe(around)
    }
    this.subscribe()
  }

  /**
   * A move by `moveBefore` changes nothing. Without this method the browser would disconnect and connect the element.
   */
  connectedMoveCallback(): void {}

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.resize?.disconnect()
    for (const end of this.unsubscribe) end()
    this.unsubscribe = []
    this.listening?.removeEventListener('keydown', this.key)
    this.listening = undefined
    cancelAnimationFrame(this.frame)
    this.frame = 0
    clearTimeout(this.later)
    this.later = undefined
  }

  override willUpdate(changes: PropertyValues): void {
    if (changes.has('clock') && this.isConnected) this.subscribe()
    if (changes.has('firstSpeed') && this.firstSpeed !== undefined) this.stop = nearestStop(this.firstSpeed)
    this.idle = this.clock?.compiled?.design === undefined && this.blocked === undefined && !this.awaited
    this.past =
      this.sought === undefined ? inThePast(this.clock?.status) : this.sought < (this.clock?.status?.history?.last ?? 0)
    // another hand may have set the speed
    const status = this.clock?.status
    if (
      this.pending === 0 &&
      status?.running &&
      this.clock?.goal === undefined &&
      status.cyclesPerSecond !== this.seen
    ) {
      this.seen = status.cyclesPerSecond
      this.stop = nearestStop(status.cyclesPerSecond)
    } else if (!status?.running) this.seen = undefined
  }

  override updated(): void {
    this.grant()
    const { status } = this.clock ?? {}
    this.renderedAt = performance.now()
    this.ran = status?.running ?? false
    const time = this.renderRoot.querySelector<HTMLElement>('.time')
    time?.style.setProperty('--part', filled(status, this.sought ?? status?.cycle ?? 0))
    for (const mark of this.renderRoot.querySelectorAll<HTMLElement>('.mark'))
      mark.style.setProperty('--at', filled(status, Number(mark.dataset.cycle)))
    const root = this.getRootNode()
    const scope =
      this.scope ?? (root instanceof ShadowRoot ? (root.host as HTMLElement) : this.parentElement) ?? undefined
    if (scope === this.listening) return
    this.listening?.removeEventListener('keydown', this.key)
    scope?.addEventListener('keydown', this.key)
    this.listening = scope
  }

  /** Does what was pressed while the circuit could not run yet. */
  private grant(): void {
    const { wish } = this
    if (!wish || this.awaited || this.blocked !== undefined || !this.clock?.compiled?.design) return
    this.wish = undefined
    if (!this.clock.compiled.design.sequential) return
    if (wish === 'run' && !this.clock.status?.running) this.toggle()
    if (wish === 'step') this.step()
  }

  private subscribe(): void {
    for (const end of this.unsubscribe) end()
    const { clock } = this
    this.unsubscribe = clock
      ? (['frame', 'status', 'stopped', 'revived', 'compiled'] as const).map((event) =>
          clock.on(event, () => this.soon()),
        )
      : []
    this.requestUpdate()
  }

  /**
   * At most one rendering for each display frame, however often the status changes. While it runs, the numbers change
   * more slowly: nobody reads sixty of them in a second, and each rendering takes longer than drawing the circuit.
   */
  private soon(): void {
    if (this.frame !== 0) return
    const wait = this.clock?.status?.running && this.ran ? LEGIBLE - (performance.now() - this.renderedAt) : 0
    if (wait > 0) {
      this.later ??= setTimeout(() => {
        this.later = undefined
        this.soon()
      }, wait)
      return
    }
    clearTimeout(this.later)
    this.later = undefined
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.requestUpdate()
    })
  }

  private async ask(request: (clock: Clocked) => Promise<unknown>): Promise<void> {
    if (!this.clock) return
    this.pending++
    try {
      await request(this.clock)
    } catch (error) {
      this.dispatchEvent(new CustomEvent('circuit-error', { detail: { error }, bubbles: true, composed: true }))
    }
    this.pending--
    this.starting = false
    this.requestUpdate()
  }

  private get speed(): number {
    return SPEEDS[this.stop] ?? 0
  }

  /** Runs, or pauses when running. */
  toggle(): void {
    const running = this.clock?.status?.running ?? false
    if (!running && this.blocked !== undefined) return
    this.starting = !running
    void this.ask((c) => (running ? c.pause() : c.run(this.speed)))
  }

  /** One clock cycle; a running circuit is paused first. In the past it is the one that followed then. */
  step(): void {
    if (this.blocked !== undefined) return
    void this.ask(async (c) => {
      if (c.status?.running) await c.pause()
      await (inThePast(c.status) ? c.move(1) : c.tick(1))
    })
  }

  /**
   * Whether nothing is before a cycle. While something is under way nobody knows yet: the cycle that is shown then may
   * be one from which the way to the present is repeated.
   */
  private atStart(cycle: number): boolean {
    const { running, history } = this.clock?.status ?? {}
    return cycle <= (history?.first ?? 0) && !running && this.pending === 0
  }

  /** The cycle before; a running circuit is paused. */
  back(): void {
    if (this.blocked !== undefined) return
    if (this.atStart(this.sought ?? this.clock?.status?.cycle ?? 0)) return
    void this.ask((c) => c.move(-1))
  }

  /** Shows a cycle of the past, or the last one; a running circuit is paused. */
  seek(cycle: number): void {
    const history = this.clock?.status?.history
    if (!history || this.blocked !== undefined) return
    const goal = Math.max(history.first, Math.min(history.last, cycle))
    this.sought = goal
    this.soon()
    void this.ask(async (c) => {
      try {
        await c.seek(goal)
      } finally {
        if (this.sought === goal) this.sought = undefined
      }
    })
  }

  /** Shows a cycle, past or future; on the way to a future one the circuit runs as fast as possible. */
  runTo(cycle: number): void {
    if (this.blocked === undefined) void this.ask((c) => c.runTo?.(cycle) ?? c.seek(cycle))
  }

  /** Asks for the number of a cycle. */
  askCycle(): void {
    if (!this.clock?.runTo) return
    this.asking = true
    void this.updateComplete.then(() => focusInPlace(this.renderRoot.querySelector<HTMLInputElement>('.goal')))
  }

  private readonly goalKey = (e: KeyboardEvent): void => {
    if (e.key !== 'Enter' && e.key !== 'Escape') return
    e.preventDefault()
    e.stopPropagation()
    const field = e.target as HTMLInputElement
    if (e.key === 'Enter') {
      const cycle = cycleIn(field.value, this.clock?.status?.cycle ?? 0)
      field.setCustomValidity(
        cycle === undefined ? 'Write the number of a cycle, such as 1000, or +100 for later ones.' : '',
      )
      if (!field.reportValidity() || cycle === undefined) return
      this.runTo(cycle)
    }
    this.asking = false
    void this.updateComplete.then(() => focusInPlace(this.renderRoot.querySelector<HTMLElement>('button.cycle')))
  }

  /** Marks the cycle that is shown, or takes its mark away. */
  private bookmark(): void {
    const { bookmarks, clock } = this
    if (!bookmarks || clock?.status?.running) return
    const detail = toggled(bookmarks, clock?.status?.cycle ?? 0)
    this.dispatchEvent(new CustomEvent('bookmarks-change', { detail, bubbles: true, composed: true }))
  }

  /** Brings back the cycles that were set aside. */
  undo(): void {
    if (this.blocked === undefined && this.clock?.status?.history?.undo) void this.ask((c) => c.undo())
  }

  /** Back to the start values. */
  reset(): void {
    if (this.blocked !== undefined) return
    void this.ask((c) => c.reset())
  }

  private setStop(stop: number): void {
    this.stop = Math.max(0, Math.min(SPEEDS.length - 1, stop))
    if (this.starting || this.clock?.status?.running) void this.ask((c) => c.run(this.speed))
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || this.idle) return
    const target = e.composedPath()[0]
    if (
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
    ) {
      if (!(target instanceof HTMLInputElement && target.type === 'range')) return
      if (e.key === 'Home' || e.key === 'End') return // the slider's own
    }
    if (!this.clock?.compiled?.design?.sequential) return
    const command = KEYS.get(e.key.length === 1 ? e.key.toLowerCase() : e.key)
    if (command && this.perform(command)) e.preventDefault()
  }

  /** Does what a command means now; false when it means nothing. */
  perform(command: CommandName): boolean {
    const history = this.clock?.status?.history
    switch (command) {
      case 'run':
        this.toggle()
        return true
      case 'step':
        this.step()
        return true
      case 'back':
        this.back()
        return true
      case 'now':
        if (this.past) this.seek(history?.last ?? 0)
        return this.past
      case 'undo':
        if (history?.undo) this.undo()
        return history?.undo !== undefined
      case 'reset':
        this.reset()
        return true
      case 'runTo':
        if (this.clock?.runTo) this.askCycle()
        return this.clock?.runTo !== undefined
      case 'bookmark':
        if (this.bookmarks) this.bookmark()
        return this.bookmarks !== undefined
      case 'slower':
        this.setStop(this.stop - 1)
        return true
      case 'faster':
        this.setStop(this.stop + 1)
        return true
      default:
        return false
    }
  }

  /** The clock before it can run: what is pressed stays pressed until then, and pressed again it is taken back. */
  private renderAwaited(): TemplateResult {
    const button = (wish: 'run' | 'step', name: string) => html`<button
      class=${this.wish === wish ? 'primary' : ''}
      title=${`${name} as soon as the engine is ready`}
      aria-label=${name}
      aria-pressed=${this.wish === wish ? 'true' : 'false'}
      @click=${() => {
        this.wish = this.wish === wish ? undefined : wish
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">${icons[wish]}</svg>
    </button>`
    const doing = { run: 'Runs as soon as the engine is ready.', step: 'Steps as soon as the engine is ready.' }
    return html`<div class="pill blocked" part="pill" role="toolbar" aria-label="Clock">
      <div class="row">
        ${button('run', 'Run')} ${button('step', 'Step one cycle')}
        ${this.wish ? html`<span class="why" role="status">${doing[this.wish]}</span>` : nothing}
      </div>
    </div>`
  }

  /** The buttons say why they do nothing; only what still runs can be paused. */
  private renderBlocked(why: string): TemplateResult {
    const running = this.clock?.status?.running ?? false
    return html`<div class="pill blocked" part="pill" role="toolbar" aria-label="Clock">
      <div class="row">
        ${
          running
            ? html`<button class="primary" title="Pause (P)" aria-label="Pause" @click=${() => this.toggle()}>
                <svg viewBox="0 0 16 16" aria-hidden="true">${icons.pause}</svg>
              </button>`
            : html`<button class="primary" title=${why} aria-label="Run" aria-disabled="true" aria-describedby="why">
                <svg viewBox="0 0 16 16" aria-hidden="true">${icons.run}</svg>
              </button>`
        }
        <button title=${why} aria-label="Step one cycle" aria-disabled="true" aria-describedby="why">
          <svg viewBox="0 0 16 16" aria-hidden="true">${icons.step}</svg>
        </button>
        <span class="why" id="why">${why}</span>
      </div>
    </div>`
  }

  /** The number of the cycle; pressed, a field for another one. */
  private renderCycle(cycle: number, goal: number | undefined): TemplateResult {
    const what = this.past ? 'A past cycle is shown' : 'Clock cycles since reset'
    if (!this.clock?.runTo)
      return html`<span class="cycle number" title=${what}><small>cycle</small>${grouped(cycle)}</span>`
    if (this.asking)
      return html`<span class="cycle number"><small>cycle</small><input
        class="goal"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        aria-label="Run to cycle"
        placeholder=${grouped(cycle)}
        @keydown=${this.goalKey}
        @input=${(e: Event) => (e.target as HTMLInputElement).setCustomValidity('')}
        @blur=${() => {
          this.asking = false
        }}
      /></span>`
    return html`<button
      class="cycle number"
      title=${`${what}. Run to another cycle… (G)`}
      aria-label=${`Cycle ${grouped(cycle)}${goal === undefined ? '' : ` of ${grouped(goal)}`}. Go to another cycle`}
      @click=${() => this.askCycle()}
    ><small>cycle</small> ${grouped(cycle)}${
      goal === undefined
        ? nothing
        : html` <small
      class="to">of ${grouped(goal)}</small>`
    }</button>`
  }

  override render(): TemplateResult | typeof nothing {
    const design = this.clock?.compiled?.design
    if (this.blocked !== undefined) return this.renderBlocked(this.blocked)
    if (this.awaited) return this.renderAwaited()
    if (!design) return nothing
    if (!design.sequential) {
      return html`<div
        class="pill quiet"
        part="pill"
        title="This circuit is combinational: it has no registers or memories, so there is no clock to run."
      >
        <span>No clock<span class="meaning">: outputs follow inputs at once</span></span>
      </div>`
    }
    const status = this.clock?.status
    const running = status?.running ?? false
    const goal = running ? this.clock?.goal : undefined
    const name =
      goal !== undefined ? `Stop on the way to cycle ${grouped(goal)} (P)` : running ? 'Pause (P)' : 'Run (P)'
    const cycle = this.sought ?? status?.cycle ?? 0
    const first = status?.history?.first ?? 0
    const start = this.atStart(cycle)
    return html`<div class=${running ? 'pill running' : 'pill'} part="pill" role="toolbar" aria-label="Clock">
      <div class="past">
        ${
          goal === undefined
            ? html`<span
              class="line">${scrubber(status, cycle, this)}${marks(status, this.bookmarks ?? [], this.hits, this)}</span>`
            : html`<progress class="way" max=${goal} .value=${cycle}
              aria-label=${`On the way to cycle ${grouped(goal)}`}></progress>`
        }
        <span class="returns">${returns(status, this)}</span>
        ${
          this.bookmarks
            ? html`<circuit-bookmarks .bookmarks=${this.bookmarks} .cycle=${cycle}
                @bookmark-open=${(e: CustomEvent<number>) => this.runTo(e.detail)}></circuit-bookmarks>`
            : nothing
        }
      </div>
      <div class="row">
        <button title="Reset to cycle 0 (R)" aria-label="Reset to cycle 0" @click=${() => this.reset()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">${icons.reset}</svg>
        </button>
        <button
          title=${start ? `This is cycle ${grouped(first)}, the first: there is nothing before it` : 'One cycle back (,)'}
          aria-label="Back one cycle"
          aria-disabled=${start ? 'true' : 'false'}
          @click=${() => this.back()}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">${icons.back}</svg>
        </button>
        <button class="primary" title=${name} aria-label=${running ? 'Pause' : 'Run'} @click=${() => this.toggle()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">${running ? icons.pause : icons.run}</svg>
        </button>
        <button
          title=${this.past ? 'The cycle that followed (.)' : 'One cycle (.)'}
          aria-label="Step one cycle"
          @click=${() => this.step()}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">${icons.step}</svg>
        </button>
        <span class="gap"></span>
        <label title="Speed in cycles per second: slower [ faster ]">
          <input
            type="range"
            min="0"
            max=${SPEEDS.length - 1}
            step="1"
            .value=${String(this.stop)}
            aria-label="Speed"
            aria-valuetext=${this.speed === 0 ? 'as fast as possible' : `${this.speed} cycles per second`}
            @input=${(e: Event) => this.setStop(Number((e.target as HTMLInputElement).value))}
          />
          <span class="speed number">${speedName(this.speed)}</span>
        </label>
        <span class="gap"></span>
        ${this.renderCycle(cycle, goal)}
        <span class="achieved number"
          title=${`Reached: ${Math.round(status?.achieved ?? 0).toLocaleString('en')} cycles per second`}
          >${running && status ? frequency(status.achieved) : ''}</span
        >
      </div>
    </div>`
  }
}

/** The cycle that is written: a number, or one from here on. */
function cycleIn(text: string, here: number): number | undefined {
  const plain = text.replace(/[\s_,.\u202f]/g, '')
  if (!/^[+-]?\d+$/.test(plain)) return undefined
  const cycle = /^\d/.test(plain) ? Number(plain) : here + Number(plain)
  return Number.isSafeInteger(cycle) && cycle >= 0 ? cycle : undefined
}

if (!customElements.get('circuit-controls')) customElements.define('circuit-controls', CircuitControls)

declare global {
  interface HTMLElementTagNameMap {
    'circuit-controls': CircuitControls
  }
}
