import { library } from 'virtual:library'
import type { CommandName } from '@simten/client/commands.gen'
import { pathIn } from '@simten/viewer/scene/scene'
import { html, LitElement, nothing } from 'lit'
import '@simten/viewer/canvas/circuit-canvas'
import '@simten/viewer/controls/circuit-controls'
import type { Bookmark } from '@simten/viewer/controls/bookmarks/bookmarks'
import { FIRST_SPEED } from '@simten/viewer/controls/speed'
import { focusInPlace } from '@simten/viewer/focus'
import type { Arrangement } from '@simten/viewer/layout/arrangement'
import { prepareLayout } from '@simten/viewer/layout/layout'
import type {
  CircuitCanvas,
  CircuitSetDetail,
  CircuitSourceDetail,
  CompileResult,
  ComponentDocs,
  Fault,
  Lit,
  Slot,
} from '../../engine.ts'
import { exampleById } from '../../examples/catalogue.ts'
import { type Explanation, litBy } from '../../state/debugger.ts'
import type { Problem } from '../../state/problems.ts'
import type { Session } from '../../state/session.ts'
import type { AppState } from '../../state/state.ts'
import '../example-gallery/example-gallery.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import '../status-bar/status-bar.ts'
import type { StripState } from '../status-bar/status-bar.ts'
import '../welcome-note/welcome-note.ts'
import { circuitStageStyles } from './styles.ts'

/** Room above and below the state in words, in CSS pixels. */
const GAP = 12
/** One step of the size of the picture. */
const ZOOM = 1.25

/**
 * The canvas with what floats above it: the state in words, the clock, and the examples while there is nothing to draw.
 * Passes on `problem-open`, `source-open` (line and column); `circuit-why` and `circuit-break` of the canvas go
 * through. Also passes on `sandbox-retry` and `example-open`; fires `welcome-close` when the first explanation has done
 * its work, and `causes-close` when the causes are to be lit no more.
 */
export class CircuitStage extends LitElement {
  static override readonly properties = {
    state: { attribute: false },
    slot_: { attribute: false },
    session: { attribute: false },
    editable: { type: Boolean },
    welcome: { type: Boolean },
    causes: { attribute: false },
    told: { type: Boolean },
    bookmarks: { attribute: false },
    hits: { attribute: false },
    arrangement: { attribute: false },
  }
  static override readonly styles = [controls, circuitStageStyles]

  declare state: AppState | undefined
  declare session: Session | undefined
  declare editable: boolean
  /** Who sees the page for the first time is told what it is. */
  declare welcome: boolean
  /** The causes that are lit. */
  declare causes: Explanation | undefined
  /** Cycles to come back to; whoever hears `bookmarks-change` keeps them. */
  declare bookmarks: readonly Bookmark[] | undefined
  /** Cycles in which breakpoints counted. */
  declare hits: readonly number[]
  /** Places that a person gave to parts; whoever hears `circuit-arrange` keeps them. */
  declare arrangement: Arrangement | undefined
  /** Something else tells of the causes. */
  declare told: boolean
  /** The slot that runs the circuit. (`slot` is taken by every HTML element.) */
  declare slot_: Slot | undefined

  private frame = 0
  private explained: Explanation | undefined
  private lit: Lit | undefined
  private failure: Problem | undefined
  private faults: readonly Fault[] = []
  private observed: Element | undefined
  /**
   * Tells the canvas how much of its upper end is covered by what is told there, so that nothing else stands below
   * that.
   */
  private readonly over = new ResizeObserver(([strip]) => {
    const height = strip?.target.getBoundingClientRect().height ?? 0
    this.style.setProperty('--st-over', `${height === 0 ? 0 : height + 2 * GAP}px`)
  })

  constructor() {
    super()
    this.editable = false
    this.welcome = false
    this.causes = undefined
    this.told = false
    this.hits = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    prepareLayout() // while the simulation engine is still loading
  }

  protected override updated(): void {
    const strip = this.renderRoot.querySelector('status-bar')
    if (!strip || strip === this.observed) return // to observe it once more would tell its size once more
    this.over.disconnect()
    this.over.observe(strip)
    this.observed = strip
  }

  /** Takes the keyboard: P runs, and Tab goes on to the inputs. */
  override focus(): void {
    focusInPlace(this.renderRoot.querySelector<HTMLElement>('.keys'))
  }

  private get canvas(): CircuitCanvas | null {
    return this.renderRoot.querySelector('circuit-canvas')
  }

  /** The level of the circuit that is drawn: node ids from the top. */
  get level(): readonly string[] {
    return this.canvas?.path ?? []
  }

  /** Shows a level of the circuit, or of one that is not there the nearest above. */
  enter(level: readonly string[]): void {
    const { canvas, state } = this
    if (canvas && state?.compiled) canvas.path = pathIn(state.compiled, level)
  }

