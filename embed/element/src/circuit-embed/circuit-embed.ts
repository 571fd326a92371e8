/** `<circuit-embed>`: a live circuit in any page, from its source text. */
import type { Capability, CompileResult, Health, Progress, Slot } from '@simten/client'
import { SandboxError } from '@simten/client'
import { originOf } from '@simten/client/origin'
import { isEditOf } from '@simten/client/same-text'
import { hashOf } from '@simten/client/share-link'
import type { CircuitCanvas, CircuitSetDetail } from '@simten/viewer/canvas/circuit-canvas'
import type { Fault } from '@simten/viewer/canvas/drawing'
import type { Clocked } from '@simten/viewer/controls/circuit-controls'
import type { Arrangement } from '@simten/viewer/layout/arrangement'
import type { Memories } from '@simten/viewer/memory/access'
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { Announcer } from './announcer.ts'
import { count, cssLength, flag, inputValues, runSpeed } from './attributes.ts'
import type { CircuitEmbedEvents, CircuitErrorDetail, Value } from './events.ts'
import { centred, compiling, loading, quiet, strip, type Trouble, troubleIn, troubleOf } from './messages.ts'
import { PortReader } from './ports.ts'
import { acquireSandbox, type SandboxUse } from './shared-sandbox.ts'
import { type Source, sourceAt } from './source.ts'
import { embedStyles } from './styles.ts'

/** Where the sandbox is unless the attribute `sandbox` says otherwise; set when the bundle is built. */
const SANDBOX_ORIGIN: string = import.meta.env.VITE_SANDBOX_ORIGIN ?? 'http://localhost:3002'

/** Compiling for longer than this is shown, in milliseconds. */
const PATIENCE = 300

/** An element that is back in the page within so many milliseconds was moved, and goes on with its run. */
const MOVE = 250

/** Below this width there is no room for a link beside the picture, in CSS pixels. */
const NARROW = 420

/** Elements that are out of the page, and may only be on their way to another place. */
const detached = new Set<CircuitEmbed>()

/** Capabilities that circuits have without the page saying so: none of them leads out. */
const granted: Capability[] = ['console', 'clock', 'random']

/** A child script of one of these types holds the text. */
const TEXT_SCRIPT = ':scope > script:is([type="text/simten"], [type="text/plain"])'

/** Address of the editor that `Open in Simten` leads to, unless the attribute `editor` says otherwise. */
let editorOfPage: string | undefined

/** Names the editor of all embeds of the page; undefined for none. */
export function setEditor(address: string | undefined): void {
  editorOfPage = address
}

const NO_TEXT = 'The element has no circuit: it has neither a text nor an address of one.'

const TAKEN_OUT = 'The element was taken out of the page.'

interface Waiting {
  resolve(slot: Slot): void
  reject(error: Error): void
}

/**
 * A live circuit, from its text: the attribute `code`, a child `<script type="text/simten">`, or `src`.
 *
 * @attr code - source text
 * @attr src - address of a file with the text, or a link that Share made
 * @attr circuit - name of the circuit to run; the last one of the text when absent
 * @attr heading - title above the picture; `title` means the same
 * @attr subtitle - in the typeface of code, beside the title
 * @attr description - a sentence below the title
 * @attr href - address of `Open →`; without it `Open in Simten →` leads to the editor with this circuit
 * @attr editor - address of that editor
 * @attr theme - `light` or `dark`; as the system has it when absent
 * @attr height - a CSS length or a number of pixels; without it the element is as wide as it may be and two thirds as
 * high
 * @attr show-controls - `false` hides the clock
 * @attr auto-run-speed - milliseconds of a cycle when it runs by itself
 * @attr run - runs by itself as soon as it is in sight; a number is the speed in cycles per second, `max` as fast as
 * possible
 * @attr inputs - values at first: `a=1 b=0xff`, or JSON
 * @attr cycle - cycle to begin at
 * @attr panes - `wave` shows the waveforms below the circuit
 * @attr readonly - readers can run it and look inside, and set nothing
 * @attr layout - places of parts as JSON, by their names: `{"a": {"x": 16, "y": 40}, "dut": {"x": 200, "y": 24}}`
 * @attr eager - starts before it comes into sight
 * @attr modules - lets circuits import packages of npm
 * @attr strict - interprets the circuit only: nothing that a stranger's text determines reaches the browser's compiler
 * @attr sandbox - origin of the sandbox
 *
 * @slot - the page's own picture of the circuit, shown until the live one is there
 * @slot heading - instead of the title
 * @slot description - instead of the description
 * @slot actions - beside the title, before the link
 *
 * @csspart frame - the card
 * @csspart header - title, description and link
 * @csspart link - the link to the editor or to `href`
 * @csspart canvas - the drawing
 * @csspart controls - the clock
 * @csspart wave - the waveforms
 * @csspart message - what is said when something is not right
 *
 * @fires circuit-ready - {@link CircuitReadyDetail}
 * @fires circuit-change - {@link CircuitChangeDetail}
 * @fires circuit-tick - {@link CircuitTickDetail}
 * @fires circuit-error - {@link CircuitErrorDetail}
 * @fires circuit-compiled - {@link CompileResult}
 */
