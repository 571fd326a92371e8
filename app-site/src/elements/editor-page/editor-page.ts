import { joinPath, splitPath } from '@simten/client/path'
import type { Bookmark } from '@simten/viewer/controls/bookmarks/bookmarks'
import { focusInPlace } from '@simten/viewer/focus'
import type { WaveRowsDetail } from '@simten/viewer/wave/circuit-wave'
import type { NameTable, WaveRowSetting } from '@simten/viewer/wave/rows'
import { html, LitElement, nothing } from 'lit'
import type { LineMark } from '../../editor/breakpoint-gutter.ts'
import type { CodeEditor } from '../../editor/code-editor.ts'
import { NotWatched } from '../../editor/lambda-lines.ts'
import { whenOf } from '../../state/line-breakpoints.ts'
import '../../editor/code-editor.ts'
import { hashOf, LinkError } from '@simten/client/share-link'
import {
  type CircuitSelectDetail,
  type CircuitSignalDetail,
  type CircuitSourceDetail,
  type Fix,
  keepLayouts,
} from '../../engine.ts'
import { exampleById, exampleByText, examples } from '../../examples/catalogue.ts'
import { layoutsOf } from '../../examples/layouts.ts'
import { Comparison } from '../../state/comparison.ts'
import { Connection } from '../../state/connect.ts'
import { type Breakpoint, Debugger, type DebugState, type Explanation, hitsOf, signalOf } from '../../state/debugger.ts'
import { loadPast, loadSetting, safeStorage, savePast, saveSetting } from '../../state/draft.ts'
import { OwnText } from '../../state/draft-history.ts'
import { ghostsOf } from '../../state/ghosts.ts'
import { keepBookmarks, keepRows, keptBookmarks, keptRows } from '../../state/kept-lists.ts'
import { keepRuns, keptRun } from '../../state/kept-run.ts'
import { KeptLayouts } from '../../state/layouts.ts'
import { type Opening, openingOf, textAtOnce } from '../../state/opening.ts'
import { Pictures } from '../../state/pictures.ts'
import { partsAt } from '../../state/probe.ts'
import { countInWords, listed, marked, type Place, type Problem } from '../../state/problems.ts'
import { Session } from '../../state/session.ts'
import { type AppState, type DockTab, initialState, looksAlike, type Notice, type Pane } from '../../state/state.ts'
import { Store } from '../../state/store.ts'
import { applyTheme, loadTheme, type Theme } from '../../state/theme.ts'
import type { CircuitStage } from '../circuit-stage/circuit-stage.ts'
import '../circuit-stage/circuit-stage.ts'
import type { CompareOpenDetail } from '../compare-panel/compare-panel.ts'
import { editorPageStyles } from './styles.ts'
import '../compare-panel/compare-panel.ts'
import '../console-list/console-list.ts'
import '../debug-panel/debug-panel.ts'
import { icons } from '../icons.ts'
import '../problem-list/problem-list.ts'
import '../sandbox-panel/sandbox-panel.ts'
import { controls } from '../shared-styles.ts'
import '../split-handle/split-handle.ts'
import type { TopBar } from '../top-bar/top-bar.ts'
import '../top-bar/top-bar.ts'
import type { WhyStepDetail } from '../why-list/why-list.ts'
import '../why-list/why-list.ts'

const panes: readonly { id: Pane; word: string; icon: keyof typeof icons }[] = [
  { id: 'code', word: 'Text', icon: 'code' },
  { id: 'circuit', word: 'Circuit', icon: 'circuit' },
  { id: 'problems', word: 'Problems', icon: 'problems' },
]

/** How long after the first compile the type checker is loaded, in milliseconds: the picture comes first. */
const typesAfter = 1500
/** How long a circuit stays until its picture is kept, in milliseconds. */
const pictureAfter = 500

const tabs: readonly DockTab[] = ['problems', 'wave', 'debug', 'why', 'compare', 'console', 'sandbox']

/** The tabs that ask about the run. */
const asking: ReadonlySet<DockTab> = new Set(['wave', 'debug', 'why', 'compare'])
const noSteps: readonly WhyStepDetail[] = []
/** How long after a change values in the text are written anew, in milliseconds. */
const ghostsAfter = 100

/** The editor: text, circuit and problems of one circuit. */
export class EditorPage extends LitElement {
  static override readonly styles = [controls, editorPageStyles]

