/** `<circuit-embed>`: a live circuit in any page, from its source text. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import '@simten/viewer/canvas/circuit-canvas'
import { type Capability, type Health, type Progress, SandboxError, type Slot } from '@simten/client'
import { originOf } from '@simten/client/origin'
import { isEditOf } from '@simten/client/same-text'
import type { CircuitCanvas, CircuitSetDetail } from '@simten/viewer/canvas/circuit-canvas'
import type { Fault } from '@simten/viewer/canvas/drawing'
import '@simten/viewer/controls/circuit-controls'
import { type LoadingStep, loadingStep, phaseInWords } from '@simten/client/progress'
import type { Clocked } from '@simten/viewer/controls/circuit-controls'
import { focusRing } from '@simten/viewer/look'
import type { CompileResult, Diagnostic } from '@simten/viewer/protocol'
import tokens from '@simten/viewer/tokens.css?inline'
import { type SandboxUse, useSandbox } from './shared-sandbox.ts'

/** Where the sandbox is unless the attribute `sandbox` says otherwise; set when the bundle is built. */
const SANDBOX_ORIGIN: string = import.meta.env.VITE_SANDBOX_ORIGIN ?? 'http://localhost:3002'

/** Compiling for longer than this is shown, in milliseconds. */
const PATIENCE = 300

/** An element that is back in the page within so many milliseconds was moved, and goes on with its run. */
const MOVE = 250

/** Elements that are out of the page, and may only be on their way to another place. */
const detached = new Set<CircuitEmbed>()

/** What circuits may use beyond the language without the page saying so: nothing of it leads out. */
const granted: Capability[] = ['console', 'clock', 'random']

/** What is being loaded, in words. */
const loading: Readonly<Record<LoadingStep, string>> = {
  page: 'Loading the simulator',
  engine: 'Loading the simulator',
  prepare: 'Preparing the simulator',
  start: 'Starting the simulator',
}

type Trouble =
  | { kind: 'source'; message: string; line: number; hint: string; again: boolean } // again: it may go better next time
  | { kind: 'stopped'; message: string; line: number; hint: string; again: boolean }
  | { kind: 'unreachable'; message: string }
  | { kind: 'nothing' }

/**
 * Attributes: `code` (source text; or a child `<script type="text/plain">`), `circuit` (name of the circuit to run),
 * `theme` (`light` or `dark`), `height` (CSS length, 360px), `sandbox` (origin), `eager` (start before it is in sight),
 * `modules` (let circuits import packages of npm), `strict` (interpret the circuit only: nothing that a stranger's text
 * determines reaches the browser's compiler of WebAssembly; slower), `panes` (more than the circuit: `wave` for waveforms).
 *
 * @csspart frame - the card
 * @csspart canvas - the drawing
 * @csspart controls - the clock
 * @csspart wave - the waveforms
 * @csspart message - what is said when something is not right
 * @fires circuit-compiled - {@link CompileResult}
 */