export class CircuitEmbed extends LitElement {
  static override styles = embedStyles

  static override properties = {
    code: { type: String },
    src: { type: String },
    circuit: { type: String },
    heading: { type: String },
    title: { type: String },
    subtitle: { type: String },
    description: { type: String },
    href: { type: String },
    editor: { type: String },
    theme: { type: String, reflect: true },
    height: { type: String },
    showControls: { attribute: 'show-controls', converter: (text: string | null) => flag(text, true) },
    autoRunSpeed: { attribute: 'auto-run-speed', type: Number },
    autorun: { attribute: 'run', type: String },
    inputs: { type: String },
    cycle: { attribute: 'cycle', converter: count },
    panes: { type: String },
    readonly: { converter: (text: string | null) => flag(text) },
    layout: { type: String },
    sandbox: { type: String },
    eager: { converter: (text: string | null) => flag(text) },
    modules: { converter: (text: string | null) => flag(text) },
    strict: { converter: (text: string | null) => flag(text) },
    compiled: { state: true },
    faulty: { state: true },
    health: { state: true },
    compiling: { state: true },
    progress: { state: true },
    fetching: { state: true },
    trouble: { state: true },
    slotOfCircuit: { state: true },
    faults: { state: true },
    viewer: { state: true },
    editorLink: { state: true },
    narrow: { state: true },
    places: { state: true },
  }

  /** Source text; without it the text of a child script, or that at `src`. */
  declare code: string | null | undefined
  /** Address of the text. */
  declare src: string | null | undefined
  /** Name of the circuit to run; without it the last one of the text. */
  declare circuit: string | undefined
  /** Title above the picture. */
  declare heading: string | undefined
  /** The same; without the tooltip that browsers show for it. */
  declare title: string
  declare subtitle: string | undefined
  declare description: string | undefined
  /** Where `Open →` leads. */
  declare href: string | undefined
  /** Address of the editor. */
  declare editor: string | undefined
  /** `light` or `dark`; without it as the system has it. */
  declare theme: string | undefined
  /** Height as a CSS length or a number of pixels. */
  declare height: string | undefined
  /** Whether a circuit with a clock shows it. */
  declare showControls: boolean
  /** Milliseconds of a cycle when it runs by itself. */
  declare autoRunSpeed: number | undefined
  /** The attribute `run`: whether and how fast it runs by itself. */
  declare autorun: string | null | undefined
  /** Values of inputs at first. */
  declare inputs: string | null | undefined
  /** Cycle to begin at. */
  declare cycle: number | undefined
  /** Names of panes beside the circuit, with spaces between them: `wave`. */
  declare panes: string | undefined
  /** Readers set nothing. */
  declare readonly: boolean
  /** Places of parts as JSON; the layout places those that are not named. */
  declare layout: string | null | undefined
  /** Origin of the sandbox. */
  declare sandbox: string | undefined
  /** Start at once, not when the element comes into sight. */
  declare eager: boolean
  /** Let circuits import packages of npm. */
  declare modules: boolean
  /** Interpret the circuit only. */
  declare strict: boolean