  private readonly store = new Store<AppState>(initialState)
  private readonly session = new Session(this.store, keptRun)
  private readonly connection = new Connection(this.store, this.session, () => this.connected())
  private readonly debugger = new Debugger((debug) => this.store.update({ debug }))
  private readonly comparison = new Comparison((comparison) => this.store.update({ comparison }))
  private theme: Theme = loadTheme()
  /** The circuit whose waveforms were shown last, with the rows that the user has chosen for it. */
  private waved: { circuit: string | undefined; rows: readonly WaveRowSetting[] | undefined } = {
    circuit: undefined,
    rows: undefined,
  }
  private marked: { circuit: string | undefined; bookmarks: readonly Bookmark[] } = {
    circuit: undefined,
    bookmarks: [],
  }
  /** Tables of the compiled text that name values. */
  private tables: readonly NameTable[] = []
  private counted: { of: DebugState['breakpoints'] | undefined; hits: readonly number[] } = { of: undefined, hits: [] }
  private split = share(loadSetting('split'), 0.42)
  private dock = share(loadSetting('dock'), 0.78)
  private dockOpen = loadSetting('dock-open') === 'yes'
  private readonly pictures = new Pictures(safeStorage())
  /** It is known what the address asks for: the own text under a link is not drawn for a moment. */
  private arrived = false
  private readonly own = new OwnText(window, (text) => exampleOfText(text) === undefined)
  private previous: { text: string; words: string } | undefined
  /** Counts the addresses that were followed: only the last one is shown. */
  private followed = 0
  private shared = false
  /** Nobody has edited or closed the explanation in this browser yet. */
  private welcome = loadSetting('welcomed') !== 'yes' && this.own.text === undefined
  private told = false
  private typesAsked = false
  private ghosts: ReturnType<typeof setTimeout> | undefined

  private get editor(): CodeEditor | null {
    return this.renderRoot.querySelector('code-editor')
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const opening = textAtOnce(location, this.own.text)
    keepLayouts(new KeptLayouts(safeStorage(), () => this.store.state.text, opening))
    this.store.update({
      online: navigator.onLine,
      tab: tabs.find((tab) => tab === loadSetting('dock-tab')) ?? 'problems',
    })
    this.store.subscribe((state, previous) => this.changed(state, previous))
    this.connection.onStatus = keepRuns(this.store, () => this.connection.slot)
    this.connection.onHit = (cycle, wanted) => {
      const where = `cycle ${cycle.toLocaleString('en')}`
      this.session.say(wanted ? `This is ${where}.` : `Stopped at a breakpoint in ${where}.`)
      void this.debugger.stopped(cycle)
    }
    this.connection.onFrame = () => {
      this.renderRoot.querySelector<CircuitStage>('circuit-stage')?.refresh()
      this.ghostsSoon()
    }
    window.addEventListener('online', () => this.store.update({ online: true }))
    window.addEventListener('offline', () => {
      this.store.update({ online: false })
      this.session.say('You are offline. Everything that is open works on; only loading the page anew does not.')
    })
    window.addEventListener('keydown', (event) => this.key(event))
    window.addEventListener('pagehide', () => savePast(this.editor?.past))
    // Also when only the part of the address behind # has changed.
    window.addEventListener('popstate', () => void this.followAddress())
    void this.connection.open()
  }

  /** Values stand in the text while a tab is open that asks about the run; ten times a second they can still be read. */
  private ghostsSoon(): void {
    this.ghosts ??= setTimeout(() => {
      this.ghosts = undefined
      const editor = this.editor
      const { compiled, foreign, broken, tab } = this.store.state
      const wanted = this.dockOpen && asking.has(tab) && !foreign && !broken
      const stage = this.renderRoot.querySelector<CircuitStage>('circuit-stage')
      if (editor)
        editor.ghosts = wanted ? ghostsOf(compiled, this.connection.slot?.values, stage?.level ?? []) : undefined
    }, ghostsAfter)
  }

  /** Marks the parts that the cursor in the text is at; while the text is not the one that is drawn, the marks stay. */
  private markParts(): void {
    const { compiled, compiling, foreign, broken } = this.store.state
    if (compiling !== 'no' || this.session.awaiting) return
    const stage = this.renderRoot.querySelector<CircuitStage>('circuit-stage')
    const place = foreign || broken ? undefined : this.editor?.caret
    stage?.mark(partsAt(compiled, stage.level, place))
  }

  /** A part that is chosen in the picture takes the place of those that the text marks. */
  private selected({ path }: CircuitSelectDetail): void {
    if (path !== undefined) this.renderRoot.querySelector<CircuitStage>('circuit-stage')?.mark([])
  }