export class CircuitEmbed extends LitElement {
  static override styles = [
    // A page may make its rem anything; the reader's own text size is what the frame below measures.
    unsafeCSS(tokens.replace(/([\d.]+)rem\b/g, 'calc($1 * var(--st-rem, 16px))')),
    focusRing,
    css`
      :host {
        display: block;
        position: relative;
        contain: layout; /* what is inside stays there, whatever position the page gives the element */
        height: 360px;
        min-height: 160px;
      }
      :host([hidden]) {
        display: none;
      }
      /* The page's rules reach the element itself, and what it inherits; nothing of that goes on to what is inside. */
      .frame {
        all: initial;
        color-scheme: inherit;
        direction: ltr; /* not one of all */
        unicode-bidi: isolate;
        font-family: var(--st-font);
        font-size: var(--st-text-2);
        line-height: 1.5;
        color: var(--st-ink);
        position: absolute;
        box-sizing: border-box;
        inset: 0;
        overflow: clip;
        background: var(--st-paper);
        border: 1px solid var(--st-line);
        border-radius: var(--st-radius-card);
      }
      .frame::before {
        font-size: medium; /* what the reader has set; it is read from here */
      }
      .stage {
        position: absolute;
        inset: 0;
        overflow: clip;
      }
      .waved .stage {
        bottom: 42%;
      }
      circuit-wave {
        position: absolute;
        inset: 58% 0 0;
        border-top: 1px solid var(--st-line);
      }
      circuit-canvas {
        position: absolute;
        inset: 0;
      }
      circuit-controls {
        position: absolute;
        inset: auto 12px var(--st-space-3);
        width: fit-content;
        margin-inline: auto;
      }
      circuit-controls[low] {
        bottom: 6px;
      }
      .centre {
        position: absolute;
        inset: 0;
        display: grid;
        place-items: center;
        padding: var(--st-space-5);
        text-align: center;
        color: var(--st-muted);
      }
      .centre strong {
        display: block;
        color: var(--st-ink);
        font-size: var(--st-text-3);
        font-weight: 600;
      }
      .centre p {
        margin: 4px 0 0;
        max-width: 46ch;
      }
      progress {
        appearance: none;
        display: block;
        width: 160px;
        height: 4px;
        margin: 12px auto 0;
        border: 0;
        border-radius: 2px;
        overflow: clip;
        background: var(--st-line);
      }
      progress::-webkit-progress-bar {
        background: var(--st-line);
      }
      progress::-webkit-progress-value {
        background: var(--st-accent);
      }
      progress::-moz-progress-bar {
        background: var(--st-accent);
      }
      .turning {
        display: block;
        width: 160px;
        height: 4px;
        margin: 12px auto 0;
        border-radius: 2px;
        overflow: clip;
        background: var(--st-line);
      }
      .turning::before {
        content: '';
        display: block;
        width: 40%;
        height: 100%;
        border-radius: inherit;
        background: var(--st-accent);
        animation: turning 1.2s ease-in-out infinite alternate;
      }
      @keyframes turning {
        to {
          transform: translateX(150%);
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .turning::before {
          width: 100%;
          opacity: 0.5;
          animation: none;
        }
      }
      button {
        font: inherit;
        margin-top: var(--st-space-3);
        padding: 6px 14px;
        border: 1px solid var(--st-line);
        border-radius: var(--st-radius);
        background: var(--st-raised);
        color: var(--st-ink);
        cursor: pointer;
      }
      button:hover {
        border-color: var(--st-muted);
      }
      .strip {
        position: absolute;
        top: var(--st-space-3);
        left: 50%;
        transform: translateX(-50%);
        box-sizing: border-box;
        width: max-content;
        max-width: calc(100% - 24px);
        display: flex;
        gap: var(--st-space-3);
        align-items: baseline;
        padding: 8px 14px;
        background: var(--st-raised);
        border-radius: var(--st-radius-card);
        box-shadow: var(--st-shadow);
      }
      .strip .place {
        flex: none;
        font-family: var(--st-mono);
        font-size: var(--st-text-1);
        color: var(--st-bad);
      }
      .strip .hint {
        color: var(--st-muted);
      }
      .strip button {
        flex: none;
        margin: 0;
        padding: 3px 10px;
      }
      .strip.quiet {
        color: var(--st-muted);
        border-radius: 999px;
        padding: 5px 14px;
      }
    `,
  ]

  static override properties = {
    code: { type: String },
    circuit: { type: String },
    theme: { type: String, reflect: true },
    height: { type: String },
    sandbox: { type: String },
    eager: { type: Boolean },
    modules: { type: Boolean },
    strict: { type: Boolean },
    panes: { type: String },
    compiled: { state: true },
    faulty: { state: true },
    health: { state: true },
    compiling: { state: true },
    progress: { state: true },
    fetching: { state: true },
    trouble: { state: true },
    slotOfCircuit: { state: true },
    faults: { state: true },
  }

  /** Source text; without it the text of a child `<script type="text/plain">`. */
  declare code: string | null | undefined
  /** Name of the circuit to run; without it the last one of the text. */
  declare circuit: string | undefined
  /** `light` or `dark`; without it as the system has it. */
  declare theme: string | undefined
  /** Height as a CSS length or a number of pixels. */
  declare height: string | undefined
  /** Origin of the sandbox. */
  declare sandbox: string | undefined
  /** Start at once, not when the element comes into sight. */
  declare eager: boolean
  /** Let circuits import packages of npm. */
  declare modules: boolean
  /** Interpret the circuit only. */
  declare strict: boolean
  /** Names of panes beside the circuit, with spaces between them: `wave`. */
  declare panes: string | undefined

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