  /** Selects a part by its path, at the level of the circuit where it is drawn. */
  show(path: string): void {
    this.canvas?.showPart(path)
  }

  /** Does what a command of the clock or of the picture means now. */
  perform(command: CommandName): void {
    const { canvas } = this
    if (command === 'fit') canvas?.fit()
    else if (command === 'zoomIn') canvas?.zoom(ZOOM)
    else if (command === 'zoomOut') canvas?.zoom(1 / ZOOM)
    else if (command === 'unpin') canvas?.unpin()
    else if (command === 'arrange') canvas?.arrangeAgain()
    else this.renderRoot.querySelector('circuit-controls')?.perform(command)
  }

  /** Marks parts by their paths: those that the cursor in the text is at. The picture stays where it is. */
  mark(paths: readonly string[]): void {
    const canvas = this.canvas
    if (canvas) canvas.marked = paths
  }

  /** Values changed: draws them with the next display frame. */
  refresh(): void {
    if (this.frame !== 0) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.canvas?.refresh()
    })
  }

  protected override render() {
    const s = this.state
    if (!s) return nothing
    const empty = s.compiled === undefined && s.text.trim() === '' && this.editable
    // A circuit of another text is no picture of this one: it stays for the moment that a compile takes, at most.
    const hidden = s.foreign && (s.broken || s.compiling === 'slow')
    const live = !hidden && !s.faulty && s.compiled && this.slot_
    const drawn = s.faulty ?? (live ? s.compiled : s.compiled ? undefined : s.picture)
    const awaited = !live && drawn !== undefined && !s.faulty
    const returning = s.returning && `The run goes back to cycle ${s.returning.of.toLocaleString('en')} first.`
    const blocked = s.broken ? this.blocked(s) : returning
    return html`
      <div class="keys" tabindex="-1"></div>
      ${
        drawn
          ? html`<circuit-canvas
              ?awaited=${awaited}
              ?dimmed=${s.broken}
              .compiled=${drawn}
              .arrangement=${this.arrangement}
              ?movable=${!awaited && !s.broken && !s.faulty}
              .values=${live ? live.values : undefined}
              .lit=${live && !s.broken ? this.litOf(this.causes) : undefined}
              .faults=${this.faultsOf(s.failure ?? (s.faulty ? s.problems[0] : undefined))}
              .memories=${live || undefined}
              .running=${this.running}
              .docs=${docsOf}
              ?sourced=${this.editable && !s.broken}
              ?asks=${this.editable && Boolean(live) && !s.broken}
              @circuit-source=${this.source}
              @circuit-set=${this.set}
              @circuit-open=${this.endWelcome}
            ></circuit-canvas>`
          : nothing
      }
      ${
        live || blocked !== undefined || (awaited && isSequential(drawn))
          ? html`<circuit-controls
              .clock=${live || undefined}
              .blocked=${blocked}
              ?awaited=${awaited}
              .bookmarks=${this.bookmarks}
              .hits=${this.hits}
              .scope=${this}
              .firstSpeed=${exampleById(s.example)?.speed ?? (s.example === undefined ? undefined : FIRST_SPEED)}
              @circuit-error=${(e: CustomEvent<{ error: unknown }>) => this.session?.stopped(e.detail.error)}
            ></circuit-controls>`
          : nothing
      }
      ${
        empty
          ? html`<div class="nothing"><div>
              <h2>Start from something that works</h2>
              <p>Here a circuit is a text: it is drawn as you write it, and it works. Open one, touch its switches, then change the text.</p>
              <example-gallery @example-open=${this.pass}></example-gallery>
            </div></div>`
          : nothing
      }
      <status-bar
        .state=${this.strip(s)}
        ?editable=${this.editable}
        @sandbox-retry=${this.pass}
        @page-reload=${() => location.reload()}
        @problem-open=${this.pass}
        @run-again=${this.runAgain}
        @return-end=${() => this.session?.endReturn()}
        @compile-again=${() => this.session?.compileNow()}
        @lock-forget=${() => this.session?.forgetLock()}
        @file-take=${() => s.changedFile?.take()}
        @release-take=${() => s.newRelease?.()}
        @full-speed=${() => this.session?.fullSpeed()}
        >${
          this.welcome && drawn
            ? html`<welcome-note ?clocked=${drawn.design?.sequential}
          @welcome-close=${this.endWelcome}></welcome-note>`
            : nothing
        }${this.renderCauses()}${this.renderFormer(s)}</status-bar
      >
    `
  }

  /** The same parts for the same causes, so that the canvas has nothing to do. */
  private litOf(causes: Explanation | undefined): Lit | undefined {
    if (causes !== this.explained) {
      this.explained = causes
      this.lit = litBy(causes)
    }
    return this.lit
  }

  /** Says why most of the picture steps back, and ends that. */
  private renderCauses() {
    const { causes } = this
    if (this.told || !causes?.steps || causes.steps.length === 0) return nothing
    return html`<div class="causes">
      <span>Causes of <code>${causes.signal}</code> in cycle ${causes.cycle.toLocaleString('en')}</span>
      <button type="button" title="Show all parts alike (Escape)" aria-label="Close the causes"
        @click=${() => this.dispatchEvent(new CustomEvent('causes-close'))}>${icons.close}</button>
    </div>`
  }

  /** After an edit the circuit begins anew: offers to repeat the run before it. */
  private renderFormer({ comparison: { former, busy }, broken }: AppState) {
    if (!former || broken) return nothing
    const fire = (name: string) => () => this.dispatchEvent(new CustomEvent(name))
    return html`<div class="causes former">
      <span>The run before the edit came to cycle ${former.last.toLocaleString('en')}.</span>
      <button type="button" class="outlined" ?disabled=${busy !== undefined}
        @click=${fire('former-keep')}>Keep my run</button>
      <button type="button" class="outlined" ?disabled=${busy !== undefined}
        @click=${fire('former-compare')}>Compare</button>
      <button type="button" title="Begin anew" aria-label="Do not keep the run"
        @click=${fire('former-close')}>${icons.close}</button>
    </div>`
  }

  /** Why the circuit can be neither run nor stepped. */
  private blocked(s: AppState): string {
    const line = s.problems[0]?.line ?? 0
    const where = line > 0 && this.editable ? ` in line ${line}` : ''
    if (s.faulty) return `It cannot run: a loop never settles${where}.`
    if (s.foreign || !s.compiled) return `There is no circuit to run yet: the text has an error${where}.`
    return `This is the last circuit without errors. Mend the text${where} to run it.`
  }

  private readonly running = () => this.slot_?.status?.running === true

  private strip(s: AppState): StripState {
    return {
      health: s.health,
      misplaced: s.misplaced,
      failure: s.failure,
      broken: s.broken,
      firstProblem: s.problems[0],
      compiling: s.compiling,
      progress: s.progress,
      fetching: s.fetching,
      returning: s.returning,
      fromLink: s.origin === 'link' && (this.editable || s.strict),
      strict: s.strict,
      online: s.online,
      newRelease: s.newRelease !== undefined,
      changedFile: s.changedFile?.name,
      drawn: s.compiled !== undefined && !s.foreign && !s.faulty,
    }
  }

  /** The badge of a failure; the same list for the same failure, so that the canvas has nothing to do. */
  private faultsOf(failure: Problem | undefined): readonly Fault[] {
    if (failure !== this.failure) {
      this.failure = failure
      this.faults = faultsOf(failure)
    }
    return this.faults
  }

  private readonly endWelcome = () => {
    if (this.welcome) this.dispatchEvent(new CustomEvent('welcome-close'))
  }

  private source(event: CustomEvent<CircuitSourceDetail>): void {
    this.dispatchEvent(new CustomEvent('source-open', { detail: event.detail }))
  }

  private pass(event: Event): void {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
    this.dispatchEvent(new CustomEvent(event.type, { detail }))
  }

  private async set(event: CustomEvent<CircuitSetDetail>): Promise<void> {
    if (this.state?.faulty) return // it does not run
    if (!this.state?.compiled) {
      this.session?.setEarly({ [event.detail.name]: event.detail.value })
      return
    }
    const answer = this.slot_?.set({ [event.detail.name]: event.detail.value })
    if (answer) event.detail.until?.(answer)
    try {
      await answer
      // It works again, so what stopped it before is over.
      this.session?.clearFailure()
    } catch (error) {
      this.session?.stopped(error)
    }
  }

  private async runAgain(): Promise<void> {
    this.session?.clearFailure()
    try {
      await this.slot_?.reset()
    } catch (error) {
      this.session?.stopped(error)
    }
  }
}

/** Whether a picture has anything with a clock in it, as far as it can be seen. */
function isSequential({ library }: CompileResult): boolean {
  return Object.values(library ?? {}).some((c) => c.state.length > 0 || c.clocks.length > 0)
}

function faultsOf(problem: Problem | undefined): Fault[] {
  if (!problem) return []
  const { message, node, nodes } = problem
  if (nodes.length > 0) return nodes.map((n) => ({ path: n.node, message, loop: true }))
  return node === undefined ? [] : [{ path: node, message }]
}

const described = new Map(library.map((entry) => [entry.name, entry.description]))

/** The reference's description of a component of the library. */
function docsOf(component: string): ComponentDocs | undefined {
  const text = described.get(component)
  return text === undefined ? undefined : { text, href: `/components#${component}` }
}

customElements.define('circuit-stage', CircuitStage)