  private connected(): void {
    const { slot } = this.connection
    if (slot) {
      this.debugger.attach(slot)
      this.comparison.attach(slot)
    }
    this.requestUpdate()
  }

  protected override firstUpdated(): void {
    void this.start()
  }

  /** The own text comes first, so that undo leads back to it from whatever the address opens. */
  private async start(): Promise<void> {
    const own = this.own.text
    if (own !== undefined) {
      this.showOwn(own, false)
      this.editor?.recall(loadPast() ?? '')
    }
    const opening = await openingOf(location)
    this.arrived = true
    if (opening && opening.problem === undefined) this.show(opening, own !== undefined)
    else if (own === undefined) this.showFirst(false)
    else this.pictures.show(this.store)
    if (opening?.problem !== undefined) this.session.say(opening.problem, 'bad')
  }

  /** Back, Forward, or an address that was typed over this one. */
  private async followAddress(): Promise<void> {
    this.own.moved(this.store.state.text)
    this.followed++
    const followed = this.followed
    const opening = await openingOf(location)
    if (followed !== this.followed) return
    const own = this.own.text
    if (opening && opening.problem === undefined) this.show(opening, true)
    else if (opening?.problem !== undefined) this.session.say(opening.problem, 'bad')
    else if (own !== undefined) this.showOwn(own, true)
    else this.showFirst(true)
  }

  private showOwn(text: string, undoable: boolean): void {
    this.show({ text, origin: 'draft', example: exampleOfText(text) }, undoable)
  }

  private showFirst(undoable: boolean): void {
    const first = examples[0]
    if (first) this.show({ text: first.text, origin: 'example', example: first.id }, undoable)
  }

  private show(opening: Omit<Opening, 'problem'>, undoable: boolean): void {
    void layoutsOf(opening.text) // while it is compiled
    if (opening.text !== this.store.state.text) this.debugger.reread(() => undefined) // those beside its lines
    this.editor?.replace(opening.text, { undoable })
    this.own.shows(opening.text)
    this.previous = this.own.previous(opening.text)
    this.session.open(opening.text, { origin: opening.origin, example: opening.example }, opening.lock)
    if (this.arrived) this.pictures.show(this.store)
  }

  private changed(state: AppState, previous: AppState): void {
    if (looksAlike(state, previous)) return // sixty times a second while it runs
    if (state.problems !== previous.problems || state.failure !== previous.failure || state.types !== previous.types) {
      const editor = this.editor
      if (editor) editor.problems = marked(listed(state))
    }
    if (state.compiled !== previous.compiled) {
      const editor = this.editor
      if (editor) editor.compiled = state.compiled
      this.tables = state.foreign || !editor ? [] : editor.tables
      document.title = state.compiled?.main === undefined ? 'Simten' : `${state.compiled.main} – Simten`
      this.keepPicture(state)
      this.debugger.recompiled()
      this.comparison.recompiled()
      if (!state.foreign) this.rereadLines()
    }
    if (state.debug.breakpoints !== previous.debug.breakpoints) this.showBreakpoints(state.debug.breakpoints)
    if (state.compiled || state.broken) this.typesSoon()
    if (state.compiled !== previous.compiled || state.tab !== previous.tab || state.broken !== previous.broken)
      this.ghostsSoon()
    if (state.compiling !== previous.compiling || state.broken !== previous.broken) this.markParts()
    if (state.toast !== previous.toast && state.toast) this.toastTimer(state.toast)
    this.requestUpdate()
  }

  /** The next visit draws the circuit before it can run it. That can wait, too. */
  private keepPicture({ compiled, text }: AppState): void {
    if (compiled)
      setTimeout(() => this.store.state.compiled === compiled && this.pictures.keep(text, compiled), pictureAfter)
  }

  /** Types can wait until the first circuit is drawn and runs, or cannot be: then they tell what else is wrong. */
  private typesSoon(): void {
    if (this.typesAsked) return
    this.typesAsked = true
    setTimeout(() => this.editor?.startTypes(), typesAfter)
  }

  /** Bad news stays longer: it has to be read, and often acted upon. */
  private toastTimer({ id, tone }: Notice): void {
    setTimeout(() => this.session.endToast(id), tone === 'bad' ? 12_000 : 5_000)
  }