  private use: SandboxUse | undefined
  private origin = ''
  private ends: (() => void)[] = []
  private inSight: IntersectionObserver | undefined
  private started = false
  /** The text in a child script may change, as the attribute may. */
  private inside = new MutationObserver(() => this.requestUpdate())
  private job = 0
  private good = '' // the text of the circuit that runs
  private asked = '' // what was last given to the compiler
  private frame = 0
  private leaving: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.eager = false
    this.modules = false
    this.strict = false
    this.fetching = []
    this.compiling = false
    this.faults = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.inside.observe(this, { childList: true, characterData: true, subtree: true })
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
    this.started = false
    this.compiled = undefined
    this.trouble = undefined
    this.faults = []
  }

  /** The text that runs. */
  get source(): string {
    if (this.code != null) return this.code // null: the attribute was taken away
    return this.querySelector(':scope > script[type="text/plain"]')?.textContent ?? ''
  }

  private request(): string {
    return JSON.stringify([this.source, this.circuit, this.modules, this.strict])
  }

  override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('height') && this.height !== undefined) {
      this.style.height = /^\d+(\.\d+)?$/.test(this.height) ? `${this.height}px` : this.height
    }
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
  }

  private start(): void {
    if (this.started) return
    this.started = true
    this.inSight?.disconnect()
    this.enter()
  }

  /** Origin of the sandbox that is asked for. */
  private get wanted(): string {
    const address = this.sandbox ?? SANDBOX_ORIGIN
    return originOf(address) ?? address
  }

  private enter(): void {
    this.origin = this.wanted
    this.trouble = undefined
    this.use = useSandbox(this.origin)
    const { sandbox } = this.use
    if (sandbox.full) for (const other of [...detached]) other.end()
    this.health = sandbox.health
    const slot = sandbox.slot()
    this.slotOfCircuit = slot
    this.ends = [
      sandbox.onHealth((health) => {
        this.health = health
        if (health.state === 'loading' && this.trouble?.kind === 'unreachable') void this.compile() // somebody tries again
      }),
      slot.on('frame', () => this.soon()),
      slot.on('compiled', (result) => {
        this.compiled = result // also after the sandbox was made anew; the values are a new object then
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
    for (const end of this.ends) end()
    this.ends = []
    cancelAnimationFrame(this.frame)
    this.frame = 0
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
      this.renderRoot.querySelector<CircuitCanvas>('circuit-canvas')?.refresh()
    })
  }

  private async compile(): Promise<void> {
    const slot = this.slotOfCircuit
    if (!slot) return
    const job = ++this.job
    const { source } = this
    this.asked = this.request()
    if (this.trouble?.kind !== 'source') this.trouble = undefined // what was wrong stays until it is known to be right
    if (source.trim() === '') {
      if (this.compiled) {
        this.compiled = undefined // the circuit of before, and its slot, are gone
        const same = useSandbox(this.origin) // or the last embed of the page would end it
        this.leave()
        this.enter()
        same.release()
        return
      }
      this.trouble = { kind: 'nothing' }
      return
    }
    this.progress = undefined
    const timer = setTimeout(() => {
      if (job === this.job) this.compiling = true
    }, PATIENCE)
    try {
      const result = await slot.compile(source, {
        harness: true,
        keep: this.compiled !== undefined && isEditOf(source, this.good, this.compiled.main),
        grant: this.modules ? [...granted, 'modules'] : granted,
        ...(this.strict ? { strict: true } : {}),
        ...(this.circuit === undefined ? {} : { circuit: this.circuit }),
      })
      if (job !== this.job) return
      const error = result.diagnostics.find((d) => d.severity === 'error')
      this.trouble = error ? fromDiagnostic(error) : undefined
      this.faulty = error && result.circuit && !result.design ? result : undefined
      this.faults = this.faulty && error ? faultsAt(error) : []
      if (!error) this.good = source
      else this.broken(slot, source)
      this.dispatchEvent(new CustomEvent('circuit-compiled', { detail: result, bubbles: true, composed: true }))
    } catch (error) {
      if (job === this.job) this.failed(error, 'source')
    } finally {
      clearTimeout(timer)
      if (job === this.job) this.compiling = false
    }
  }

  /** The text has no circuit that runs: the one before stays in sight only if the text is an edit of its text. */
  private broken(slot: Slot, source: string): void {
    const other = this.compiled !== undefined && !isEditOf(source, this.good, this.compiled.main)
    if (other) this.compiled = undefined
    if ((other || this.faulty) && slot.status?.running) slot.pause().catch(() => undefined) // nobody sees it run
  }

  private failed(error: unknown, kind: 'source' | 'stopped'): void {
    if (error instanceof SandboxError) {
      if (error.code === 'ABORTED') return
      if (error.code === 'UNAVAILABLE') {
        this.trouble = { kind: 'unreachable', message: `${error.message} ${error.advice}` }
        return
      }
      this.trouble = { kind, message: error.message, line: error.line ?? 0, hint: error.advice, again: true }
      this.faults = faultsAt(error)
      return
    }
    this.trouble = {
      kind,
      message: error instanceof Error ? error.message : String(error),
      line: 0,
      hint: '',
      again: true,
    }
  }

  private async set(e: CustomEvent<CircuitSetDetail>): Promise<void> {
    if (this.faulty) return // it does not run
    const answer = this.slotOfCircuit?.set({ [e.detail.name]: e.detail.value })
    if (answer) e.detail.until?.(answer)
    try {
      await answer
    } catch (error) {
      this.failed(error, 'stopped')
    }
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

  override render(): TemplateResult {
    const { slotOfCircuit, faulty } = this
    const compiled = faulty ?? this.compiled
    const waves = this.panes?.split(/\s+/).includes('wave') === true
    if (waves) void import('@simten/viewer/wave/circuit-wave') // few embeds have it
    return html`<div class="frame ${waves ? 'waved' : ''}" part="frame">
      <div class="stage"><circuit-canvas
        part="canvas"
        wheel="page"
        .compiled=${compiled}
        .values=${faulty ? undefined : slotOfCircuit?.values}
        .faults=${this.faults}
        .memories=${faulty ? undefined : slotOfCircuit}
        .running=${this.running}
        ?dimmed=${this.trouble?.kind === 'source' || this.trouble?.kind === 'unreachable'}
        @circuit-set=${this.set}
      ></circuit-canvas>
      <circuit-controls
        part="controls"
        .clock=${slotOfCircuit satisfies Clocked | undefined}
        .blocked=${this.blocked}
        @circuit-error=${(e: CustomEvent<{ error: unknown }>) => this.failed(e.detail.error, 'stopped')}
      ></circuit-controls>
      ${this.renderMessage()}</div>
      ${
        waves
          ? html`<circuit-wave part="wave" .source=${faulty ? undefined : slotOfCircuit}
              @circuit-error=${(e: CustomEvent<{ error: unknown }>) => this.failed(e.detail.error, 'stopped')}></circuit-wave>`
          : nothing
      }
    </div>`
  }

  /** Why the circuit can be neither run nor stepped. */
  private get blocked(): string | undefined {
    if (this.trouble?.kind !== 'source') return undefined
    if (this.faulty) return 'It cannot run: a loop never comes to rest.'
    return this.compiled
      ? 'This is the last circuit without errors.'
      : 'There is no circuit to run: its text has an error.'
  }

  private renderMessage(): TemplateResult | typeof nothing {
    const { trouble, health } = this
    if (trouble?.kind === 'nothing') {
      return html`<div class="centre" part="message" role="status">
        <div>
          <strong>No circuit here yet</strong>
          <p>Put its text into the attribute <code>code</code>, or into a script of type text/plain inside this element.</p>
        </div>
      </div>`
    }
    if (trouble?.kind === 'unreachable' || health?.state === 'unavailable') {
      const why = trouble?.kind === 'unreachable' ? trouble.message : (health?.detail ?? '')
      return html`<div class="centre" part="message" role="alert">
        <div>
          <strong>The simulator cannot be reached</strong>
          <p>${why}</p>
          ${this.renderRetry()}
        </div>
      </div>`
    }
    if (trouble) return this.renderStrip(trouble)
    if (!this.started || (health?.state === 'loading' && !this.compiled)) return this.renderLoading()
    if (health?.state === 'restarting') {
      return html`<div class="strip quiet" part="message" role="status">Restarting the simulator…</div>`
    }
    if (this.fetching.length > 0) {
      const words = `Fetching ${this.fetching.join(', ')}…`
      return html`${keyed(words, html`<div class="strip quiet" part="message" role="status">${words}</div>`)}`
    }
    if (this.compiling) return this.renderProgress()
    return nothing
  }

  /** At an address where no sandbox can be, nothing changes with another try; the one that this element comes with may do. */
  private renderRetry(): TemplateResult | typeof nothing {
    if (!this.use?.sandbox.misplaced) return html`<button @click=${() => this.retry()}>Try again</button>`
    if (originOf(SANDBOX_ORIGIN) === undefined || this.wanted === originOf(SANDBOX_ORIGIN)) return nothing
    return html`<button @click=${() => this.removeAttribute('sandbox')}>Use ${SANDBOX_ORIGIN}</button>`
  }

  private renderProgress(): TemplateResult {
    const { progress } = this
    if (!progress) return html`<div class="strip quiet" part="message" role="status">Compiling…</div>`
    const words = `${phaseInWords(progress.phase)}…`
    return html`${keyed(
      words,
      html`<div class="strip quiet" part="message" role="status">
        <span>${words}</span>
        <progress max="1" .value=${progress.done} aria-label="Compiled"></progress>
      </div>`,
    )}`
  }

  private renderStrip(trouble: Extract<Trouble, { kind: 'source' | 'stopped' }>): TemplateResult {
    return html`<div class="strip" part="message" role="alert">
      ${trouble.line > 0 ? html`<span class="place">line ${trouble.line}</span>` : nothing}
      <span>${trouble.message} ${trouble.hint === '' ? nothing : html`<span class="hint">${trouble.hint}</span>`}</span>
      ${this.renderAgain(trouble)}
    </div>`
  }

  private renderAgain(trouble: { kind: 'source' | 'stopped'; again: boolean }): TemplateResult | typeof nothing {
    if (!trouble.again) return nothing
    return trouble.kind === 'stopped'
      ? html`<button @click=${() => this.runAgain()}>Reset</button>`
      : html`<button @click=${() => this.compile()}>Try again</button>`
  }

  private renderLoading(): TemplateResult {
    const { health } = this
    const step = loadingStep(health?.detail)
    const total = health?.total ?? 0
    const loaded = health?.loaded ?? 0
    const mega = (bytes: number): string => (bytes / 1e6).toFixed(1)
    const words = `${loading[step ?? 'page']}${total > 0 ? `, ${mega(loaded)} of ${mega(total)} MB` : '…'}`
    // Text that changes is made anew: the same one would move, and a browser counts that as a shift of the page.
    return html`<div class="centre" part="message" role="status">
      ${keyed(
        `${words} ${health?.detail}`,
        html`<div>
          ${words} ${step ? nothing : html`<p>${health?.detail}</p>`}
          ${
            total > 0
              ? html`<progress max=${total} .value=${loaded} aria-label="Loading"></progress>`
              : html`<span class="turning" role="progressbar" aria-label=${loading[step ?? 'page']}></span>`
          }
        </div>`,
      )}
    </div>`
  }
}

function faultsAt(error: Diagnostic | SandboxError): Fault[] {
  const { node, nodes, message } = error
  if (nodes && nodes.length > 0) return nodes.map((n) => ({ path: n.node, message, loop: true }))
  return node === undefined ? [] : [{ path: node, message }]
}

function fromDiagnostic(d: Diagnostic): Trouble {
  return { kind: 'source', message: d.message, line: d.line ?? 0, hint: d.suggestion ?? '', again: d.again === true }
}

if (!customElements.get('circuit-embed')) customElements.define('circuit-embed', CircuitEmbed)

declare global {
  interface HTMLElementTagNameMap {
    'circuit-embed': CircuitEmbed
  }
}
