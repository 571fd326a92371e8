import type { CommandName } from '@simten/client/commands.gen'
import { joinPath, splitPath } from '@simten/client/path'
import { PROTOCOL_VERSION } from '@simten/client/protocol.gen'
import type { Bookmark } from '@simten/viewer/controls/bookmarks/bookmarks'
import { focusInPlace } from '@simten/viewer/focus'
import { download } from '@simten/viewer/format/download'
import type { Arrangement } from '@simten/viewer/layout/arrangement'
import type { WaveRowsDetail } from '@simten/viewer/wave/circuit-wave'
import type { NameTable, WaveRowSetting } from '@simten/viewer/wave/rows'
import { html, LitElement, nothing } from 'lit'
import type { CodeEditor } from '../../editor/code-editor.ts'
import '../../editor/code-editor.ts'
import type { FileList } from '../../editor/file-states.ts'
import { ProjectDesk } from '../../editor/project-desk.ts'
import type {
  CircuitArrangeDetail,
  CircuitSelectDetail,
  CircuitSignalDetail,
  CircuitSourceDetail,
  Fix,
} from '../../engine.ts'
import { exampleByText } from '../../examples/catalogue.ts'
import { PagePalette, stageCommands } from '../../palette/page-palette.ts'
import { openingOfPasted, textAtOnce } from '../../router/opening.ts'
import { type Destination, Router } from '../../router/router.ts'
import { Bitstream } from '../../share/bitstream.ts'
import { ShareLinks } from '../../share/share-links.ts'
import { SharePictures } from '../../share/share-pictures.ts'
import { runText, sharedRun } from '../../share/shared-run.ts'
import { type SharedView, sharedView, viewText } from '../../share/shared-view.ts'
import { hasStore } from '../../share/stored.ts'
import { VerilogExport } from '../../share/verilog-export.ts'
import { BreakpointLines } from '../../state/breakpoint-lines.ts'
import { type DebugState, type Explanation, hitsOf, signalOf } from '../../state/debugger.ts'
import { loadPast, loadSetting, savePast, saveSetting } from '../../state/draft.ts'
import { ghostsOf } from '../../state/ghosts.ts'
import { keepBookmarks, keepRows, keptBookmarks, keptRows, ListOfCircuit } from '../../state/kept-lists.ts'
import { dockTabs, initialDock, initialSplit, PageLayout } from '../../state/page-layout.ts'
import { PageRun } from '../../state/page-run.ts'
import { Places } from '../../state/places.ts'
import { partsAt } from '../../state/probe.ts'
import { countInWords, listed, marked, type Place, type Problem } from '../../state/problems.ts'
import { type Found, filesOfChoice, filesOfDrop } from '../../state/project-files.ts'
import type { AppState, DockTab, Pane } from '../../state/state.ts'
import { applyTheme, loadTheme, type Theme } from '../../state/theme.ts'
import {
  hasVerilog,
  type ImportChoice,
  looksLikeVerilog,
  pastedPath,
  VerilogImport,
} from '../../state/verilog-import.ts'
import { type Version, VersionKeeper, versionInWords } from '../../state/versions.ts'
import { carriesToken, fileToken, takeToken } from '../../studio/token.ts'
import type { CircuitStage } from '../circuit-stage/circuit-stage.ts'
import '../circuit-stage/circuit-stage.ts'
import type { CompareOpenDetail } from '../compare-panel/compare-panel.ts'
import type { ChipChoice, ExportOptions } from '../export-panel/export-panel.ts'
import '../compare-panel/compare-panel.ts'
import '../console-list/console-list.ts'
import '../debug-panel/debug-panel.ts'
import type { FileProblems, FileRename } from '../file-tabs/file-tabs.ts'
import '../file-tabs/file-tabs.ts'
import { icons } from '../icons.ts'
import type { ImportSource } from '../import-panel/import-panel.ts'
import '../problem-list/problem-list.ts'
import '../sandbox-panel/sandbox-panel.ts'
import { controls } from '../shared-styles.ts'
import '../split-handle/split-handle.ts'
import type { ShareAsDetail } from '../share-menu/share-menu.ts'
import type { TopBar } from '../top-bar/top-bar.ts'
import '../top-bar/top-bar.ts'
import type { WhyStepDetail } from '../why-list/why-list.ts'
import '../why-list/why-list.ts'
import { endToastSoon, toast, toastStyles } from '../toast/toast.ts'
import { editorPageStyles } from './styles.ts'

const panes: readonly { id: Pane; word: string; icon: keyof typeof icons }[] = [
  { id: 'code', word: 'Text', icon: 'code' },
  { id: 'circuit', word: 'Circuit', icon: 'circuit' },
  { id: 'problems', word: 'Problems', icon: 'problems' },
]

/** The tabs until the editor is there. */
const oneFile: FileList = { files: ['circuit.ts'], entry: 'circuit.ts', active: 'circuit.ts' }

type Listed = Awaited<ReturnType<VersionKeeper['list']>>

/** How long after the first compile the type checker is loaded, in milliseconds: the picture comes first. */
const typesAfter = 1500

/** Largest file that is read when it is dropped on the page, in bytes. */
const maxDropped = 4 << 20
/** The commands of the page itself. */
const pageCommands: readonly CommandName[] = [
  'findPart',
  'definition',
  'rename',
  'format',
  'wrap',
  'unmove',
  'share',
  'download',
  'importVerilog',
  'exportVerilog',
  'examples',
  'panel',
  'theme',
]

/** The tabs that ask about the run. */
const asking: ReadonlySet<DockTab> = new Set(['wave', 'debug', 'why', 'compare'])
const noSteps: readonly WhyStepDetail[] = []
/** How long after a change values in the text are written anew, in milliseconds. */
const ghostsAfter = 100

/**
 * The editor page: text, circuit and panel of one circuit. The page lays them out and passes events on; texts come from
 * the router, and the state of the page is that of its run.
 */
export class EditorPage extends LitElement {
  static override readonly styles = [controls, toastStyles, editorPageStyles]