  protected override render() {
    const s = this.store.state
    const main = s.compiled?.main ?? ''
    return html`
      <top-bar
        .name=${main}
        .example=${s.example ?? ''}
        .theme=${this.theme}
        .shared=${this.shared}
        .previous=${this.previous && this.previous.text !== s.text ? this.previous.words : ''}
        @circuit-rename=${(e: CustomEvent<string>) => this.rename(main, e.detail)}
        @example-open=${(e: CustomEvent<string>) => this.openExample(e.detail)}
        @previous-open=${() => this.openPrevious()}
        @share-link=${() => void this.share()}
        @theme-choose=${(e: CustomEvent<Theme>) => this.chooseTheme(e.detail)}
      ></top-bar>
      <main data-pane=${s.pane} class=${this.dockOpen ? 'dock-open' : ''}>
        <div class="work">
          <section class="code" aria-label="Text">
            <code-editor
              @text-edit=${(e: CustomEvent<string>) => this.edited(e.detail)}
              @text-break=${(e: CustomEvent<number>) => void this.breakLine(e.detail)}
              @text-caret=${() => this.markParts()}
              @text-types=${(e: CustomEvent<readonly Problem[]>) => this.store.update({ types: e.detail })}
            ></code-editor>
          </section>
          <split-handle direction="columns" label="Width of the text" .value=${this.split} .initial=${0.42}
            @split-move=${(e: CustomEvent<number>) => this.moveSplit(e.detail)}></split-handle>
          <section class="circuit" aria-label="Circuit">
            <circuit-stage
              editable
              ?welcome=${this.welcome}
              .state=${s}
              .session=${this.session}
              .causes=${this.causes(s)}
              .bookmarks=${this.bookmarks(s.compiled?.main)}
              .hits=${this.hits(s.debug)}
              @bookmarks-change=${(e: CustomEvent<Bookmark[]>) => this.keepBookmarks(s.compiled?.main ?? '', e.detail)}
              ?told=${s.tab === 'why'}
              @former-keep=${() => void this.keepRun()}
              @former-compare=${() => void this.compareFormer()}
              @former-close=${() => this.comparison.dismiss()}
              @causes-close=${() => this.debugger.endWhy()}
              .slot_=${this.connection.slot}
              @problem-open=${(e: CustomEvent<Problem>) => this.openProblem(e.detail)}
              @source-open=${(e: CustomEvent<CircuitSourceDetail>) => this.openProblem({ ...e.detail, endLine: 0, endColumn: 0 })}
              @circuit-open=${() => this.markParts()}
              @circuit-select=${(e: CustomEvent<CircuitSelectDetail>) => this.selected(e.detail)}
              @circuit-why=${(e: CustomEvent<CircuitSignalDetail>) => this.why(e.detail.signal)}
              @circuit-break=${(e: CustomEvent<CircuitSignalDetail>) => this.breakAt(e.detail.signal)}
              @sandbox-retry=${() => void this.connection.open()}
              @example-open=${(e: CustomEvent<string>) => this.openExample(e.detail)}
              @welcome-close=${() => this.endWelcome()}
            ></circuit-stage>
          </section>
        </div>
        ${
          this.dockOpen
            ? html`<split-handle class="dock-handle" direction="rows" label="Height of the problems" .value=${this.dock} .initial=${0.78}
                @split-move=${(e: CustomEvent<number>) => this.moveDock(e.detail)}></split-handle>`
            : nothing
        }
        <section class="dock" aria-label="Panel">${this.renderDock(s)}</section>
      </main>
      <nav class="panes" aria-label="Panes">
        ${panes.map(
          ({ id, word, icon }) => html`<button type="button" aria-pressed=${s.pane === id ? 'true' : 'false'}
            @click=${() => this.store.update({ pane: id })}>
            ${icons[icon]}<span>${word}${id === 'problems' && listed(s).length > 0 ? ` (${listed(s).length})` : ''}</span>
          </button>`,
        )}
      </nav>
      <div id="announcer" class="visually-hidden" role="status" aria-live="polite">${s.notice?.text ?? ''}</div>
      ${s.unsaved ? this.renderUnsaved() : nothing}
      ${this.renderToast(s)}
    `
  }