  declare private compiled: CompileResult | undefined
  /** The text's circuit when it cannot run, to show where its problem is. */
  declare private faulty: CompileResult | undefined
  declare private health: Health | undefined
  declare private compiling: boolean
  declare private progress: Progress | undefined
  declare private fetching: readonly string[]
  declare private trouble: Trouble | undefined
  declare private slotOfCircuit: Slot | undefined
  declare private faults: readonly Fault[]
  /** Canvas and clock are loaded. */
  declare private viewer: boolean
  declare private editorLink: string | undefined
  declare private narrow: boolean
  /** The places of the attribute `layout`, or of the link at `src`. */
  declare private places: Arrangement | undefined

  private use: SandboxUse | undefined
  private origin = ''
  private ends: (() => void)[] = []
  private inSight: IntersectionObserver | undefined
  private room: ResizeObserver | undefined
  private started = false
  /** The text in a child script may change, as the attribute may. */
  private inside = new MutationObserver(() => this.requestUpdate())
  private job = 0
  private good = '' // the text of the circuit that runs
  private asked = '' // what was last given to the compiler
  private frame = 0
  private leaving: ReturnType<typeof setTimeout> | undefined
  /** Methods that were called before there was a circuit. */
  private waiting: Waiting[] = []
  /** Ends the searches for a cycle when the circuit goes away. */
  private readonly seeking = new Set<() => void>()
  private reader: PortReader | undefined
  /** Fetching the text of `src`. */
  private fetch: AbortController | undefined
  private linked: string | undefined // the places of the link at `src`, as JSON
  private readPlaces: ((data: unknown) => Arrangement | undefined) | undefined
  /** The slot as a reader of a readonly embed has it: without a way to overwrite what it remembers. */
  private looked: { slot: Slot; memories: Memories } | undefined

  constructor() {
    super()
    this.showControls = true
    this.readonly = false
    this.eager = false
    this.modules = false
    this.strict = false
    this.fetching = []
    this.compiling = false
    this.faults = []
    this.viewer = false
    this.narrow = false
  }

  /** Runs one clock cycle. */
  async tick(): Promise<void> {
    await this.tickN(1)
  }

  /** Runs n clock cycles at once. */
  async tickN(n: number): Promise<void> {
    await (await this.live()).tick(n)
  }

  /** Runs until stopped, at so many cycles per second; 0 is as fast as possible. */
  async run(cyclesPerSecond = runSpeed(this.autorun ?? '', this.autoRunSpeed) ?? 1): Promise<void> {
    await (await this.live()).run(cyclesPerSecond)
  }

  /** Pauses the run. */
  async stop(): Promise<void> {
    await (await this.live()).pause()
  }

  /** Back to cycle 0 and the start values; inputs stay. */
  async reset(): Promise<void> {
    await (await this.live()).reset()
  }

  /**
   * Sets an input, a switch or any node that can be operated, by its name. It rejects when there is none, or the value
   * does not fit.
   */
  async setInput(name: string, value: number | bigint | string): Promise<void> {
    await (await this.live()).set({ [name]: value })
  }

  /**
   * The present value of a port by its name, or of any signal by its path (`alu.result`); undefined when there is none,
   * or no circuit yet.
   */
  getOutput(name: string): Value | undefined {
    return this.ports?.read(name)
  }

  /** The present values of all signals by their paths (`adder.sum`); empty before there is a circuit. */
  portValues(): Map<string, Value> {
    return this.ports?.signals() ?? new Map()
  }

  /** Reads values of the circuit that runs; made once for each. */
  private get ports(): PortReader | undefined {
    const { slotOfCircuit, compiled } = this
    if (!slotOfCircuit || !compiled?.design) return undefined
    if (this.reader?.values !== slotOfCircuit.values) this.reader = new PortReader(compiled, slotOfCircuit.values)
    return this.reader
  }

  /** The complete state as text. */
  async snapshot(): Promise<string> {
    return (await this.live()).snapshot()
  }

  /** Brings back a snapshot of the same circuit. */
  async restore(snapshot: string): Promise<void> {
    await (await this.live()).restore(snapshot)
  }