  private readonly run: PageRun = new PageRun({
    changed: (state, previous) => this.changed(state, previous),
    connected: () => this.requestUpdate(),
    frame: () => {
      this.stage?.refresh()
      this.ghostsSoon()
    },
    offline: () =>
      this.run.session.say(
        this.run.state.worksOffline
          ? 'You are offline. Everything works on, except packages that were never fetched.'
          : 'You are offline. Everything that is open works on; only loading the page anew does not.',
      ),
  })
  private readonly router: Router
  private readonly links: ShareLinks
  private readonly pictures: SharePictures
  private readonly hardware: VerilogExport
  private readonly chip: Bitstream
  /** The export is shown. */
  private exports = false
  private readonly verilog: VerilogImport
  /** The import is shown. */
  private imports = false
  /** The server stores circuits for short links. */
  private stores = false
  private storeAsked = false
  /** How the link that was opened shows its circuit, until that is there. */
  private view: (SharedView & { readonly of: string }) | undefined
  private readonly lines: BreakpointLines
  private readonly layout = new PageLayout()
  private readonly rows = new ListOfCircuit<readonly WaveRowSetting[] | undefined>(
    undefined,
    keptRows,
    (circuit, list) => keepRows(circuit, [...(list ?? [])]),
  )
  private readonly bookmarks = new ListOfCircuit<readonly Bookmark[]>([], keptBookmarks, (circuit, list) =>
    keepBookmarks(circuit, [...list]),
  )
  private theme: Theme = loadTheme()
  /** Tables of the compiled text that name values. */
  private tables: readonly NameTable[] = []
  private counted: { of: DebugState['breakpoints'] | undefined; hits: readonly number[] } = { of: undefined, hits: [] }
  /** Nobody has edited or closed the explanation in this browser yet. */
  private welcome: boolean
  private typesAsked = false
  private readonly palette: PagePalette
  /** Long lines of the text are wrapped. */
  private wraps = loadSetting('wrap') === 'yes'
  private ghosts: ReturnType<typeof setTimeout> | undefined
  private readonly places = new Places(() => this.requestUpdate())
  private readonly keeper = new VersionKeeper(undefined, () => this.arrangement)
  private readonly desk: ProjectDesk
  /** The files in the own library, as they were listed last. */
  private library: readonly string[] = []
  /** The versions while they are shown. */
  private listed: Listed | undefined

  constructor() {
    super()
    const page = this
    this.router = new Router(window, {
      get text() {
        return page.run.state.text
      },
      show: (destination, undoable) => this.show(destination, undoable),
      stay: () => this.run.showPicture(),
      refuse: (problem) => this.run.session.say(problem, 'bad'),
    })
    this.links = new ShareLinks({
      origin: location.origin,
      say: (text, tone) => this.run.session.say(text, tone),
      tell: (text) => {
        if (this.renderRoot.querySelector<TopBar>('top-bar')?.tell(text)) this.run.session.tell(text)
        else this.run.session.say(text)
      },
      offer: (link) => this.renderRoot.querySelector<TopBar>('top-bar')?.offer(link),
      changed: () => this.requestUpdate(),
    })
    this.pictures = new SharePictures({
      get state() {
        return page.run.state
      },
      get slot() {
        return page.run.slot
      },
      get level() {
        return page.stage?.level ?? []
      },
      get theme() {
        return page.theme === 'system' ? 'auto' : page.theme
      },
      get arrangement() {
        return page.arrangement
      },
      beside: () => this.run.connection.beside('gif'),
      say: (text, tone) => this.run.session.say(text, tone),
      changed: () => this.requestUpdate(),
    })
    const hardware = {
      get state() {
        return page.run.state
      },
      get slot() {
        return page.settledSlot
      },
      changed: () => this.requestUpdate(),
    }
    this.hardware = new VerilogExport(hardware)
    this.chip = new Bitstream(hardware)
    this.verilog = new VerilogImport({
      get slot() {
        return page.run.slot
      },
      open: (text) => {
        this.openText(text)
        this.focusCircuit()
      },
      changed: () => this.requestUpdate(),
    })
    this.lines = new BreakpointLines({
      get state() {
        return page.run.state
      },
      debugger: this.run.debugger,
      get text() {
        return page.editor
      },
      get level() {
        return page.stage?.level ?? []
      },
      say: (text, tone) => this.run.session.say(text, tone),
    })
    this.desk = new ProjectDesk({
      get editor() {
        return page.editor
      },
      get state() {
        return page.run.state
      },
      keeper: this.keeper,
      get arrangement() {
        return page.arrangement
      },
      say: (text, tone) => this.run.session.say(text, tone),
      openText: (text, arrangement) => this.openText(text, arrangement),
      focusText: () => void this.updateComplete.then(() => focusInPlace(this.editor)),
    })
    this.palette = new PagePalette({
      get palette() {
        return page.renderRoot.querySelector('command-palette')
      },
      get compiled() {
        return page.run.state.foreign ? undefined : page.run.state.compiled
      },
      performs: new Set<CommandName>([...stageCommands, ...pageCommands]),
      perform: (command) => this.perform(command),
      show: (path) => {
        this.showPane('circuit')
        this.stage?.show(path)
        this.focusCircuit()
      },
      get watch() {
        return page.run.state.compiled?.design?.sequential ? (signal: string) => page.watch(signal) : undefined
      },
    })
    this.welcome = loadSetting('welcomed') !== 'yes' && this.router.ownText === undefined
  }

  private get editor(): CodeEditor | null {
    return this.renderRoot.querySelector('code-editor')
  }