  private renderDock(s: AppState) {
    const problems = listed(s)
    const first = problems[0]
    const lines = s.compiled?.console ?? []
    const tab = (id: DockTab, word: string, note: unknown) => html`<button
      type="button" role="tab" id=${`tab-${id}`} aria-controls=${`dock-${id}`} tabindex=${s.tab === id ? 0 : -1}
      aria-selected=${s.tab === id && (this.dockOpen || s.pane === 'problems') ? 'true' : 'false'} @click=${() => this.chooseTab(id)}
      @keydown=${(e: KeyboardEvent) => this.tabKey(e, id)}>${word}${note}</button>`
    return html`
      <div class="dock-bar">
        <button type="button" class="fold" aria-expanded=${this.dockOpen ? 'true' : 'false'} aria-label="Panel" title="Open or close the panel"
          @click=${() => this.toggleDock()}><span class="chevron">${icons.chevron}</span></button>
        <div class="tabs" role="tablist" aria-label="Panel">
          ${tab('problems', 'Problems', html` <span class="count ${first?.severity ?? 'none'}">${isChecked(s) ? countInWords(problems) : 'Not checked yet'}</span>`)}
          ${tab('wave', 'Waveforms', nothing)}
          ${tab('debug', 'Breakpoints', s.debug.breakpoints.length > 0 ? html` <span class="count">${s.debug.breakpoints.length}</span>` : nothing)}
          ${tab('why', 'Why', nothing)}
          ${tab('compare', 'Compare', nothing)}
          ${tab('console', 'Console', lines.length > 0 ? html` <span class="count">${lines.length}</span>` : nothing)}
          ${tab('sandbox', 'Sandbox', s.refused.length > 0 ? html` <span class="count warning">${s.refused.length}</span>` : nothing)}
        </div>
        ${
          first && !this.dockOpen
            ? html`<button type="button" class="first" @click=${() => this.openProblem(first)}>
                ${first.line > 0 ? html`<span class="place">line ${first.line}</span>` : nothing}<span class="words">${first.message}</span>
              </button>`
            : nothing
        }
      </div>
      <div class="dock-body" role="tabpanel" id=${`dock-${s.tab}`} aria-labelledby=${`tab-${s.tab}`}>${this.renderTab(s, problems, lines)}</div>
    `
  }

  /** The rows of the waveforms of a circuit; the same list as long as it is the same circuit. */
  private rows(circuit: string | undefined): readonly WaveRowSetting[] | undefined {
    if (circuit !== this.waved.circuit)
      this.waved = { circuit, rows: circuit === undefined ? undefined : keptRows(circuit) }
    return this.waved.rows
  }

  /** The rows were changed. A panel that is opened again later begins with them. */
  private keepRows(circuit: string, rows: WaveRowSetting[]): void {
    this.waved = { circuit, rows }
    keepRows(circuit, rows)
  }

  /** The bookmarks of a circuit; the same list as long as it is the same circuit. */
  private bookmarks(circuit: string | undefined): readonly Bookmark[] {
    if (circuit !== this.marked.circuit)
      this.marked = { circuit, bookmarks: circuit === undefined ? [] : keptBookmarks(circuit) }
    return this.marked.bookmarks
  }

  private keepBookmarks(circuit: string, bookmarks: Bookmark[]): void {
    this.marked = { circuit, bookmarks }
    keepBookmarks(circuit, bookmarks)
    this.requestUpdate()
  }

  /** The cycles of hits; the same list for the same breakpoints. */
  private hits(debug: DebugState): readonly number[] {
    if (debug.breakpoints !== this.counted.of) this.counted = { of: debug.breakpoints, hits: hitsOf(debug) }
    return this.counted.hits
  }

  /** The causes that are lit: while a tab is open that asks about the run. */
  private causes({ debug, tab }: AppState): Explanation | undefined {
    return this.dockOpen && asking.has(tab) && debug.why?.steps ? debug.why : undefined
  }