  /** Shows a cycle exactly as it was, or runs to one that is not reached yet and pauses there. */
  async seek(cycle: number): Promise<void> {
    const slot = await this.live()
    await slot.runTo(cycle)
    if (slot.goal === undefined) return
    await new Promise<void>((resolve, reject) => {
      const settle = (how: () => void) => {
        for (const end of ends) end()
        this.seeking.delete(gone)
        how()
      }
      const gone = () => settle(() => reject(new Error(TAKEN_OUT)))
      const ends = [
        slot.on('status', () => slot.goal === undefined && settle(resolve)),
        // No status need follow the one of the hit, in which the goal still stands.
        slot.on('hit', () => settle(resolve)),
        slot.on('stopped', (error) => settle(() => reject(error))),
      ]
      this.seeking.add(gone)
    })
  }

  /**
   * The slot of a circuit that can be operated; it starts the element if need be, and rejects when there is no circuit.
   */
  private live(): Promise<Slot> {
    this.start()
    const { slotOfCircuit: slot, trouble } = this
    if (slot && this.compiled?.design && this.asked === this.request()) return Promise.resolve(slot)
    if (trouble && this.asked === this.request()) return Promise.reject(new Error(trouble.message))
    if (this.textless) return Promise.reject(new Error(NO_TEXT))
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  private release(trouble?: CircuitErrorDetail): void {
    const { slotOfCircuit } = this
    for (const { resolve, reject } of this.waiting.splice(0)) {
      if (trouble || !slotOfCircuit) reject(new Error(trouble?.message ?? TAKEN_OUT))
      else resolve(slotOfCircuit)
    }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.inside.observe(this, { childList: true, characterData: true, subtree: true })
    this.room = new ResizeObserver(() => {
      this.narrow = this.clientWidth < NARROW
    })
    this.room.observe(this)
    clearTimeout(this.leaving)
    detached.delete(this)
    if (this.started) return // it was moved, and its run goes on
    if (this.eager || typeof IntersectionObserver === 'undefined') {
      this.start()
      return
    }
    this.inSight = new IntersectionObserver(
      (entries) => {
        if (entries.some((e) => e.isIntersecting)) this.start()
      },
      { rootMargin: '300px' },
    )
    this.inSight.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.inside.disconnect()
    this.inSight?.disconnect()
    this.room?.disconnect()
    if (!this.started) return
    detached.add(this)
    this.leaving = setTimeout(() => this.end(), MOVE)
  }

  /** It is moved by `moveBefore`: nothing changes. Without this method the browser would disconnect and connect it. */
  connectedMoveCallback(): void {}

  /** Another document has a sandbox of its own. */
  adoptedCallback(): void {
    this.end()
  }

  /** The element was taken out of the page: frees what it had in the sandbox. */
  private end(): void {
    clearTimeout(this.leaving)
    detached.delete(this)
    if (!this.started) return
    this.leave()
    this.release()
    this.started = false
    this.compiled = undefined
    this.trouble = undefined
    this.faults = []
  }

  /** The text that the page gives; '' for one that is to be fetched. */
  get source(): string {
    if (this.code != null) return this.code // null: the attribute was taken away
    return this.querySelector(TEXT_SCRIPT)?.textContent ?? ''
  }

  /** The page names no text at all. */
  private get textless(): boolean {
    return this.source.trim() === '' && !this.src
  }

  private request(): string {
    return JSON.stringify([this.source, this.source === '' ? this.src : '', this.circuit, this.modules, this.strict])
  }

  override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('layout')) this.place()
    if (changes.has('height') && this.height !== undefined) this.style.height = cssLength(this.height ?? '')
  }

  override firstUpdated(): void {
    const frame = this.renderRoot.querySelector('.frame')
    const medium = frame ? getComputedStyle(frame, '::before').fontSize : ''
    if (/^[\d.]+px$/.test(medium) && medium !== '16px') this.style.setProperty('--st-rem', medium)
  }

  override updated(changes: PropertyValues<this>): void {
    if (!this.started) return
    if (changes.has('sandbox') && this.origin !== this.wanted) {
      this.leave()
      this.compiled = undefined // it ran in the other sandbox
      this.faults = []
      this.enter()
    } else if (this.asked !== this.request()) void this.compile()
    else if (changes.has('inputs') && changes.get('inputs') !== undefined) void this.give()
  }

  private start(): void {
    if (this.started) return
    this.started = true
    this.inSight?.disconnect()
    void this.load()
    this.enter()
  }

  /** Loads canvas and clock, which a page without a circuit in sight does not need. */
  private async load(): Promise<void> {
    const [{ readArrangement }] = await Promise.all([
      import('@simten/viewer/layout/arrangement'),
      import('@simten/viewer/canvas/circuit-canvas'),
      import('@simten/viewer/controls/circuit-controls'),
    ])
    this.readPlaces = readArrangement
    this.place()
    this.viewer = true
  }

  /** Reads the places of parts; a text that has none is as if there were no attribute. */
  private place(): void {
    const { layout = this.linked, readPlaces } = this
    let data: unknown
    try {
      data = JSON.parse(layout ?? 'null')
    } catch {
      data = undefined
    }
    this.places = readPlaces?.(data)
  }

  /** Origin of the sandbox that is asked for. */
  private get wanted(): string {
    const address = this.sandbox ?? SANDBOX_ORIGIN
    return originOf(address) ?? address
  }

  private enter(): void {
    this.origin = this.wanted
    this.trouble = undefined
    this.use = acquireSandbox(this.origin)
    const { sandbox } = this.use
    if (sandbox.full) for (const other of [...detached]) other.end()
    this.health = sandbox.health
    const slot = sandbox.slot()
    this.slotOfCircuit = slot
    const announcer = new Announcer(slot, {
      ready: (detail) => this.fire('circuit-ready', detail),
      change: (detail) => this.fire('circuit-change', detail),
      tick: (detail) => this.fire('circuit-tick', detail),
    })
    this.ends = [
      sandbox.onHealth((health) => {
        this.health = health
        if (health.state === 'loading' && this.trouble?.kind === 'unreachable') void this.compile() // somebody tries again
      }),
      slot.on('frame', () => {
        this.soon()
        announcer.frame()
      }),
      slot.on('status', () => announcer.status()),
      slot.on('compiled', (result) => {
        this.compiled = result // also after the sandbox was made anew; the values are a new object then
        announcer.compiled(result.kept === true)
      }),
      slot.on('stopped', (error) => this.failed(error, 'stopped')),
      slot.on('progress', (progress) => {
        this.progress = progress
      }),
      slot.on('fetching', ({ packages }) => {
        this.fetching = packages
      }),
    ]
    void this.compile()
  }

  private leave(): void {
    this.job++
    this.compiling = false
    this.fetch?.abort()
    for (const end of this.ends) end()
    this.ends = []
    cancelAnimationFrame(this.frame)
    this.frame = 0
    for (const gone of [...this.seeking]) gone()
    const slot = this.slotOfCircuit
    this.slotOfCircuit = undefined
    slot?.dispose().catch(() => undefined) // the sandbox may be gone already, and then the slot is too
    this.use?.release()
    this.use = undefined
  }

  /** Starts the sandbox again, for all embeds of the page. */
  private retry(): void {
    this.use?.sandbox.retry()
    if (this.trouble?.kind === 'unreachable') void this.compile()
  }

  private readonly running = (): boolean => this.slotOfCircuit?.status?.running === true

  private soon(): void {
    if (this.frame !== 0) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      // Before its module is loaded it is an element without methods.
      this.renderRoot.querySelector<Partial<CircuitCanvas> & Element>('circuit-canvas')?.refresh?.()
    })
  }

  private async compile(): Promise<void> {
    const slot = this.slotOfCircuit
    if (!slot) return
    const job = ++this.job
    this.asked = this.request()
    this.fetch?.abort()
    if (this.trouble?.kind !== 'source') this.trouble = undefined // what was wrong stays until it is known to be right
    if (this.textless) {
      this.trouble = undefined
      if (this.compiled) {
        this.compiled = undefined // the circuit of before, and its slot, are gone
        const same = acquireSandbox(this.origin) // or the last embed of the page would end it
        this.leave()
        this.enter()
        same.release()
      }
      this.release({ code: 'INVALID_REQUEST', message: NO_TEXT, hint: '' })
      return
    }
    this.progress = undefined
    const timer = setTimeout(() => {
      if (job === this.job) this.compiling = true
    }, PATIENCE)
    try {
      const source = await this.text()
      if (job !== this.job) return
      await this.compileText(slot, source, job)
    } catch (error) {
      if (job === this.job) this.failed(error, 'source')
    } finally {
      clearTimeout(timer)
      if (job === this.job) this.compiling = false
    }
  }

  /** The text, fetched where it is not in the page. */
  private async text(): Promise<Source> {
    if (this.source !== '') return { text: this.source }
    this.fetch = new AbortController()
    return sourceAt(this.src ?? '', document.baseURI, this.fetch.signal)
  }

  private async compileText(slot: Slot, { text, lock, layout }: Source, job: number): Promise<void> {
    if (layout !== this.linked) {
      this.linked = layout
      this.place()
    }
    const keep = this.compiled !== undefined && isEditOf(text, this.good, this.compiled.main)
    const result = await slot.compile(text, {
      harness: true,
      keep,
      grant: this.modules ? [...granted, 'modules'] : granted,
      ...(lock && { lock }),
      ...(this.strict ? { strict: true } : {}),
      ...(this.circuit === undefined ? {} : { circuit: this.circuit }),
    })
    if (job !== this.job) return
    const error = result.diagnostics.find((d) => d.severity === 'error')
    this.faulty = error && result.circuit && !result.design ? result : undefined
    this.faults = this.faulty && error ? faultsAt(error) : []
    this.fire('circuit-compiled', result)
    void this.link(text, lock)
    if (error) {
      this.broken(slot, text)
      this.inTrouble(troubleIn(error))
      return
    }
    this.trouble = undefined
    this.good = text
    if (!keep) await this.begin(slot)
    if (job === this.job) this.release()
  }

  /** Sets a new circuit up as the attributes say. */
  private async begin(slot: Slot): Promise<void> {
    await this.give()
    const sequential = slot.compiled?.design?.sequential === true
    if (!sequential) return
    if (this.cycle !== undefined && this.cycle > 0) await slot.runTo(this.cycle)
    const speed = runSpeed(this.autorun, this.autoRunSpeed)
    if (speed !== undefined) await slot.run(speed)
  }

  /** Sets what the attribute `inputs` says. */
  private async give(): Promise<void> {
    try {
      const values = inputValues(this.inputs)
      if (Object.keys(values).length > 0) await this.slotOfCircuit?.set(values)
    } catch (error) {
      this.failed(error, 'stopped')
    }
  }

  /** The text has no circuit that runs: the one before stays in sight only if the text is an edit of its text. */
  private broken(slot: Slot, source: string): void {
    const other = this.compiled !== undefined && !isEditOf(source, this.good, this.compiled.main)
    if (other) this.compiled = undefined
    if ((other || this.faulty) && slot.status?.running) slot.pause().catch(() => undefined) // nobody sees it run
  }

  private failed(error: unknown, kind: 'source' | 'stopped'): void {
    const trouble = troubleOf(error, kind)
    if (!trouble) return
    if (error instanceof SandboxError && trouble.kind !== 'unreachable') this.faults = faultsAt(error)
    this.inTrouble(trouble)
  }

  private inTrouble(trouble: Trouble): void {
    this.trouble = trouble
    const { code, message, hint, line, column } = trouble
    const place = { ...(line && { line }), ...(line && column && { column }) }
    this.fire('circuit-error', { code, message, hint, ...place })
    if (trouble.kind !== 'stopped') this.release(trouble)
  }

  private fire<Name extends keyof CircuitEmbedEvents>(name: Name, detail: CircuitEmbedEvents[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /** Makes the link to the editor, which carries the text. */
  private async link(text: string, lock: Source['lock']): Promise<void> {
    const editor = this.editor ?? editorOfPage
    const base = editor && URL.canParse(editor, document.baseURI) ? new URL(editor, document.baseURI) : undefined
    // A page may write anything there; a script is no address.
    if (!base || !/^https?:$/.test(base.protocol)) {
      this.editorLink = undefined
      return
    }
    const hash = await hashOf(text, lock).catch(() => undefined) // too large for a link
    this.editorLink = hash && new URL(hash, base).href
  }

  private async set(e: CustomEvent<CircuitSetDetail>): Promise<void> {
    e.stopPropagation()
    if (this.faulty || this.readonly) return // it does not run, or is not the reader's to change
    const answer = this.slotOfCircuit?.set({ [e.detail.name]: e.detail.value })
    if (answer) e.detail.until?.(answer)
    try {
      await answer
    } catch (error) {
      this.failed(error, 'stopped')
    }
  }

  /** An element inside could not do what it was asked for. The page is told in the words of this element. */
  private childFailed(e: CustomEvent<{ error: unknown }>): void {
    e.stopPropagation()
    this.failed(e.detail.error, 'stopped')
  }

  private async runAgain(): Promise<void> {
    this.trouble = undefined
    this.faults = []
    try {
      await this.slotOfCircuit?.reset()
    } catch (error) {
      this.failed(error, 'stopped')
    }
  }

  private get memories(): Memories | undefined {
    const slot = this.slotOfCircuit
    if (!slot || !this.readonly) return slot
    if (this.looked?.slot !== slot) {
      const memories: Memories = {
        inspect: (node, first, options) => slot.inspect(node, first, options),
        changes: (question) => slot.changes(question),
        get status() {
          return slot.status
        },
      }
      this.looked = { slot, memories }
    }
    return this.looked.memories
  }

  override render(): TemplateResult {
    const waves = this.panes?.split(/\s+/).includes('wave') === true
    if (waves && this.viewer) void import('@simten/viewer/wave/circuit-wave') // few embeds have it
    const classes = `frame${waves ? ' waved' : ''}${this.narrow ? ' narrow' : ''}`
    // The empty title ends the tooltip that a browser shows for the element's own.
    return html`<div class=${classes} part="frame" title="">
      ${this.renderHeader()}
      <div class="body">
        ${this.renderStage()}
        ${
          waves
            ? html`<circuit-wave part="wave" .source=${this.faulty ? undefined : this.slotOfCircuit}
                @circuit-error=${this.childFailed}></circuit-wave>`
            : nothing
        }
      </div>
    </div>`
  }

  private get headline(): string | undefined {
    return this.heading ?? this.title
  }

  private get hasHeader(): boolean {
    const words = this.headline || this.subtitle || this.description
    return Boolean(words) || this.hasSlotted('heading', 'description', 'actions')
  }

  private renderHeader(): TemplateResult | typeof nothing {
    if (!this.hasHeader) return nothing
    return html`<header part="header">
      <div class="words">
        <slot name="heading"><span class="heading">${this.headline}</span></slot>
        ${this.subtitle ? html`<span class="subtitle">${this.subtitle}</span>` : nothing}
        <slot name="description">${
          this.description
            ? html`<p
          class="description">${this.description}</p>`
            : nothing
        }</slot>
      </div>
      <slot name="actions"></slot>
      ${this.renderLink('away')}
    </header>`
  }

  private hasSlotted(...names: string[]): boolean {
    return names.some((name) => this.querySelector(`:scope > [slot="${name}"]`) !== null)
  }

  private renderLink(classes: string): TemplateResult | typeof nothing {
    const address = this.href ?? this.editorLink
    if (!address) return nothing
    const words = this.href ? 'Open' : 'Open in Simten'
    return html`<a class=${classes} part="link" href=${address} target="_blank" rel="noopener">${words} <span
      aria-hidden="true">→</span></a>`
  }

  private renderStage(): TemplateResult {
    const { slotOfCircuit, faulty } = this
    const compiled = faulty ?? this.compiled
    return html`<div class="stage">
      <circuit-canvas
        part="canvas"
        wheel="page"
        .compiled=${compiled}
        .arrangement=${this.places}
        .values=${faulty ? undefined : slotOfCircuit?.values}
        .faults=${this.faults}
        .memories=${faulty ? undefined : this.memories}
        .running=${this.running}
        ?locked=${this.readonly}
        ?dimmed=${this.trouble?.kind === 'source' || this.trouble?.kind === 'unreachable'}
        @circuit-set=${this.set}
      ></circuit-canvas>
      ${this.standIn ? html`<div class="stand-in"><slot></slot></div>` : nothing}
      ${
        this.showControls
          ? html`<circuit-controls
              part="controls"
              .clock=${slotOfCircuit satisfies Clocked | undefined}
              .blocked=${this.blocked}
              @circuit-error=${this.childFailed}
            ></circuit-controls>`
          : nothing
      }
      ${this.hasHeader ? nothing : this.renderLink('away floating')}
      ${this.renderMessage()}
    </div>`
  }

  /** The page's own picture is in sight: nothing has been drawn yet. */
  private get standIn(): boolean {
    return !this.compiled && !this.faulty && this.picture !== null
  }

  private get picture(): Element | null {
    return this.querySelector(':scope > :not([slot], script, style, template)')
  }

  /** Why the circuit can be neither run nor stepped. */
  private get blocked(): string | undefined {
    if (this.trouble?.kind !== 'source') return undefined
    if (this.faulty) return 'It cannot run: a loop never settles.'
    return this.compiled
      ? 'This is the last circuit without errors.'
      : 'There is no circuit to run: its text has an error.'
  }

  private renderMessage(): TemplateResult | typeof nothing {
    const { trouble, health } = this
    if (this.started && !trouble && this.textless) {
      return centred(
        'No circuit here yet',
        html`Put its text into the attribute <code>code</code>, or into a script of type text/simten inside this element.`,
        'status',
      )
    }
    if (trouble?.kind === 'unreachable' || health?.state === 'unavailable') {
      const why = trouble?.kind === 'unreachable' ? `${trouble.message} ${trouble.hint}` : (health?.detail ?? '')
      if (!this.standIn) return centred('The simulator cannot be reached', why, 'alert', this.renderRetry())
      return strip({ kind: 'unreachable', code: '', message: why, hint: '', again: true }, this.renderRetry())
    }
    if (trouble) return strip(trouble, this.renderAgain(trouble))
    if (!this.started || (health?.state === 'loading' && !this.compiled)) return loading(health, this.standIn)
    if (health?.state === 'restarting') return quiet('Restarting the simulator…')
    if (this.fetching.length > 0) return quiet(`Fetching ${this.fetching.join(', ')}…`)
    if (this.compiling) return compiling(this.progress)
    return nothing
  }

  /**
   * At an address where no sandbox can be, nothing changes with another try; the one that this element comes with may
   * do.
   */
  private renderRetry(): TemplateResult | typeof nothing {
    if (!this.use?.sandbox.misplaced) return html`<button @click=${() => this.retry()}>Try again</button>`
    if (originOf(SANDBOX_ORIGIN) === undefined || this.wanted === originOf(SANDBOX_ORIGIN)) return nothing
    return html`<button @click=${() => this.removeAttribute('sandbox')}>Use ${SANDBOX_ORIGIN}</button>`
  }

  private renderAgain(trouble: Trouble): TemplateResult | typeof nothing {
    if (!trouble.again) return nothing
    return trouble.kind === 'stopped'
      ? html`<button @click=${() => this.runAgain()}>Reset</button>`
      : html`<button @click=${() => this.compile()}>Try again</button>`
  }
}

function faultsAt(error: {
  node?: string | undefined
  nodes?: readonly { node: string }[] | undefined
  message: string
}): Fault[] {
  const { node, nodes, message } = error
  if (nodes && nodes.length > 0) return nodes.map((n) => ({ path: n.node, message, loop: true }))
  return node === undefined ? [] : [{ path: node, message }]
}

if (!customElements.get('circuit-embed')) customElements.define('circuit-embed', CircuitEmbed)

declare global {
  interface HTMLElementTagNameMap {
    'circuit-embed': CircuitEmbed
  }
  interface HTMLElementEventMap extends CircuitEmbedEvents {}
}