  private get stage(): CircuitStage | null {
    return this.renderRoot.querySelector('circuit-stage')
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const { run } = this
    run.start(textAtOnce(location, this.router.ownText))
    run.store.update({ tab: this.layout.tab })
    run.connection.onHit = (cycle, wanted) => {
      const where = `cycle ${cycle.toLocaleString('en')}`
      run.session.say(wanted ? `This is ${where}.` : `Stopped at a breakpoint in ${where}.`)
      void run.debugger.stopped(cycle)
    }
    window.addEventListener('keydown', (event) => this.key(event))
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, (event) => this.dropped(event))
    window.addEventListener('pagehide', () => {
      savePast(this.editor?.past)
      void this.keeper.keepNow()
    })
    // Also when only the part of the address behind # has changed.
    window.addEventListener('popstate', () => {
      if (carriesToken(location)) location.reload()
      else void this.router.follow()
    })
    void run.connection.open()
  }

  /**
   * Values stand in the text while a tab is open that asks about the run; ten times a second they can still be read.
   */
  private ghostsSoon(): void {
    this.ghosts ??= setTimeout(() => {
      this.ghosts = undefined
      const { editor } = this
      const { compiled, foreign, broken, tab } = this.run.state
      const wanted = this.layout.dockOpen && asking.has(tab) && !foreign && !broken
      if (editor)
        editor.ghosts = wanted ? ghostsOf(compiled, this.run.slot?.values, this.stage?.level ?? []) : undefined
    }, ghostsAfter)
  }

  /** Marks the parts that the cursor in the text is at; while the text is not the one that is drawn, the marks stay. */
  private markParts(): void {
    const { compiled, compiling, foreign, broken } = this.run.state
    if (compiling !== 'no' || this.run.session.awaiting) return
    const place = foreign || broken ? undefined : this.editor?.caret
    this.stage?.mark(partsAt(compiled, this.stage.level, place))
  }

  /** A part that is chosen in the picture takes the place of those that the text marks. */
  private selected({ path }: CircuitSelectDetail): void {
    if (path !== undefined) this.stage?.mark([])
  }

  protected override firstUpdated(): void {
    if (this.editor) this.editor.wraps = this.wraps
    if (this.router.begin()) this.editor?.recall(loadPast() ?? '')
    // Before the router reads the address: a token is no circuit.
    const asked = carriesToken(location)
    const token = takeToken(window, fileToken)
    void this.router.arrive().then(() => this.followFile(token, asked))
  }

  /** Follows the file of `simten serve FILE`. */
  private async followFile(token: string | undefined, asked: boolean): Promise<void> {
    if (token === undefined) return
    const { followFile } = await import('../../studio/file-follower.ts')
    const page = this
    followFile(
      {
        get text() {
          return page.run.state.text
        },
        open: (text) => this.router.open(text),
        rewrite: (text) => this.editor?.rewriteAll(text),
        offer: (changedFile) => this.run.store.update({ changedFile }),
        say: (text) => this.run.session.say(text),
      },
      token,
      asked,
    )
  }

  private show(destination: Destination, undoable: boolean): void {
    if (destination.text !== this.run.state.text) this.lines.forget()
    this.view = destination.view && { of: destination.text, ...destination.view }
    this.keeper.opened()
    this.places.opened(destination.text, destination.origin === 'link', destination.view?.layout)
    this.editor?.replace(destination.text, { undoable })
    this.desk.librarySoon()
    this.run.open(destination, destination.lock, destination.run)
    if (this.router.arrived) this.run.showPicture()
  }

  private changed(state: AppState, previous: AppState): void {
    if (state.problems !== previous.problems || state.failure !== previous.failure || state.types !== previous.types) {
      const editor = this.editor
      if (editor) editor.problems = marked(listed(state))
    }
    if (state.compiled !== previous.compiled) {
      const editor = this.editor
      if (editor) editor.compiled = state.compiled
      this.tables = state.foreign || !editor ? [] : editor.tables
      document.title = state.compiled?.main === undefined ? 'Simten' : `${state.compiled.main} – Simten`
      if (state.compiled) this.run.keepPicture(state.text, state.compiled)
      if (state.compiled && !state.foreign) void this.showView(state.compiled.main ?? '')
      this.run.debugger.recompiled()
      this.run.comparison.recompiled()
      if (!state.foreign) this.lines.reread()
    }
    if (state.debug.breakpoints !== previous.debug.breakpoints) this.lines.show(state.debug.breakpoints)
    if (state.compiled || state.broken) this.typesSoon()
    if (state.compiled !== previous.compiled || state.tab !== previous.tab || state.broken !== previous.broken)
      this.ghostsSoon()
    if (state.compiling !== previous.compiling || state.broken !== previous.broken) this.markParts()
    if (state.toast !== previous.toast && state.toast) endToastSoon(this.run.session, state.toast)
    this.requestUpdate()
  }

  /** Types can wait until the first circuit is drawn and runs, or cannot be: then they tell the other mistakes. */
  private typesSoon(): void {
    if (this.typesAsked) return
    this.typesAsked = true
    setTimeout(() => this.editor?.startTypes(), typesAfter)
  }

  protected override render() {
    const s = this.run.state
    const main = s.compiled?.main ?? ''
    const { previous } = this.router
    return html`
      <top-bar
        .name=${main}
        .example=${s.example ?? ''}
        .theme=${this.theme}
        .shared=${this.links.copied}
        .previous=${previous && previous.text !== s.text ? previous.words : ''}
        @circuit-rename=${(e: CustomEvent<string>) => this.rename(main, e.detail)}
        @example-open=${(e: CustomEvent<string>) => this.openExample(e.detail)}
        @previous-open=${() => this.openPrevious()}
        @share-link=${() => this.share()}
        .drawn=${this.pictures.possible}
        .clocked=${s.compiled?.design?.sequential === true && this.run.slot !== undefined && !s.broken}
        .stores=${this.stores}
        .making=${this.pictures.making}
        @share-as=${(e: CustomEvent<ShareAsDetail>) => void this.shareAs(e.detail)}
        @share-cancel=${() => this.pictures.cancel()}
        @theme-choose=${(e: CustomEvent<Theme>) => this.chooseTheme(e.detail)}
      ></top-bar>
      <main data-pane=${s.pane} class=${this.layout.dockOpen ? 'dock-open' : ''}>
        <div class="work">
          <section class="code" aria-label="Text" @dragover=${this.dragged} @drop=${this.filesDropped}>
            <file-tabs
              .list=${this.editor?.files ?? oneFile}
              .problems=${this.fileProblems(s)}
              .library=${this.library}
              @file-open=${(e: CustomEvent<string>) => this.editor?.openFile(e.detail)}
              @file-add=${(e: CustomEvent<string>) => this.desk.add(e.detail)}
              @file-rename=${(e: CustomEvent<FileRename>) => this.editor?.renameFile(e.detail.from, e.detail.to)}
              @file-remove=${(e: CustomEvent<string>) => this.desk.remove(e.detail)}
              @library-list=${() => void this.listLibrary()}
              @library-add=${(e: CustomEvent<string>) => void this.desk.addFromLibrary(e.detail)}
              @library-remove=${(e: CustomEvent<string>) => void this.desk.removeFromLibrary(e.detail)}
              @file-keep=${(e: CustomEvent<string>) => void this.desk.keepInLibrary(e.detail)}
              @files-open=${(e: CustomEvent<readonly File[]>) => void this.desk.addFound(filesOfChoice(e.detail))}
              @project-download=${() => this.desk.download()}
              @versions-open=${() => void this.openVersions()}
              @file-entry=${(e: CustomEvent<string>) => this.editor?.makeEntry(e.detail)}
            ></file-tabs>
            <code-editor
              @text-files=${() => this.requestUpdate()}
              @text-edit=${(e: CustomEvent<string>) => this.edited(e.detail)}
              @text-break=${(e: CustomEvent<number>) => void this.lines.toggle(e.detail)}
              @text-caret=${() => this.markParts()}
              @text-say=${(e: CustomEvent<string>) => this.run.session.say(e.detail)}
              @text-library=${(e: CustomEvent<string>) => open(`/components#${e.detail}`, '_blank', 'noopener')}
              @text-types=${(e: CustomEvent<readonly Problem[]>) => this.run.store.update({ types: e.detail })}
            ></code-editor>
          </section>
          <split-handle direction="columns" label="Width of the text" .value=${this.layout.split}
            .initial=${initialSplit}
            @split-move=${(e: CustomEvent<number>) => this.moveSplit(e.detail)}></split-handle>
          <section class="circuit" aria-label="Circuit">
            <circuit-stage
              editable
              ?welcome=${this.welcome}
              .state=${s}
              .session=${this.run.session}
              .causes=${this.causes(s)}
              .arrangement=${this.arrangement}
              @circuit-arrange=${(e: CustomEvent<CircuitArrangeDetail>) => this.arranged(e.detail)}
              .bookmarks=${this.bookmarks.of(s.compiled?.main)}
              .hits=${this.hits(s.debug)}
              @bookmarks-change=${(e: CustomEvent<Bookmark[]>) => this.keepBookmarks(s.compiled?.main ?? '', e.detail)}
              ?told=${s.tab === 'why'}
              @former-keep=${() => void this.keepRun()}
              @former-compare=${() => void this.compareFormer()}
              @former-close=${() => this.run.comparison.dismiss()}
              @causes-close=${() => this.run.debugger.endWhy()}
              .slot_=${this.run.slot}
              @problem-open=${(e: CustomEvent<Problem>) => this.openProblem(e.detail)}
              @source-open=${(e: CustomEvent<CircuitSourceDetail>) =>
                this.openProblem({ ...e.detail, endLine: 0, endColumn: 0 })}
              @circuit-open=${() => this.markParts()}
              @circuit-select=${(e: CustomEvent<CircuitSelectDetail>) => this.selected(e.detail)}
              @circuit-why=${(e: CustomEvent<CircuitSignalDetail>) => this.why(e.detail.signal)}
              @circuit-break=${(e: CustomEvent<CircuitSignalDetail>) => this.breakAt(e.detail.signal)}
              @sandbox-retry=${() => void this.run.connection.open()}
              @example-open=${(e: CustomEvent<string>) => this.openExample(e.detail)}
              @welcome-close=${() => this.endWelcome()}
            ></circuit-stage>
          </section>
        </div>
        ${
          this.layout.dockOpen
            ? html`<split-handle class="dock-handle" direction="rows" label="Height of the problems"
                .value=${this.layout.dock} .initial=${initialDock}
                @split-move=${(e: CustomEvent<number>) => this.moveDock(e.detail)}></split-handle>`
            : nothing
        }
        <section class="dock" aria-label="Panel">${this.renderDock(s)}</section>
      </main>
      <nav class="panes" aria-label="Panes">
        ${panes.map(
          ({ id, word, icon }) => html`<button type="button" aria-pressed=${s.pane === id ? 'true' : 'false'}
            @click=${() => this.run.store.update({ pane: id })}>
            ${icons[icon]}<span>${word}${id === 'problems' && listed(s).length > 0 ? ` (${listed(s).length})` : ''}</span>
          </button>`,
        )}
      </nav>
      <div id="announcer" class="visually-hidden" role="status" aria-live="polite">${s.notice?.text ?? ''}</div>
      <command-palette @palette-choose=${this.palette.choose}></command-palette>
      ${s.unsaved ? this.renderUnsaved() : nothing}
      ${this.listed ? this.renderVersions(s, this.listed) : nothing}
      ${this.exports ? this.renderExport() : nothing}
      ${this.imports ? this.renderImport() : nothing}
      ${toast(s.toast)}
    `
  }

  private renderDock(s: AppState) {
    const problems = listed(s)
    const first = problems[0]
    const lines = s.compiled?.console ?? []
    const checked = isChecked(s) ? countInWords(problems) : 'Not checked yet'
    const counts = (count: number, kind = '') =>
      count > 0 ? html` <span class=${`count ${kind}`}>${count}</span>` : nothing
    const tab = (id: DockTab, word: string, note: unknown) => html`<button
      type="button" role="tab" id=${`tab-${id}`} aria-controls=${`dock-${id}`} tabindex=${s.tab === id ? 0 : -1}
      aria-selected=${s.tab === id && (this.layout.dockOpen || s.pane === 'problems') ? 'true' : 'false'}
      @click=${() => this.chooseTab(id)}
      @keydown=${(e: KeyboardEvent) => this.tabKey(e, id)}>${word}${note}</button>`
    return html`
      <div class="dock-bar">
        <button type="button" class="fold" aria-expanded=${this.layout.dockOpen ? 'true' : 'false'} aria-label="Panel"
          title="Open or close the panel" @click=${() => this.toggleDock()}><span
          class="chevron">${icons.chevron}</span></button>
        <div class="tabs" role="tablist" aria-label="Panel">
          ${tab('problems', 'Problems', html` <span class="count ${first?.severity ?? 'none'}">${checked}</span>`)}
          ${tab('wave', 'Waveforms', nothing)}
          ${tab('debug', 'Breakpoints', counts(s.debug.breakpoints.length))}
          ${tab('why', 'Why', nothing)}
          ${tab('compare', 'Compare', nothing)}
          ${tab('console', 'Console', counts(lines.length))}
          ${tab('sandbox', 'Sandbox', counts(s.refused.length, 'warning'))}
        </div>
        ${
          first && !this.layout.dockOpen
            ? html`<button type="button" class="first" @click=${() => this.openProblem(first)}>
                ${
                  first.line > 0
                    ? html`<span
                  class="place">${first.file === undefined ? 'line' : `${first.file}:`} ${first.line}</span>`
                    : nothing
                }<span
                  class="words">${first.message}</span>
              </button>`
            : nothing
        }
      </div>
      <div class="dock-body" role="tabpanel" id=${`dock-${s.tab}`}
        aria-labelledby=${`tab-${s.tab}`}>${this.renderTab(s, problems, lines)}</div>
    `
  }

  /** The worst problem of each file. */
  private fileProblems(s: AppState): ReadonlyMap<string, FileProblems> {
    const counts = new Map<string, FileProblems>()
    const entry = this.editor?.files.entry ?? oneFile.entry
    if ((this.editor?.files.files.length ?? 1) === 1) return counts
    for (const { file = entry, severity } of listed(s)) {
      const worst = counts.get(file)
      // They come with the worst first.
      if (worst === undefined) counts.set(file, { severity, count: 1 })
      else if (worst.severity === severity) counts.set(file, { severity, count: worst.count + 1 })
    }
    return counts
  }

  private readonly dragged = {
    capture: true,
    handleEvent: (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    },
  }

  /** Files that are dropped become files of the project; text goes into the editor. */
  private readonly filesDropped = {
    capture: true,
    handleEvent: (event: DragEvent) => {
      const { dataTransfer } = event
      if (!dataTransfer?.types.includes('Files')) return
      // A shared circuit is opened by the page, wherever it is dropped.
      if ([...dataTransfer.files].some(({ name }) => name.endsWith('.simten'))) return
      event.preventDefault()
      event.stopPropagation()
      void this.takeFiles(dataTransfer)
    },
  }

  /** Opens a text of the user's as an entry of its own in the tab's history. */
  private openText(text: string, arrangement?: Arrangement): void {
    void this.keeper.keepNow()
    this.router.open(text)
    this.places.opened(text, true, arrangement)
    this.requestUpdate()
  }

  private async openVersions(): Promise<void> {
    void import('../versions-panel/versions-panel.ts')
    await this.keeper.keepNow()
    this.listed = await this.keeper.list(this.run.state.text)
    this.requestUpdate()
  }

  /** Reads which files the own library has. */
  private async listLibrary(): Promise<void> {
    this.library = [...(await this.keeper.library()).keys()]
    this.requestUpdate()
  }

  /** Reads the versions anew, unless their list was closed meanwhile. */
  private async listVersions(): Promise<void> {
    const list = await this.keeper.list(this.run.state.text)
    if (this.listed) this.listed = list
    this.requestUpdate()
  }

  private renderVersions(s: AppState, { versions, project }: Listed) {
    return html`<versions-panel .versions=${versions} .project=${project} .text=${s.text}
      @panel-close=${() => {
        this.listed = undefined
        this.requestUpdate()
      }}
      @version-restore=${(e: CustomEvent<Version>) => this.restore(e.detail)}
      @version-name=${(e: CustomEvent<string>) => void this.nameVersion(e.detail)}
      @version-remove=${(e: CustomEvent<number>) => void this.keeper.remove(e.detail).then(() => this.listVersions())}
    ></versions-panel>`
  }

  /** Shows the import, which begins with what it is given. */
  private openImport(begin: () => unknown = () => this.verilog.begin()): void {
    void import('../import-panel/import-panel.ts')
    this.imports = true
    begin()
    this.requestUpdate()
  }

  private renderImport() {
    const { verilog } = this
    return html`<import-panel .state=${verilog.current}
      @panel-close=${() => {
        verilog.cancel()
        this.imports = false
        this.requestUpdate()
      }}
      @import-read=${(e: CustomEvent<ImportSource>) => void verilog.list(e.detail.files, e.detail.macros)}
      @import-files=${(e: CustomEvent<readonly Found[]>) => void verilog.take(e.detail)}
      @import-make=${(e: CustomEvent<ImportChoice>) => void verilog.make(e.detail)}
      @import-cancel=${() => verilog.cancel()}></import-panel>`
  }

  /** Opens files that were dropped: a Verilog design is imported, others become files of the project. */
  private async takeFiles(transfer: DataTransfer): Promise<void> {
    const found = await filesOfDrop(transfer)
    if (hasVerilog(found.map(({ path }) => path))) this.openImport(() => void this.verilog.take(found))
    else await this.desk.addFound(found)
  }

  /** Shows the circuit as Verilog. */
  private openExport(): void {
    void import('../export-panel/export-panel.ts')
    this.exports = true
    void this.hardware.write()
  }

  private renderExport() {
    return html`<export-panel .state=${this.hardware.current} .chip=${this.chip.current}
      @chip-make=${(e: CustomEvent<ChipChoice>) => void this.chip.make(e.detail.device, e.detail.pins)}
      @chip-cancel=${() => this.chip.cancel()}
      @panel-close=${() => {
        this.exports = false
        this.chip.cancel()
        this.hardware.close()
        this.requestUpdate()
      }}
      @export-write=${(e: CustomEvent<ExportOptions>) => void this.hardware.write(e.detail)}
      @export-say=${(e: CustomEvent<string>) => this.run.session.say(e.detail)}
      @problem-open=${(e: CustomEvent<Place>) => this.openProblem(e.detail)}
      @part-open=${(e: CustomEvent<string>) => this.showPart(e.detail)}></export-panel>`
  }

  private restore(version: Version): void {
    this.listed = undefined
    this.openText(version.text, version.layout)
    this.run.session.say(`The version ${versionInWords(version)} is back. Back brings what you had before.`)
  }

  private async nameVersion(name: string): Promise<void> {
    const kept = await this.keeper.name(this.run.state.text, name)
    if (!kept) this.run.session.say('This browser keeps no versions.', 'bad')
    await this.listVersions()
  }

  /** The name under which the places of the circuit are kept. */
  private get arrangedAs(): string | undefined {
    const { compiled, picture } = this.run.state
    return (compiled ?? picture)?.main
  }

  private get arrangement(): Arrangement | undefined {
    return this.places.of(this.arrangedAs)
  }

  /** Parts were moved by hand. */
  private arranged({ arrangement, words }: CircuitArrangeDetail): void {
    const { text } = this.run.state
    this.keeper.edited(text, text)
    this.places.keep(this.arrangedAs ?? '', text, arrangement, words)
    this.run.session.tell(words)
  }

  /** Takes the last move of a part back. */
  private unmove(): boolean {
    const undone = this.places.undo(this.arrangedAs, this.run.state.text)
    if (undone) this.run.session.tell('The part is back where it was.')
    return undone
  }

  private keepBookmarks(circuit: string, bookmarks: readonly Bookmark[]): void {
    this.bookmarks.keep(circuit, bookmarks)
    this.requestUpdate()
  }

  /** The cycles of hits; the same list for the same breakpoints. */
  private hits(debug: DebugState): readonly number[] {
    if (debug.breakpoints !== this.counted.of) this.counted = { of: debug.breakpoints, hits: hitsOf(debug) }
    return this.counted.hits
  }

  /** The causes that are lit: while a tab is open that asks about the run. */
  private causes({ debug, tab }: AppState): Explanation | undefined {
    return this.layout.dockOpen && asking.has(tab) && debug.why?.steps ? debug.why : undefined
  }

  private renderTab(s: AppState, problems: readonly Problem[], lines: readonly string[]) {
    switch (s.tab) {
      case 'console':
        return html`<console-list .lines=${lines}></console-list>`
      case 'wave':
        void import('@simten/viewer/wave/circuit-wave') // when it is wanted first
        return html`<circuit-wave .source=${s.foreign ? undefined : this.run.slot}
          .marks=${s.debug.why?.steps ?? noSteps} .tables=${this.tables} .rows=${this.rows.of(s.compiled?.main)}
          @wave-rows=${(e: CustomEvent<WaveRowsDetail>) => this.rows.keep(s.compiled?.main ?? '', e.detail.rows)}
          @circuit-why=${(e: CustomEvent<CircuitSignalDetail>) => this.why(e.detail.signal)}
          @circuit-break=${(e: CustomEvent<CircuitSignalDetail>) => this.breakAt(e.detail.signal)}
          @circuit-error=${(e: CustomEvent<{ error: unknown }>) => this.run.session.stopped(e.detail.error)}></circuit-wave>`
      case 'debug':
        return html`<debug-panel .debugger=${this.run.debugger} .state=${s.debug}
          ?clocked=${s.compiled?.design?.sequential !== false}></debug-panel>`
      case 'why':
        return html`<why-list .why=${s.debug.why}
          @why-step=${(e: CustomEvent<WhyStepDetail>) => void this.showStep(e.detail)}
          @why-close=${() => this.endWhy()}
          @why-line=${(e: CustomEvent<WhyStepDetail>) =>
            this.openProblem({
              file: e.detail.file,
              line: e.detail.line ?? 1,
              column: 1,
              endLine: 0,
              endColumn: 0,
            })}></why-list>`
      case 'compare':
        return html`<compare-panel .state=${s.comparison} @compare-former=${() => void this.compareFormer()}
          @compare-stop=${() => this.run.comparison.stop()}
          @compare-text=${(e: CustomEvent<string>) => void this.compareText(e.detail)}
          @compare-open=${(e: CustomEvent<CompareOpenDetail>) => void this.showDifference(e.detail)}></compare-panel>`
      case 'sandbox':
        return html`<sandbox-panel .health=${s.health} .origin=${this.run.connection.origin}
          .compiled=${s.compiled} .refused=${s.refused}></sandbox-panel>`
      default:
        return html`<problem-list .problems=${problems} .checked=${isChecked(s)}
          @problem-open=${(e: CustomEvent<Problem>) => this.openProblem(e.detail)}
          @problem-fix=${(e: CustomEvent<{ fix: Fix; file: string | undefined }>) => this.fix(e.detail.fix, e.detail.file)}></problem-list>`
    }
  }

  /**
   * Shows a pane where only one has room. In a wide window all are there, and a narrower one shows what it would have.
   */
  private showPane(pane: Pane): void {
    if (matchMedia('screen and (max-width: 47.5em)').matches) this.run.store.update({ pane })
  }

  /** Shows a tab, which the next visit shows too. */
  private showTab(tab: DockTab): void {
    this.run.store.update({ tab })
    this.layout.keepTab(tab)
  }

  /** Opens the panel at a tab. */
  private openTab(tab: DockTab): void {
    this.showTab(tab)
    this.showPane('problems')
    if (!this.layout.dockOpen) this.toggleDock()
  }

  private why(signal: string): void {
    this.openTab('why')
    void this.run.debugger.explain(signal)
  }

  /** Leaves the causes; the keyboard goes back to the circuit. */
  private endWhy(): void {
    this.run.debugger.endWhy()
    this.focusCircuit()
  }

  private breakAt(signal: string): void {
    this.openTab('debug')
    void this.run.debugger.add(signalOf(signal), 'change')
  }

  /** Repeats the run before the edit, and names the inputs that are gone. */
  private async keepRun(): Promise<void> {
    const missing = await this.run.comparison.keepRun()
    if (missing) {
      const gone =
        missing.length > 0 ? ` Left out is what was given to ${missing.join(', ')}: the circuit has it no more.` : ''
      this.run.session.say(`Your run was repeated on the edited circuit.${gone}`)
      this.focusCircuit()
    } else if (this.run.state.comparison.problem !== undefined)
      this.run.session.say(this.run.state.comparison.problem, 'bad')
  }

  private async compareFormer(): Promise<void> {
    this.openTab('compare')
    await this.run.comparison.withFormer()
  }

  /** Compares with a text that was pasted, or with that of a link. */
  private async compareText(pasted: string): Promise<void> {
    const opening = await openingOfPasted(pasted)
    if ('problem' in opening) this.run.comparison.refuse(opening.problem)
    else await this.run.comparison.withText(opening.text, 'the other text')
  }

  /** Selects a part by its path in the circuit, which may be between switches and lamps. */
  private showPart(path: string): void {
    this.showPane('circuit')
    const inside = this.run.slot?.compiled?.circuit?.nodes.some((n) => n.id === 'dut') === true
    this.stage?.show(inside ? joinPath(['dut', ...(splitPath(path) ?? [])]) : path)
    this.focusCircuit()
  }

  /** Goes to the cycle in which two circuits differ, and to the part that gives the signal. */
  private async showDifference({ cycle, signal }: CompareOpenDetail): Promise<void> {
    const inside = this.run.slot?.compiled?.circuit?.nodes.some((n) => n.id === 'dut') && !signal.startsWith('dut.')
    const names = splitPath(inside ? `dut.${signal}` : signal) ?? []
    this.stage?.show(joinPath(names.length > (inside ? 2 : 1) ? names.slice(0, -1) : names))
    await this.run.seek(cycle)
  }

  /** Goes to the cycle of a cause and selects the part that it is about. */
  private async showStep(step: WhyStepDetail): Promise<void> {
    if (step.node) this.stage?.show(step.node)
    await this.run.seek(step.cycle)
  }

  /** A tab opens the dock; the one that is open already closes it. */
  private chooseTab(tab: DockTab): void {
    const same = this.run.state.tab === tab
    this.showTab(tab)
    if (same || !this.layout.dockOpen) this.toggleDock()
  }

  private tabKey(event: KeyboardEvent, tab: DockTab): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = dockTabs[(dockTabs.indexOf(tab) + step + dockTabs.length) % dockTabs.length] ?? tab
    this.showTab(next)
    void this.updateComplete.then(() => focusInPlace(this.renderRoot.querySelector<HTMLElement>(`#tab-${next}`)))
  }

  /** Stays until the text is kept again. */
  private renderUnsaved() {
    return html`<div class="unsaved" role="alert">
      <span>This browser has no room for your text, or keeps none: it is lost when you close the tab. Take it along.</span>
      <button type="button" class="outlined" @click=${() => this.download()}>Download</button>
      <button type="button" class="outlined" @click=${() => this.share()}>Copy link</button>
    </div>`
  }

  /** The slot of the circuit of the text; a text that is not the circuit's has none. */
  private get settledSlot() {
    const { broken, foreign } = this.run.state
    return broken || foreign || this.run.session.awaiting ? undefined : this.run.slot
  }

  private download(): void {
    const { text, compiled } = this.run.state
    download(`${compiled?.main ?? 'circuit'}.ts`, new Blob([text], { type: 'text/plain' }))
  }

  private edited(text: string): void {
    this.endWelcome()
    const { session, store } = this.run
    if (store.state.text.trim() === '' && looksLikeVerilog(text))
      this.openImport(() => void this.verilog.list({ [pastedPath]: text }))
    this.keeper.edited(text, store.state.text)
    this.desk.librarySoon()
    const { kept, metAnotherTab } = this.router.edited(text, store.state.origin)
    if (metAnotherTab)
      session.say(
        'You edit in another tab, too. Each tab keeps its own text; of the two, a new tab opens the one that was edited last, and has the other under Examples.',
      )
    if (kept && store.state.unsaved) session.say('Your text is kept in this browser again.')
    store.update({ unsaved: !kept })
    session.edit(text)
    const example = exampleByText(text)?.id
    if (example !== undefined) store.update({ example })
  }

  private endWelcome(): void {
    if (!this.welcome) return
    this.welcome = false
    saveSetting('welcomed', 'yes')
    this.requestUpdate()
  }

  private openExample(id: string): void {
    const title = this.router.openExample(id)
    if (title === undefined) return
    this.run.session.say(`${title} is open. Back brings what you had before.`)
    this.focusCircuit()
  }

  /** Where the keyboard goes on when what had it is gone: P runs the circuit there. */
  private focusCircuit(): void {
    void this.updateComplete.then(() => focusInPlace(this.stage))
  }

  private openPrevious(): void {
    if (!this.router.openPrevious()) return
    this.run.session.say('Your earlier text is back. Back brings the other one again.')
    this.focusCircuit()
  }

  private openProblem(problem: Place): void {
    this.showPane('code')
    // The pane may only now become visible, and what is hidden takes no focus.
    void this.updateComplete.then(() => this.editor?.reveal(problem))
  }

  private fix(fix: Fix, file: string | undefined): void {
    this.showPane('code')
    void this.updateComplete.then(() => {
      if (!this.editor?.fix(fix, file))
        this.run.session.say('The text has changed there. Look at the problem once more.', 'bad')
    })
  }

  private rename(from: string, to: string): void {
    if (this.editor?.renameCircuit(from, to)) return
    this.run.session.say(`The name ${from} is put together in the text; change it there.`, 'bad')
  }

  /** Shows the circuit of a link as it was looked at. Breakpoints that do not fit it are left out. */
  private async showView(circuit: string): Promise<void> {
    const { view } = this
    if (!view || view.of !== this.run.state.text) return
    this.view = undefined
    if (view.engine > PROTOCOL_VERSION)
      this.run.session.say('A newer version of Simten made this link. Reload the page to get that, then open it again.')
    if (view.rows) this.rows.lend(circuit, view.rows)
    this.requestUpdate() // the canvas may only come with the circuit
    await this.updateComplete
    await this.stage?.updateComplete
    if (view.level.length > 0) this.stage?.enter(view.level)
    for (const { when, on } of view.breakpoints) await this.run.debugger.add(when, on)
  }

  /** How the circuit is looked at, as the text of a link. */
  private get viewText(): string | undefined {
    const { compiled, foreign, debug } = this.run.state
    if (!compiled || foreign) return undefined
    const breakpoints = debug.breakpoints.filter((b) => b.active && b.problem === undefined)
    const rows = this.rows.of(compiled.main)
    return viewText({
      level: this.stage?.level ?? [],
      rows: rows && [...rows],
      breakpoints,
      layout: this.arrangement,
    })
  }

  private share(short = false): void {
    const { text, lock } = this.run.state
    // Asked once somebody shares: few servers store circuits.
    if (!short && !this.storeAsked) {
      this.storeAsked = true
      void hasStore().then((stores) => {
        this.stores = stores
        this.requestUpdate()
      })
    }
    const run = this.settledSlot
    if (short) void this.links.shareShort(text, lock, run, this.viewText)
    else void this.links.share(text, lock, run, this.viewText)
  }

  private async shareAs({ form, cycles }: ShareAsDetail): Promise<void> {
    if (form === 'svg' || form === 'png' || form === 'gif') return this.pictures.save(form, cycles)
    if (form === 'file') return this.saveFile()
    if (form === 'html') return this.saveHtml()
    if (form === 'short') return this.share(true)
    if (form === 'verilog') return this.openExport()
    const { text, lock, compiled } = this.run.state
    const sandbox = this.run.connection.origin
    const picture = form === 'frame' ? undefined : await this.pictures.svg()
    if (form === 'markdown' && picture) download(picture.file, new Blob([picture.text], { type: 'image/svg+xml' }))
    const { arrangement: layout } = this
    const shared = { name: compiled?.main ?? '', text, sandbox, picture: picture?.text, file: picture?.file, layout }
    await this.links.copy(form, shared, lock)
  }

  private async saveFile(): Promise<void> {
    const { text, lock, compiled } = this.run.state
    const slot = this.settledSlot
    const [{ ending, writeFile }, { fileName }] = await Promise.all([
      import('../../share/simten-file.ts'),
      import('../../share/pictures.ts'),
    ])
    const run = slot && (await runText(slot))
    const name = fileName(compiled, ending.slice(1))
    download(name, new Blob([writeFile({ text, lock, run, view: this.viewText })], { type: 'application/zip' }))
    this.run.session.say(`${name} was saved. Drop it on this page to open it.`)
  }

  /** Saves the circuit as a page that runs from a disk. */
  private async saveHtml(): Promise<void> {
    const { session, slot, state } = this.run
    const { text, compiled, strict, broken, foreign } = state
    const refuse = (words: string) => session.say(words, 'bad')
    if (!slot || !compiled || broken || foreign || session.awaiting)
      return refuse('There is no circuit that runs. Mend the text first.')
    if (strict)
      return refuse(
        'The circuit of a stranger runs interpreted. Choose full speed first: the file holds compiled code.',
      )
    if (state.lock) return refuse('A circuit with packages needs the engine, which such a file does not hold.')
    try {
      const [{ htmlFile, pageScript }, { fileName }] = await Promise.all([
        import('../../share/html-file.ts'),
        import('../../share/pictures.ts'),
      ])
      const [precompiled, script, run] = await Promise.all([slot.precompile(text), pageScript(), runText(slot)])
      if (precompiled === '')
        return refuse(
          'This circuit needs the engine, which such a file does not hold: it shows texts, or a lambda cannot be compiled. Save it as .simten.',
        )
      const shared = { name: compiled.main ?? '', precompiled, layout: this.arrangement, run: sharedRun(run ?? '') }
      const name = fileName(compiled, 'html')
      download(name, new Blob([htmlFile(shared, script)], { type: 'text/html' }))
      session.say(`${name} was saved. Open it in any browser.`)
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error))
    }
  }

  /** Opens a file that was dropped on the page. */
  private async openFile(file: File): Promise<void> {
    const say = (text: string) => this.run.session.say(text, 'bad')
    try {
      const { readFile } = await import('../../share/simten-file.ts')
      if (file.size > maxDropped) return say('The file is larger than 4 MB.')
      const { text, lock, run, view } = readFile(new Uint8Array(await file.arrayBuffer()))
      const shared = { run: sharedRun(run ?? ''), view: sharedView(view ?? '') }
      this.router.openFile({
        text,
        ...(lock && { lock }),
        ...(shared.run && { run: shared.run }),
        ...(shared.view && { view: shared.view }),
      })
      this.focusCircuit()
    } catch (error) {
      say(error instanceof Error ? error.message : 'The file cannot be read.')
    }
  }

  /** A panel that takes files of its own has taken what was dropped on it. */
  private dropped(event: DragEvent): void {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (event.type !== 'drop') return
    const file = [...event.dataTransfer.files].find(({ name }) => name.toLowerCase().endsWith('.simten'))
    if (file) void this.openFile(file)
    else void this.takeFiles(event.dataTransfer)
  }

  private chooseTheme(theme: Theme): void {
    this.theme = theme
    applyTheme(theme)
    this.requestUpdate()
  }

  private moveSplit(value: number): void {
    this.layout.moveSplit(value)
    this.requestUpdate()
  }

  private moveDock(value: number): void {
    this.layout.moveDock(value)
    this.requestUpdate()
  }

  /** Does what a command of the page, or of its circuit, means. */
  private perform(command: CommandName): void {
    switch (command) {
      case 'wrap':
        this.showPane('code')
        this.toggleWrap()
        break
      case 'definition':
        void this.editor?.goToDefinition()
        break
      case 'rename':
        void this.editor?.renameHere()
        break
      case 'format':
        void this.editor?.format()
        break
      case 'unmove':
        this.unmove()
        break
      case 'share':
        this.share()
        break
      case 'download':
        this.download()
        break
      case 'importVerilog':
        this.openImport()
        break
      case 'exportVerilog':
        this.openExport()
        break
      case 'examples':
        this.renderRoot.querySelector<TopBar>('top-bar')?.openExamples()
        break
      case 'panel':
        this.toggleDock()
        break
      case 'theme':
        this.renderRoot.querySelector<TopBar>('top-bar')?.nextTheme()
        break
      default:
        this.stage?.perform(command)
    }
  }

  /** Adds a signal to the waveforms. */
  private watch(signal: string): void {
    this.openTab('wave')
    void customElements
      .whenDefined('circuit-wave')
      .then(() => this.updateComplete)
      .then(() => this.renderRoot.querySelector('circuit-wave')?.add(signal))
  }

  /** Wraps long lines of the text, or no more. */
  private toggleWrap(): void {
    this.wraps = !this.wraps
    saveSetting('wrap', this.wraps ? 'yes' : 'no')
    if (this.editor) this.editor.wraps = this.wraps
    this.run.session.say(this.wraps ? 'Long lines are wrapped.' : 'Long lines are not wrapped.')
  }

  private toggleDock(): void {
    this.layout.toggleDock()
    this.ghostsSoon()
    this.requestUpdate()
  }

  private key(event: KeyboardEvent): void {
    // CodeMirror has handled the key when the focus is in the text.
    if (event.defaultPrevented || this.palette.key(event)) return
    if (event.altKey && event.code === 'KeyZ' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      this.toggleWrap()
    }
    if (event.key === 'F8') {
      event.preventDefault()
      this.showPane('code')
      this.editor?.stepProblem(event.shiftKey ? -1 : 1)
    }
    const inText = event.composedPath().some((target) => target === this.editor)
    if (event.key === 'Escape' && !inText && this.causes(this.run.state)) {
      event.preventDefault()
      this.endWhy()
    }
    const undoes = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    const field = event.composedPath()[0] instanceof HTMLInputElement
    if (undoes && !inText && !field && this.unmove()) event.preventDefault()
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      this.run.session.say('Your text is kept in this browser with every edit. Share makes a link to it.')
    }
  }

  protected override updated(): void {
    // Through the object model, because the page's policy allows no style attributes.
    this.style.setProperty('--split', `${(this.layout.split * 100).toFixed(2)}%`)
    this.style.setProperty('--dock', `${((1 - this.layout.dock) * 100).toFixed(2)}%`)
  }
}

/** Whether what the page says of problems is about the text that it shows. */
function isChecked(s: AppState): boolean {
  return s.compiled !== undefined || s.broken || s.failure !== undefined || s.text.trim() === ''
}

customElements.define('simten-editor', EditorPage)