  private renderTab(s: AppState, problems: readonly Problem[], lines: readonly string[]) {
    switch (s.tab) {
      case 'console':
        return html`<console-list .lines=${lines}></console-list>`
      case 'wave':
        void import('@simten/viewer/wave/circuit-wave') // when it is wanted first
        return html`<circuit-wave .source=${s.foreign ? undefined : this.connection.slot} .marks=${s.debug.why?.steps ?? noSteps} .tables=${this.tables} .rows=${this.rows(s.compiled?.main)}
          @wave-rows=${(e: CustomEvent<WaveRowsDetail>) => this.keepRows(s.compiled?.main ?? '', e.detail.rows)}
          @circuit-why=${(e: CustomEvent<CircuitSignalDetail>) => this.why(e.detail.signal)}
          @circuit-break=${(e: CustomEvent<CircuitSignalDetail>) => this.breakAt(e.detail.signal)}
          @circuit-error=${(e: CustomEvent<{ error: unknown }>) => this.session.stopped(e.detail.error)}></circuit-wave>`
      case 'debug':
        return html`<debug-panel .debugger=${this.debugger} .state=${s.debug} ?clocked=${s.compiled?.design?.sequential !== false}></debug-panel>`
      case 'why':
        return html`<why-list .why=${s.debug.why} @why-step=${(e: CustomEvent<WhyStepDetail>) => void this.showStep(e.detail)}
          @why-close=${() => this.endWhy()}
          @why-line=${(e: CustomEvent<WhyStepDetail>) => this.openProblem({ line: e.detail.line ?? 1, column: 1, endLine: 0, endColumn: 0 })}></why-list>`
      case 'compare':
        return html`<compare-panel .state=${s.comparison} @compare-former=${() => void this.compareFormer()} @compare-stop=${() => this.comparison.stop()}
          @compare-text=${(e: CustomEvent<string>) => void this.compareText(e.detail)}
          @compare-open=${(e: CustomEvent<CompareOpenDetail>) => void this.showDifference(e.detail)}></compare-panel>`
      case 'sandbox':
        return html`<sandbox-panel .health=${s.health} .origin=${this.connection.origin} .compiled=${s.compiled} .refused=${s.refused}></sandbox-panel>`
      default:
        return html`<problem-list .problems=${problems} .checked=${isChecked(s)} @problem-open=${(e: CustomEvent<Problem>) => this.openProblem(e.detail)}
          @problem-fix=${(e: CustomEvent<Fix>) => this.fix(e.detail)}></problem-list>`
    }
  }

  /** Shows a pane where only one has room. In a wide window all are there, and a narrower one shows what it would have. */
  private showPane(pane: Pane): void {
    if (matchMedia('screen and (max-width: 47.5em)').matches) this.store.update({ pane })
  }

  /** Shows a tab, which is remembered also where it was shown before: another page may have kept another. */
  private showTab(tab: DockTab): void {
    this.store.update({ tab })
    saveSetting('dock-tab', tab)
  }

  /** Opens the panel at a tab. */
  private openTab(tab: DockTab): void {
    this.showTab(tab)
    this.showPane('problems')
    if (!this.dockOpen) this.toggleDock()
  }

  private why(signal: string): void {
    this.openTab('why')
    void this.debugger.explain(signal)
  }

  /** Leaves the causes; the keyboard goes back to the circuit. */
  private endWhy(): void {
    this.debugger.endWhy()
    this.focusCircuit()
  }

  private breakAt(signal: string): void {
    this.openTab('debug')
    void this.debugger.add(signalOf(signal), 'change')
  }

  /** Sets a breakpoint beside a line of a lambda, or takes it away; where there can be none it says why. */
  private async breakLine(line: number): Promise<void> {
    const { editor } = this
    if (!editor) return
    const lines = editor.breakpointLines
    const there = this.store.state.debug.breakpoints.find((b) => b.line && lines.get(b.id) === line)
    if (there) {
      this.debugger.remove(there.id)
      this.session.say(`The breakpoint at line ${line} is removed.`)
      return
    }
    const read = this.readLine(line)
    if ('problem' in read) this.session.say(`No breakpoint in line ${line}: ${read.problem}`, 'bad')
    else if (await this.debugger.add(read.when, 'true', read.line)) this.session.say(`Breakpoint at line ${line}.`)
    else
      this.session.say(
        `No breakpoint in line ${line}: ${this.store.state.debug.told?.text ?? 'it is not known.'}`,
        'bad',
      )
  }

  /** What a breakpoint beside a line waits for. */
  private readLine(number: number): { when: string; line: NonNullable<Breakpoint['line']> } | { problem: string } {
    const stage = this.renderRoot.querySelector<CircuitStage>('circuit-stage')
    const { compiled, foreign, broken } = this.store.state
    try {
      const watched = this.editor?.watched(number)
      if (!watched || foreign || broken) throw new NotWatched('The text has no circuit that runs.')
      return { when: whenOf(watched, compiled, stage?.level ?? []), line: { number, text: watched.text } }
    } catch (error) {
      if (error instanceof NotWatched) return { problem: error.message }
      throw error
    }
  }

  /** After an edit breakpoints are where their text is now, and wait for what it says. */
  private rereadLines(): void {
    const lines = this.editor?.breakpointLines
    this.debugger.reread((b) => {
      const line = lines?.get(b.id)
      return line === undefined ? undefined : this.readLine(line)
    })
  }

  private showBreakpoints(list: readonly Breakpoint[]): void {
    const { editor } = this
    if (!editor) return
    editor.breakpoints = list.flatMap((b): LineMark[] => {
      if (!b.line) return []
      const hits = b.hits === undefined ? '' : b.hits === 1 ? ', 1 hit' : `, ${b.hits.toLocaleString('en')} hits`
      const title = b.problem ?? `Breakpoint at line ${b.line.number}${hits} (F9)`
      return [{ id: b.id, line: b.line.number, active: b.active && b.problem === undefined, here: b.here, title }]
    })
  }

  /** Repeats the run before the edit, and names the inputs that are gone. */
  private async keepRun(): Promise<void> {
    const missing = await this.comparison.keepRun()
    if (missing) {
      const gone =
        missing.length > 0 ? ` Left out is what was given to ${missing.join(', ')}: the circuit has it no more.` : ''
      this.session.say(`Your run was repeated on the edited circuit.${gone}`)
      this.focusCircuit()
    } else if (this.store.state.comparison.problem !== undefined)
      this.session.say(this.store.state.comparison.problem, 'bad')
  }

  private async compareFormer(): Promise<void> {
    this.openTab('compare')
    await this.comparison.withFormer()
  }

  /** Compares with a text that was pasted, or with that of a link. */
  private async compareText(pasted: string): Promise<void> {
    const link = /^\s*https?:\/\/\S+\s*$/.test(pasted) ? new URL(pasted.trim()) : undefined
    const opening = link && (await openingOf(link))
    if (link && (!opening || opening.problem !== undefined))
      this.comparison.refuse(opening?.problem ?? 'This link has no circuit in it.')
    else await this.comparison.withText(opening?.text ?? pasted, 'the other text')
  }

  /** Goes to the cycle in which two circuits differ, and to the part that gives the signal. */
  private async showDifference({ cycle, signal }: CompareOpenDetail): Promise<void> {
    const { slot } = this.connection
    const inside = slot?.compiled?.circuit?.nodes.some((n) => n.id === 'dut') && !signal.startsWith('dut.')
    const names = splitPath(inside ? `dut.${signal}` : signal) ?? []
    this.renderRoot
      .querySelector<CircuitStage>('circuit-stage')
      ?.show(joinPath(names.length > (inside ? 2 : 1) ? names.slice(0, -1) : names))
    if (slot?.status?.history) await slot.seek(cycle).catch((error) => this.session.stopped(error))
  }

  /** Goes to the cycle of a cause and selects the part that it is about. */
  private async showStep(step: WhyStepDetail): Promise<void> {
    const { slot } = this.connection
    const stage = this.renderRoot.querySelector<CircuitStage>('circuit-stage')
    if (step.node) stage?.show(step.node)
    if (slot?.status?.history) await slot.seek(step.cycle).catch((error) => this.session.stopped(error))
  }

  /** A tab opens the dock; the one that is open already closes it. */
  private chooseTab(tab: DockTab): void {
    const same = this.store.state.tab === tab
    this.showTab(tab)
    if (same || !this.dockOpen) this.toggleDock()
  }

  private tabKey(event: KeyboardEvent, tab: DockTab): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? tab
    this.showTab(next)
    void this.updateComplete.then(() => focusInPlace(this.renderRoot.querySelector<HTMLElement>(`#tab-${next}`)))
  }

  /** Says what the strip above the circuit does not say: links, names, storage. */
  private renderToast(s: AppState) {
    const { toast } = s
    if (!toast) return nothing
    return html`<div class="toast ${toast.tone}" aria-hidden="true">${toast.text}</div>`
  }

  /** Stays until the text is kept again. */
  private renderUnsaved() {
    return html`<div class="unsaved" role="alert">
      <span>This browser has no room for your text, or keeps none: it is lost when you close the tab. Take it along.</span>
      <button type="button" class="outlined" @click=${() => this.download()}>Download</button>
      <button type="button" class="outlined" @click=${() => void this.share()}>Copy link</button>
    </div>`
  }

  private download(): void {
    const { text, compiled } = this.store.state
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = `${compiled?.main ?? 'circuit'}.ts`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }

  private edited(text: string): void {
    this.endWelcome()
    const { origin } = this.store.state
    const kept = this.own.edited(text)
    if (origin !== 'draft') this.previous = this.own.previous(text)
    if (this.own.metAnotherTab && !this.told) {
      this.told = true
      this.session.say(
        'You edit in another tab, too. Each tab keeps its own text; of the two, a new tab opens the one that was edited last, and has the other under Examples.',
      )
    }
    if (kept && this.store.state.unsaved) this.session.say('Your text is kept in this browser again.')
    this.store.update({ unsaved: !kept })
    this.session.edit(text)
    const example = exampleOfText(text)
    if (example !== undefined) this.store.update({ example })
  }

  private endWelcome(): void {
    if (!this.welcome) return
    this.welcome = false
    saveSetting('welcomed', 'yes')
    this.requestUpdate()
  }

  private openExample(id: string): void {
    const example = exampleById(id)
    if (!example) return
    this.own.ask(`?example=${id}`, this.store.state.text)
    this.show({ text: example.text, origin: 'example', example: id }, true)
    this.session.say(`${example.title} is open. Back brings what you had before.`)
    this.focusCircuit()
  }

  /** Where the keyboard goes on when what had it is gone: P runs the circuit there. */
  private focusCircuit(): void {
    void this.updateComplete.then(() => focusInPlace(this.renderRoot.querySelector<CircuitStage>('circuit-stage')))
  }

  /** Changes places: the text that was put aside is the draft again, and the draft is put aside. */
  private openPrevious(): void {
    const text = this.previous?.text
    if (text === undefined) return
    this.own.restore(text, this.store.state.text)
    this.showOwn(text, true)
    this.session.say('Your earlier text is back. Back brings the other one again.')
    this.focusCircuit()
  }

  private openProblem(problem: Place): void {
    this.showPane('code')
    // The pane may only now become visible, and what is hidden takes no focus.
    void this.updateComplete.then(() => this.editor?.reveal(problem))
  }

  private fix(fix: Fix): void {
    this.showPane('code')
    void this.updateComplete.then(() => {
      if (!this.editor?.fix(fix)) this.session.say('The text has changed there. Look at the problem once more.', 'bad')
    })
  }

  private rename(from: string, to: string): void {
    if (this.editor?.renameCircuit(from, to)) return
    this.session.say(`The name ${from} is put together in the text; change it there.`, 'bad')
  }

  private async share(): Promise<void> {
    let link: string
    try {
      const { text, lock } = this.store.state
      link = `${location.origin}/${await hashOf(text, lock)}`
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      this.session.say(error.message, 'bad')
      return
    }
    try {
      await navigator.clipboard.writeText(link)
      this.shared = true
      this.session.say('Link copied. Whoever opens it gets this circuit; nothing is stored on a server.')
      setTimeout(() => {
        this.shared = false
        this.requestUpdate()
      }, 2500)
    } catch {
      await this.renderRoot.querySelector<TopBar>('top-bar')?.offer(link)
    }
  }

  private chooseTheme(theme: Theme): void {
    this.theme = theme
    applyTheme(theme)
    this.requestUpdate()
  }

  private moveSplit(value: number): void {
    this.split = Math.min(Math.max(value, 0.15), 0.85)
    saveSetting('split', String(this.split))
    this.requestUpdate()
  }

  private moveDock(value: number): void {
    this.dock = Math.min(Math.max(value, 0.3), 0.9)
    saveSetting('dock', String(this.dock))
    this.requestUpdate()
  }

  private toggleDock(): void {
    this.dockOpen = !this.dockOpen
    saveSetting('dock-open', this.dockOpen ? 'yes' : 'no')
    this.ghostsSoon()
    this.requestUpdate()
  }

  private key(event: KeyboardEvent): void {
    // CodeMirror has handled the key when the focus is in the text.
    if (event.defaultPrevented) return
    if (event.key === 'F8') {
      event.preventDefault()
      this.showPane('code')
      this.editor?.stepProblem(event.shiftKey ? -1 : 1)
    }
    const inText = event.composedPath().some((target) => target === this.editor)
    if (event.key === 'Escape' && !inText && this.causes(this.store.state)) {
      event.preventDefault()
      this.endWhy()
    }
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      this.session.say('Your text is kept in this browser with every edit. Share makes a link to it.')
    }
  }

  protected override updated(): void {
    // Through the object model, because the page's policy allows no style attributes.
    this.style.setProperty('--split', `${(this.split * 100).toFixed(2)}%`)
    this.style.setProperty('--dock', `${((1 - this.dock) * 100).toFixed(2)}%`)
  }
}

/** A stored share of the window, or the start value when there is none or nonsense. */
function share(text: string | undefined, initial: number): number {
  const value = Number(text)
  return text !== undefined && value > 0 && value < 1 ? value : initial
}

function exampleOfText(text: string): string | undefined {
  return exampleByText(text)?.id
}

/** Whether what the page says of problems is about the text that it shows. */
function isChecked(s: AppState): boolean {
  return s.compiled !== undefined || s.broken || s.failure !== undefined || s.text.trim() === ''
}

customElements.define('simten-editor', EditorPage)
