/** `<circuit-wave>`: the courses of signals over the cycles of a run, around the cycle that is shown. */

import type {
  Asking,
  FindQuestion,
  FindResult,
  ProtocolError,
  WaveQuestion,
  WaveResult,
} from '@simten/client/protocol.gen'
import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit'
import { frequency, grouped, type Value } from '../format/number.ts'
import type { CircuitSignalDetail } from '../inspector/circuit-inspector.ts'
import { buttonIcon, focusRing } from '../look.ts'
import { place, popoverStyles } from '../popover.ts'
import type { CompileResult, Status, Values } from '../protocol.ts'
import { type Course, type Curve, courseOf, curveOf, differences } from './course.ts'
import { draw, type Palette, type Picture, type RowPicture, TOKENS, type Type } from './drawing.ts'
import { nearestChange, surroundings } from './edges.ts'
import { MAX_DIAGRAM_CYCLES, MAX_TABLE_CYCLES } from './export.ts'
import './file-bar/file-bar.ts'
import type { FileAction } from './file-bar/file-bar.ts'
import { type FileKind, save } from './files.ts'
import { Loader, type Reading, type Wish } from './loader.ts'
import { Pointers } from './pointers.ts'
import { close, open, opensFiles, type Recording, recordingOf } from './recording.ts'
import './row-names/row-names.ts'
import type { RowMoveDetail, RowSettingsDetail } from './row-names/row-names.ts'
import './row-settings/row-settings.ts'
import type { RowAction } from './row-settings/row-settings.ts'
import {
  byPart,
  defaultRows,
  filePath,
  fileRow,
  folded,
  formatOf,
  groupsOf,
  inExpression,
  MAX_ROWS,
  memoryCells,
  type NameTable,
  plainName,
  questionName,
  type RowGroup,
  shownName,
  type WaveRowSetting,
  written,
} from './rows.ts'
import './signal-search/signal-search.ts'
import { waveStyles } from './styles.ts'
import { Tiles, tileRange } from './tiles.ts'
import {
  atEnd,
  clamp,
  cycleAt,
  type Extent,
  fit,
  levelOf,
  pan,
  range,
  reveal,
  START,
  type Viewport,
  xOf,
  zoom,
} from './viewport.ts'

/** Who knows the run; the client's Slot is such. */
export interface WaveSource {
  readonly status: Status | undefined
  readonly compiled: CompileResult | undefined
  readonly values: Values
  wave(question: WaveQuestion, options?: { signal?: AbortSignal }): Promise<WaveResult>
  find(question: FindQuestion, options?: { signal?: AbortSignal }): Promise<FindResult>
  seek(cycle: number): Promise<unknown>
  /** A value change dump as a Fast Signal Trace, in base64. */
  convert?(dump: string): Promise<string>
  on(event: 'frame' | 'status' | 'revived' | 'compiled', callback: () => void): () => void
  on(event: 'asking', callback: (asking: Asking) => void): () => void
}

/** Detail of `wave-rows`: the rows as they are now, to be saved. */
export interface WaveRowsDetail {
  rows: WaveRowSetting[]
}

/** A cycle of a signal that is marked. */
export interface WaveMark {
  signal: string
  cycle: number
}

/** Height of the ruler, in CSS pixels; that of the heads of the names. */
const RULER = 24
/** Height of a row, also for fingers. */
const ROW = 28
const ROW_COARSE = 36
/** A row that is drawn as a curve is so many times as high. */
const ANALOG = 2.5
/** Height of the name above a group of rows, in rows. */
const HEAD = 0.86
/** A narrower panel leaves things out, in CSS pixels. */
const NARROW = 560
/** A running circuit is asked about again after so many milliseconds, and the words beside it change as often. */
const AGAIN = 60
/** The text for readers of the screen follows the cursor after so many milliseconds. */
const SPOKEN = 300
/** The factor of one step of zooming. */
const ZOOM = 1.5

const icons = {
  before: svg`<path d="M2.5 12h4V4h7"/><path d="m10 9.5-2.5 2.5L10 14.5" transform="translate(3 -1.5)"/>`,
  after: svg`<path d="M2.5 12h4V4h7"/><path d="m10.5 8 2.5 2.5-2.5 2.5"/>`,
  group: svg`<path d="M2.5 4h11M5.5 8h8M5.5 12h8M2.5 6.5v6"/>`,
  out: svg`<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3 3M5 7h4"/>`,
  in: svg`<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3 3M5 7h4M7 5v4"/>`,
  fit: svg`<path d="M2.5 3.5v9M13.5 3.5v9M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2"/>`,
  end: svg`<path d="M3 8h8M8 5l3 3-3 3M13.5 3.5v9"/>`,
  file: svg`<path d="M8 2.5v7M5.2 7 8 9.8 10.8 7M3 11.5v2h10v-2"/>`,
  open: svg`<path d="M2 13V4h4l1.5 1.5H13V8M2 13l2.2-5H15l-2.2 5z"/>`,
}

/**
 * @fires wave-rows - {@link WaveRowsDetail}: the user has changed the rows
 * @fires circuit-why - {@link CircuitSignalDetail}: what made the value of a row is wanted
 * @fires circuit-break - {@link CircuitSignalDetail}: the run is to stop where a row changes
 * @fires circuit-error - `{error}`: a request failed
 */
export class CircuitWave extends LitElement {
  static override styles = [focusRing, buttonIcon, popoverStyles, waveStyles]

  static override properties = {
    source: { attribute: false },
    rows: { attribute: false },
    marks: { attribute: false },
    tables: { attribute: false },
    narrow: { type: Boolean, reflect: true },
    past: { type: Boolean, reflect: true },
    selected: { state: true },
    menu: { state: true },
    marker: { state: true },
    follow: { state: true },
    said: { state: true },
    filing: { state: true },
    dropping: { type: Boolean, reflect: true },
    state: { state: true },
  }

  /** The slot whose run is shown. (Not named `slot`: every element has a property of that name already.) */
  declare source: WaveSource | undefined
  /** The rows; the ports of the circuit when it is undefined. The owner of the panel saves them with the circuit. */
  declare rows: readonly WaveRowSetting[] | undefined
  /** Cycles of signals that are marked in their rows, such as the causes of a value. */
  declare marks: readonly WaveMark[]
  /** Tables of the text that can name the values of rows. */
  declare tables: readonly NameTable[]
  /** Little room. Set by the element itself. */
  declare narrow: boolean
  /** A cycle before the last one is shown. */
  declare past: boolean

  declare private selected: number
  declare private menu: number | undefined // the row whose settings are open
  declare private marker: number | undefined
  declare private follow: boolean // the end of the run stays in sight
  declare private said: string // for readers of the screen
  declare private filing: { busy: boolean; said: string; wrong: boolean } // what becomes of the file
  /** A file is held over the panel. Set by the element itself. */
  declare dropping: boolean
  declare private state: string // what the panel is: changes render it

  private view: Viewport = START
  private extent: Extent = { first: 0, last: 0 } // as drawn
  private fitted = false // the view was made for this run
  private width = 0
  private height = 0
  private row = ROW
  private readonly tiles = new Tiles()
  private readonly loader = new Loader(
    this.tiles,
    (question, options) => this.source?.wave(question, options) ?? Promise.reject(new Error('There is no run.')),
    () => this.loaded(),
  )
  private pointers: Pointers | undefined
  private prepared: HTMLCanvasElement | undefined // that has pointers
  private unsubscribe: (() => void)[] = []
  private resize: ResizeObserver | undefined
  private theme: MutationObserver | undefined
  private readonly media: MediaQueryList[] = []
  private frame = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private speech: ReturnType<typeof setTimeout> | undefined
  private searches = 0 // for changes; only the last one counts
  private describing = false
  private sought: number | undefined // the cycle that is on its way
  private asked = Number.NEGATIVE_INFINITY // when a running circuit was asked about last
  private rest = AGAIN // how long it is left alone then
  private upcoming: { view: Viewport; extent: Extent } | undefined // shown when its tiles are there
  private branch = '' // tells one past from another
  private shown: number | undefined // the cycle that was shown last
  private palette: Palette | undefined
  private type: Type = { mono: 'monospace', text: 'sans-serif', size: 12, advance: 7 }
  private drawn: { rows: Map<string, { key: string; course?: Course; curve?: Curve }>; version: number } = {
    rows: new Map(),
    version: 0,
  }
  private design: object | undefined // of which names are known
  private known: { names: string[]; paths: Map<string, string> } = { names: [], paths: new Map() }
  private cells: readonly string[] | undefined // names, and cells of memories
  private usual: readonly WaveRowSetting[] = []
  private recording: Recording | undefined
  private merged: { of: readonly WaveRowSetting[]; version: number; rows: readonly WaveRowSetting[] } | undefined
  private readonly compared = new WeakMap<Course, { with: Course; differs: readonly number[] }>()

  constructor() {
    super()
    this.narrow = false
    this.past = false
    this.marks = []
    this.tables = []
    this.selected = 0
    this.follow = true
    this.said = ''
    this.state = ''
    this.filing = { busy: false, said: '', wrong: false }
    this.dropping = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.resize = new ResizeObserver(() => this.measure())
    this.resize.observe(this)
    this.theme = new MutationObserver(() => this.recolour())
    this.theme.observe(document.documentElement, { attributes: true })
    const root = this.getRootNode()
    if (root instanceof ShadowRoot) this.theme.observe(root.host, { attributes: true })
    for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']) {
      const list = matchMedia(query)
      list.addEventListener('change', this.recolour)
      this.media.push(list)
    }
    for (const name of ['dragenter', 'dragover', 'dragleave', 'drop']) this.addEventListener(name, this.drag)
    this.subscribe()
  }

  /** A move by `moveBefore` changes nothing. */
  connectedMoveCallback(): void {}

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.resize?.disconnect()
    this.theme?.disconnect()
    for (const list of this.media.splice(0)) list.removeEventListener('change', this.recolour)
    for (const end of this.unsubscribe) end()
    this.unsubscribe = []
    for (const name of ['dragenter', 'dragover', 'dragleave', 'drop']) this.removeEventListener(name, this.drag)
    this.recording?.loader.stop()
    this.loader.stop()
    cancelAnimationFrame(this.frame)
    this.frame = 0
    clearTimeout(this.timer)
    clearTimeout(this.speech)
    this.timer = undefined
  }

  /** The rows that are shown. */
  get list(): readonly WaveRowSetting[] {
    const of = this.rows ?? this.usual
    const { recording } = this
    if (!recording) return of
    if (this.merged?.of !== of || this.merged.version !== recording.version) {
      this.merged = { of, version: recording.version, rows: recording.merged(of) }
    }
    return this.merged.rows
  }

  override willUpdate(changes: PropertyValues): void {
    if (changes.has('source') && this.isConnected) this.subscribe()
    if (this.selected >= this.list.length) this.selected = Math.max(0, this.list.length - 1)
    if (changes.has('selected') || changes.has('rows')) this.speak()
  }

  override updated(): void {
    const canvas = this.canvas
    if (canvas && canvas !== this.prepared) {
      this.prepared = canvas
      this.pointers = new Pointers(canvas, RULER, {
        seek: (x) => void this.seek(cycleAt(this.view, x, this.whole)),
        mark: (x) => this.mark(cycleAt(this.view, x, this.whole)),
        selectAt: (y) => {
          this.selected = this.rowAt(y) ?? this.selected
        },
        pan: (pixels) => this.panBy(pixels),
        zoom: (factor, x) => this.zoomBy(factor, x),
        choose: (from, to) => {
          const [a, b] = [cycleAt(this.view, from, this.whole), cycleAt(this.view, to, this.whole)]
          this.show(range(this.whole, Math.min(a, b), Math.max(a, b), this.width))
        },
        redraw: () => this.soon(),
      })
      const scroll = this.renderRoot.querySelector('.scroll')
      if (scroll) this.resize?.observe(scroll)
    }
    this.renderRoot.querySelector<HTMLElement>('.names')?.style.setProperty('--row', `${this.row}px`)
    this.renderRoot.querySelector<HTMLElement>('.names')?.style.setProperty('--analog', String(ANALOG))
    this.renderRoot.querySelector<HTMLElement>('.names')?.style.setProperty('--head', String(HEAD))
    this.measure()
    this.soon()
  }

  private get canvas(): HTMLCanvasElement | null {
    return this.renderRoot.querySelector('canvas')
  }

  // The run

  private subscribe(): void {
    for (const end of this.unsubscribe) end()
    const { source } = this
    this.unsubscribe = source
      ? [
          source.on('status', () => this.told()),
          source.on('frame', () => this.told(true)),
          source.on('revived', () => this.again()),
          source.on('compiled', () => this.compiled()),
          source.on('asking', ({ done }) => {
            this.loader.heard()
            this.progress(done)
          }),
        ]
      : []
    this.design = undefined
    this.hold(recordingOf(source))
    this.another()
    this.compiled()
  }

  /** Another circuit runs, or the same one with another text. */
  private compiled(): void {
    const compiled = this.source?.compiled
    this.usual = defaultRows(compiled)
    // Names may have changed even where the run goes on.
    if (compiled?.kept === true) this.loader.replaced()
    else this.another()
    this.matchAgain()
    this.drawn.version++
    this.told()
    this.requestUpdate()
  }

  /** Nothing that was known of the run holds. */
  private another(): void {
    this.loader.replaced()
    this.drawn.rows.clear()
    this.upcoming = undefined
    this.sought = undefined
    this.shown = undefined
    this.fitted = false
    this.follow = true
    this.marker = undefined
    this.branch = ''
    this.soon()
  }

  /** The run is another one, of the same circuit. */
  private again(): void {
    this.loader.branched()
    this.upcoming = undefined
    this.sought = undefined
    this.matchAgain()
    this.drawn.version++
    this.told()
  }

  /** The status, and with it perhaps the past, has changed; or the values of the cycle that is shown. */
  private told(values = false): void {
    const status = this.source?.status
    const history = status?.history
    if (history) {
      const branch = JSON.stringify(history.undo ?? null)
      const now = this.upcoming?.extent ?? this.extent
      if (this.fitted && (history.last < now.last || branch !== this.branch)) {
        this.loader.branched()
        this.upcoming = undefined
        this.drawn.version++
      } else if (values && !status.running && status.cycle >= history.last) this.loader.stale()
      this.branch = branch
    }
    if (status && this.sought === status.cycle) this.sought = undefined
    this.past = history !== undefined && (status?.cycle ?? 0) < history.last
    this.state = this.condition()
    this.soon()
  }

  /** Whether there is a circuit, a clock and a run; the panel tells which of them is missing. */
  private condition(): 'nothing' | 'still' | 'begins' | 'run' {
    const { status, compiled } = this.source ?? {}
    if (!compiled?.design) return 'nothing'
    if (!compiled.design.sequential || !status?.history) return 'still'
    return status.history.last === 0 ? 'begins' : 'run'
  }

  /** An answer is there. */
  private loaded(): void {
    this.progress(1)
    this.drawn.version++
    if (this.upcoming && !this.loader.busy) {
      this.view = this.upcoming.view
      this.extent = this.upcoming.extent
      this.upcoming = undefined
      // A question that takes long is asked more seldom, so that the run keeps half of its time.
      const took = performance.now() - this.asked
      this.rest = took < 2 * AGAIN ? AGAIN : 2 * took
    }
    if (this.loader.failure !== undefined || this.list.some((r) => this.problem(r.signal) !== undefined))
      this.requestUpdate()
    this.soon()
  }

  private progress(part: number): void {
    const bar = this.renderRoot.querySelector<HTMLElement>('.progress')
    bar?.style.setProperty('--part', part >= 1 || !this.loader.busy ? '0' : String(Math.max(0.02, part)))
  }

  /** At most one drawing for each frame of the display. */
  private soon(): void {
    if (this.frame !== 0 || !this.isConnected) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.advance()
      this.paint()
    })
  }

  /** Goes with the run, and asks for what is missing. */
  private advance(): void {
    const status = this.source?.status
    const history = status?.history
    if (!history || this.width < 1) return
    const extent = { first: history.first, last: history.last }
    const now = performance.now()
    if (!this.fitted) {
      this.fitted = true
      this.upcoming = undefined
      this.extent = extent
      this.view = fit(this.whole, this.width)
    }
    if (this.follow && status.running) {
      // Until its tiles are there the picture stays, so that nothing flickers at any speed.
      if (this.loader.busy || this.upcoming) return
      if (this.waits(this.rest - (now - this.asked))) return
      this.asked = now
      this.upcoming = { view: atEnd(this.view, extent, this.width), extent }
      this.loader.want(this.wish(this.upcoming.view, extent))
      this.wantFile(this.upcoming.view)
      if (!this.loader.busy) this.loaded()
      return
    }
    this.upcoming = undefined
    const grown = extent.last !== this.extent.last
    this.extent = extent
    this.view = clamp(this.view, this.whole, this.width)
    if (this.follow && grown && !this.past) this.view = atEnd(this.view, extent, this.width)
    const cycle = this.cursor
    if (cycle !== this.shown && !status.running && !this.pointers?.active) {
      if (this.shown !== undefined) this.view = reveal(this.view, cycle, this.whole, this.width)
      this.speak()
    }
    this.shown = cycle
    if (status.running && this.waits(AGAIN - (now - this.asked))) return
    this.asked = now
    this.loader.want(this.wish(this.view, extent))
    this.wantFile(this.view)
  }

  /** The cycles that can be seen: those of the run, and those of the file. */
  private get whole(): Extent {
    const { extent } = this
    const file = this.recording?.extent
    return file ? { first: Math.min(extent.first, file.first), last: Math.max(extent.last, file.last) } : extent
  }

  /** Gets what is missing of the file. */
  private wantFile(view: Viewport): void {
    const { recording } = this
    const extent = recording?.extent
    if (recording && extent) recording.loader.want(this.wish(view, extent, true))
  }

  /** Draws again in so many milliseconds; false when there is nothing to wait for. */
  private waits(milliseconds: number): boolean {
    if (milliseconds <= 0) return false
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.soon()
    }, milliseconds)
    return true
  }

  /** The window of the run, or of the file, that is wanted. */
  private wish(view: Viewport, extent: Extent, file = false): Wish {
    const level = levelOf(view)
    const { first, last } = tileRange(view, this.width, level, extent)
    const running = this.source?.status?.running === true
    const rows = this.visible()
      .map((i) => this.list[i])
      .filter((row) => (filePath(row?.signal ?? '') !== undefined) === file)
    const signals = rows.map((row) => row?.signal ?? '')
    const { cursor } = this
    const seen = view.from <= extent.last && view.from + this.width * view.scale >= extent.first
    const read = file ? cursor >= extent.first && cursor <= extent.last : !running
    return {
      signals: seen ? [...new Set(signals)] : [],
      curves: rows.flatMap((row) => (row?.analog ? [row.signal] : [])),
      level,
      first,
      last,
      extent,
      ahead: !running,
      ...(read && { reading: { cycle: cursor, signals: signals.filter((s) => !this.live(s)) } }),
    }
  }

  /** The cycle of the cursor: the one that is shown, or that is on its way. */
  private get cursor(): number {
    const cycle = this.sought ?? this.source?.status?.cycle ?? 0
    return Math.max(this.extent.first, Math.min(cycle, this.extent.last))
  }

  // Names of signals

  private names(): { names: string[]; paths: Map<string, string> } {
    const design = this.source?.compiled?.design
    if (design && this.design !== design) {
      this.design = design
      const paths = new Map<string, string>()
      for (const { path } of design.signals) paths.set(questionName(path), path)
      this.known = { names: [...paths.keys()], paths }
      this.cells = undefined
    }
    return this.known
  }

  private readonly isName = (signal: string): boolean => this.names().paths.has(signal)

  /** Names that can be searched: signals, and the memories of which cells can be rows. */
  private findable(): readonly string[] {
    const { names } = this.names()
    const compiled = this.source?.compiled
    this.cells ??= compiled ? [...names, ...memoryCells(compiled)] : names
    const { recording } = this
    if (!recording) return this.cells
    return [...this.cells, ...recording.result.signals.map(({ path }) => fileRow(path))]
  }

  /** The value of a signal in the cycle that is shown, if that is what the cursor is at. */
  private live(signal: string): Reading | undefined {
    const { source } = this
    const path = this.names().paths.get(signal)
    if (!source || path === undefined || source.status?.cycle !== this.cursor) return undefined
    const net = source.values.net(path)
    if (net === undefined) return undefined
    const width = source.values.width(net)
    return { value: width <= 53 ? source.values.number(net) : source.values.bigint(net), width }
  }

  private reading(signal: string): Reading | undefined {
    const { recording, cursor } = this
    if (filePath(signal) !== undefined) return recording?.loader.reading(signal, cursor, levelOf(this.view))
    return this.live(signal) ?? this.loader.reading(signal, cursor, levelOf(this.view))
  }

  /** Why a row cannot be shown. */
  private problem(signal: string): ProtocolError | undefined {
    if (filePath(signal) === undefined) return this.loader.errors.get(signal)
    return this.recording ? this.recording.loader.errors.get(signal) : noFile
  }

  private widthOf(signal: string): number | undefined {
    const { recording } = this
    return (filePath(signal) === undefined ? this.loader : recording?.loader)?.widths.get(signal)
  }

  private changeRows(list: WaveRowSetting[]): void {
    const selected = list[this.selected]?.signal
    const rows = this.recording ? this.recording.parted(list, this.list) : list
    this.rows = rows
    const at = this.list.findIndex((r) => r.signal === selected)
    if (at >= 0) this.selected = at
    this.dispatchEvent(
      new CustomEvent<WaveRowsDetail>('wave-rows', { detail: { rows }, bubbles: true, composed: true }),
    )
  }

  /** Shows one more row; a signal or an expression. */
  add(signal: string): void {
    const text = signal.trim()
    if (text === '' || text.length > 10_000 || this.list.length >= MAX_ROWS) return
    const there = this.list.findIndex((r) => r.signal === text)
    if (there < 0) this.changeRows([...this.list, { signal: text }])
    this.selected = Math.max(
      0,
      this.list.findIndex((r) => r.signal === text),
    )
    void this.updateComplete.then(() => this.showRow(this.selected))
  }

  private removeRow(index: number): void {
    this.changeRows(this.list.filter((_, i) => i !== index))
    this.settings?.close()
  }

  private moveRow(index: number, to: number): void {
    const rows = [...this.list]
    const [row] = rows.splice(index, 1)
    const at = Math.max(0, Math.min(to, rows.length))
    if (!row || at === index) return
    rows.splice(at, 0, row)
    this.selected = at
    if (this.menu === index) this.menu = at
    this.changeRows(rows)
  }

  private do(deed: RowAction): void {
    const index = this.menu
    if (index === undefined) return
    if ('change' in deed) this.changeRows(this.list.map((row, i) => (i === index ? deed.change : row)))
    else if ('move' in deed) this.moveRow(index, index + deed.move)
    else if ('ask' in deed) {
      const signal = this.list[index]?.signal ?? ''
      const detail: CircuitSignalDetail = { signal: this.names().paths.get(signal) ?? signal }
      this.dispatchEvent(new CustomEvent(`circuit-${deed.ask}`, { detail, bubbles: true, composed: true }))
    } else this.removeRow(index)
  }

  private async openSettings({ row, anchor }: RowSettingsDetail): Promise<void> {
    this.selected = row
    this.menu = row
    await this.updateComplete
    await this.settings?.updateComplete
    this.settings?.open(anchor)
  }

  private get settings() {
    return this.renderRoot.querySelector('row-settings')
  }

  // Geometry

  /** The rows as they belong together: one of the file is where the one of the run is. */
  private get grouping(): readonly WaveRowSetting[] {
    const { list, recording } = this
    return recording ? list.map((r) => ({ ...r, signal: recording.matchOf(r.signal) ?? r.signal })) : list
  }

  /** The groups, by the rows that they begin with. */
  private get groups(): Map<number, RowGroup> {
    return new Map(groupsOf(this.grouping).map((group) => [group.first, group]))
  }

  /** Rows that are folded away. */
  private get foldedAway(): Set<number> {
    const hidden = new Set<number>()
    for (const { first, count, folded: away } of groupsOf(this.grouping))
      for (let i = first; away && i < first + count; i++) hidden.add(i)
    return hidden
  }

  private heightOf(row: WaveRowSetting): number {
    return row.analog ? this.row * ANALOG : this.row
  }

  private get tops(): number[] {
    const tops = [RULER]
    const { groups, foldedAway: hidden } = this
    this.list.forEach((row, i) => {
      const head = groups.has(i) ? this.row * HEAD : 0
      tops.push((tops.at(-1) ?? 0) + head + (hidden.has(i) ? 0 : this.heightOf(row)))
    })
    return tops
  }

  private get scrolled(): number {
    return this.renderRoot.querySelector('.scroll')?.scrollTop ?? 0
  }

  /** Rows in sight. */
  private visible(): number[] {
    const { tops, scrolled, foldedAway: hidden } = this
    return this.list
      .map((_, i) => i)
      .filter(
        (i) =>
          !hidden.has(i) &&
          (tops[i + 1] ?? 0) > scrolled + RULER &&
          (tops[i] ?? 0) < scrolled + Math.max(this.height, this.row),
      )
  }

  private rowAt(y: number): number | undefined {
    const at = this.tops.findIndex((top) => top > y + this.scrolled)
    return y < RULER || at < 1 ? undefined : at - 1
  }

  private showRow(index: number): void {
    const scroll = this.renderRoot.querySelector('.scroll')
    const { tops } = this
    if (!scroll) return
    const top = (tops[index] ?? 0) - RULER
    const bottom = tops[index + 1] ?? 0
    if (scroll.scrollTop > top) scroll.scrollTop = top
    else if (scroll.scrollTop + this.height < bottom) scroll.scrollTop = bottom - this.height
  }

  private measure(): void {
    this.narrow = this.clientWidth > 0 && this.clientWidth < NARROW
    this.row = matchMedia('(pointer: coarse)').matches ? ROW_COARSE : ROW
    const scroll = this.renderRoot.querySelector('.scroll')
    const canvas = this.canvas
    if (!scroll || !canvas) return
    const width = canvas.parentElement?.clientWidth ?? 0
    const height = scroll.clientHeight
    const ratio = globalThis.devicePixelRatio || 1
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (canvas.width === w && canvas.height === h && this.width === width) return
    canvas.width = w
    canvas.height = h
    canvas.style.height = `${height}px`
    this.width = width
    this.height = height
    this.soon()
  }

  private readonly recolour = (): void => {
    this.palette = undefined
    this.soon()
  }

  /** The colours and fonts of the tokens as they are now. */
  private look(context: CanvasRenderingContext2D): Palette {
    if (this.palette) return this.palette
    const probe = this.renderRoot.querySelector<HTMLElement>('.probe')
    const style = probe && getComputedStyle(probe)
    const palette = {} as Palette
    for (const token of TOKENS) {
      probe?.style.setProperty('color', `var(--st-${token})`)
      palette[token] = style?.color || '#888'
    }
    const mono = style?.getPropertyValue('--st-mono').trim() || 'monospace'
    const size = Number.parseFloat(style?.fontSize ?? '') || 12
    context.font = `${size}px ${mono}`
    this.type = { mono, size, text: style?.fontFamily || 'sans-serif', advance: context.measureText('0').width || 7 }
    this.palette = palette
    return palette
  }

  // The picture

  private picture(palette: Palette, rows: readonly number[], height: number, offset: number): Picture {
    const { tops, groups } = this
    const head = (i: number) => (groups.has(i) ? this.row * HEAD : 0)
    return {
      width: this.width,
      height,
      ruler: RULER,
      view: this.view,
      extent: this.whole,
      rows: rows.map((i) => this.rowPicture(i, (tops[i] ?? 0) + head(i) - offset)),
      cursor: this.cursor,
      marker: this.marker,
      past: this.past,
      chosen: this.pointers?.chosen,
      palette,
      type: this.type,
    }
  }

  private rowPicture(index: number, top: number): RowPicture {
    const row = this.list[index] ?? { signal: '' }
    const base = {
      name: shownName(row.signal),
      top,
      height: this.heightOf(row),
      format: formatOf(row, this.tables),
      colour: row.colour ?? (filePath(row.signal) === undefined ? undefined : 'accent'),
      selected: index === this.selected,
      problem: this.problem(row.signal)?.message,
      marks: this.marksOf(row.signal),
    }
    if (base.problem !== undefined) return base
    const known = this.courseOf(row)
    return { ...base, course: known.course, curve: known.curve, differs: this.differences(row.signal, known.course) }
  }

  /** The drawn part of a row. */
  private courseOf(row: WaveRowSetting): { course?: Course; curve?: Curve } {
    const { recording } = this
    const file = filePath(row.signal) !== undefined
    const extent = file ? recording?.extent : this.extent
    const tiles = file ? recording?.tiles : this.tiles
    if (!extent || !tiles) return {}
    const level = levelOf(this.view)
    const { first, last } = tileRange(this.view, this.width, level, extent)
    const curved = row.analog === true && this.widthOf(row.signal) !== 1
    const read = curved ? `${row.radix}${row.point}` : ''
    const key = `${this.drawn.version}:${level}:${first}:${last}:${curved}:${read}`
    let known = this.drawn.rows.get(row.signal)
    if (known?.key !== key) {
      const pieces = tiles.pieces(row.signal, level, first, last)
      known = { key, ...(curved ? { curve: curveOf(pieces, row) } : { course: courseOf(pieces) }) }
      this.drawn.rows.set(row.signal, known)
    }
    return known
  }

  /** Where a row of the file differs from that of the run. */
  private differences(signal: string, course: Course | undefined): readonly number[] | undefined {
    const match = this.recording?.matchOf(signal)
    const row = match && course && this.list.find((r) => plainName(r.signal) === plainName(match))
    const other = row && this.courseOf({ signal: row.signal }).course
    if (!course || !other) return undefined
    let known = this.compared.get(course)
    if (known?.with !== other) {
      known = { with: other, differs: differences(other, course) }
      this.compared.set(course, known)
    }
    return known.differs
  }

  private marksOf(signal: string): readonly number[] | undefined {
    if (this.marks.length === 0) return undefined
    const name = plainName(signal)
    const net = this.netOf(signal)
    const same = (mark: string): boolean => plainName(mark) === name || (net !== undefined && this.netOf(mark) === net)
    return this.marks.filter((m) => same(m.signal)).map((m) => m.cycle)
  }

  /** The net of a signal by its name in questions: signals that are wired together are one. */
  private netOf(signal: string): number | undefined {
    const { paths } = this.names()
    const path = paths.get(signal) ?? paths.get(`dut.${signal}`)
    return path === undefined ? undefined : this.source?.values.net(path)
  }

  private paint(): void {
    this.readOut()
    const canvas = this.canvas
    const context = canvas?.getContext?.('2d')
    if (!canvas || !context || this.width < 1) return
    const ratio = canvas.width / this.width
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    draw(context, this.picture(this.look(context), this.visible(), this.height, this.scrolled))
  }

  /** Writes the values of the cursor's cycle beside the names. */
  private readOut(): void {
    const { cursor } = this
    const head = this.renderRoot.querySelector('.head b')
    if (head && this.state !== '') write(head, grouped(cursor))
    const measure = this.renderRoot.querySelector('.measure')
    if (measure) {
      write(measure, this.measured())
      measure.classList.toggle('bad', this.failure !== undefined)
    }
    this.renderRoot.querySelector('row-names')?.write(this.visible(), (signal) => this.reading(signal))
  }

  private get failure(): Error | undefined {
    const failure = this.loader.failure ?? this.recording?.loader.failure
    return failure instanceof Error ? failure : undefined
  }

  private measured(): string {
    const { marker, cursor } = this
    const failure = this.failure
    if (failure) return failure.message
    if (marker === undefined) return ''
    const between = Math.abs(cursor - marker)
    if (between === 0) return `Marker at ${grouped(marker)}`
    const speed = this.source?.status?.cyclesPerSecond ?? 0
    const hertz = speed > 0 ? ` = ${frequency(speed / between)} at ${frequency(speed)}` : ''
    return `Δ ${grouped(between)} ${between === 1 ? 'cycle' : 'cycles'} · 1/${grouped(between)} of the clock${hertz}`
  }

  // Going through the run

  private async seek(cycle: number): Promise<void> {
    const { source, extent } = this
    const to = Math.max(extent.first, Math.min(cycle, extent.last))
    if (!source || to === this.cursor) return
    this.sought = to
    this.soon()
    try {
      await source.seek(to)
    } catch (error) {
      this.fail(error)
    }
    if (this.sought === to) this.sought = undefined
    this.soon()
  }

  private fail(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code === 'ABORTED') return
    this.dispatchEvent(new CustomEvent('circuit-error', { detail: { error }, bubbles: true, composed: true }))
  }

  /** Goes to the previous or the next change of the row that is selected. */
  async edge(forward: boolean): Promise<void> {
    const row = this.list[this.selected]
    const { source, cursor } = this
    if (!row || !source) return
    const search = ++this.searches
    try {
      const cycle = await nearestChange(this.findIn(row), this.expression(row), cursor, forward, this.extentOf(row))
      if (search !== this.searches) return
      if (cycle !== undefined) await this.seek(cycle)
      else this.said = `${shownName(row.signal)}: no ${forward ? 'later' : 'earlier'} change`
    } catch (error) {
      if (search === this.searches) this.fail(error)
    }
  }

  private expression({ signal }: WaveRowSetting): string {
    return filePath(signal) ?? inExpression(signal, this.isName(signal))
  }

  private extentOf({ signal }: WaveRowSetting): Extent {
    return (filePath(signal) !== undefined && this.recording?.extent) || this.extent
  }

  /** Searches the run, or the file for a row of it. */
  private findIn({ signal }: WaveRowSetting): (question: FindQuestion) => Promise<FindResult> {
    const file = filePath(signal) !== undefined
    return (question) =>
      this.source?.find(file ? { ...question, file } : question) ?? Promise.reject(new Error('There is no run.'))
  }

  /** Has the text for readers of the screen follow the cursor and the row. */
  private speak(): void {
    clearTimeout(this.speech)
    this.speech = setTimeout(() => void this.describe(), SPOKEN)
  }

  private async describe(): Promise<void> {
    const { source, cursor } = this
    const row = this.list[this.selected]
    if (!row || !source || source.status?.running || (this.renderRoot as ShadowRoot).activeElement === null) return
    const problem = this.problem(row.signal)
    if (problem) {
      this.said = `${shownName(row.signal)}: ${problem.message}`
      return
    }
    if (this.describing) {
      this.speak()
      return
    }
    this.describing = true
    try {
      const around = await surroundings(this.findIn(row), this.expression(row), cursor, this.extentOf(row))
      const reading = this.reading(row.signal)
      if (reading && cursor === this.cursor && row === this.list[this.selected]) {
        const value = reading.unknown ? 'x' : written(reading.value, reading.width, formatOf(row, this.tables))
        const of = filePath(row.signal) === undefined ? '' : ` of ${this.recording?.name}`
        this.said = `${shownName(row.signal)}${of}: value ${value} in cycle ${cursor}, ${around}`
      }
    } catch {
      // The picture says what could not be asked.
    }
    this.describing = false
  }

  private show(view: Viewport, follows = false): void {
    this.view = view
    this.upcoming = undefined
    this.follow = follows
    this.soon()
  }

  private zoomBy(factor: number, x?: number): void {
    const { whole, width } = this
    const at = x ?? Math.max(0, Math.min(width, xOf(this.view, this.cursor + 0.5)))
    this.show(zoom(this.view, at, factor, whole, width), this.follow)
  }

  private panBy(pixels: number): boolean {
    const view = pan(this.view, pixels, this.whole, this.width)
    if (view.from === this.view.from) return false
    const end = atEnd(view, this.extent, this.width)
    this.show(view, view.from >= end.from)
    return true
  }

  private fitAll(): void {
    this.show(fit(this.whole, this.width), this.follow)
  }

  private toEnd(): void {
    this.show(atEnd(this.view, this.extent, this.width), true)
  }

  private mark(cycle: number): void {
    this.marker = this.marker === cycle ? undefined : cycle
    this.soon()
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const { cursor, extent } = this
    const keys: Record<string, () => void> = {
      ArrowLeft: () => (e.shiftKey ? void this.edge(false) : void this.seek(cursor - 1)),
      ArrowRight: () => (e.shiftKey ? void this.edge(true) : void this.seek(cursor + 1)),
      ArrowUp: () => this.select(this.selected - 1),
      ArrowDown: () => this.select(this.selected + 1),
      PageUp: () => this.panBy(-this.width * 0.9),
      PageDown: () => this.panBy(this.width * 0.9),
      Home: () => {
        this.show({ ...this.view, from: extent.first })
        void this.seek(extent.first)
      },
      End: () => {
        this.toEnd()
        void this.seek(extent.last)
      },
      '+': () => this.zoomBy(1 / ZOOM),
      '=': () => this.zoomBy(1 / ZOOM),
      '-': () => this.zoomBy(ZOOM),
      0: () => this.fitAll(),
      m: () => this.mark(cursor),
      d: () => void this.difference(!e.shiftKey),
      Escape: () => {
        this.marker = undefined
        this.pointers?.cancel()
      },
      Delete: () => this.removeRow(this.selected),
    }
    const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key]
    if (!act || (e.key.toLowerCase() === 'd' && !this.recording)) return
    if (e.key === 'Escape' && this.marker === undefined && !this.pointers?.active) return
    e.preventDefault()
    e.stopPropagation()
    act()
    this.soon()
  }

  private select(index: number): void {
    const { foldedAway: hidden } = this
    let to = index
    while (hidden.has(to)) to += index < this.selected ? -1 : 1
    if (to >= 0 && to < this.list.length) this.selected = to
    this.showRow(this.selected)
  }

  // Files

  private async save(kind: FileKind): Promise<void> {
    const { source, extent, view, width } = this
    this.renderRoot.querySelector<HTMLElement>('.export')?.hidePopover?.()
    if (!source) return
    try {
      await save(kind, {
        name: `${source.compiled?.main ?? 'circuit'}-waves`,
        circuit: source.compiled?.main ?? 'circuit',
        rows: this.list.filter((r) => filePath(r.signal) === undefined && !this.loader.errors.has(r.signal)),
        from: cycleAt(view, 0, extent),
        to: cycleAt(view, width, extent),
        extent,
        wave: (question) => source.wave(question),
        convert: source.convert?.bind(source),
        sheet: (context) => {
          const palette = this.look(context)
          context.font = `${this.type.size}px ${this.type.text}`
          const widest = Math.max(60, ...this.list.map((r) => context.measureText(shownName(r.signal)).width))
          const rows = this.list.map((_, i) => i).filter((i) => !this.foldedAway.has(i))
          const picture = this.picture(palette, rows, this.tops.at(-1) ?? RULER, 0)
          // A saved picture does not show the selection.
          const plain = { ...picture, rows: picture.rows.map((row) => ({ ...row, selected: false })) }
          return { picture: plain, names: Math.ceil(widest) + 22 }
        },
      })
    } catch (error) {
      this.fail(error)
    }
  }

  /** Shows another file, or none. */
  private hold(recording: Recording | undefined): void {
    if (this.recording !== recording) {
      this.recording?.loader.stop()
      this.filing = { busy: false, said: '', wrong: false }
    }
    if (!recording) this.filing = { busy: false, said: '', wrong: false }
    this.recording = recording
    recording?.heardBy(() => this.loaded())
    this.drawn.version++
    this.soon()
    this.requestUpdate()
  }

  /** The circuit is another one, or its worker is: the file has to be matched with it. */
  private matchAgain(): void {
    const { recording } = this
    if (recording) void this.filed(async () => recording.again(), '')
  }

  /** Does something with the file, and tells what came of it. */
  private async filed(act: () => Promise<unknown>, done: string | (() => string)): Promise<void> {
    this.filing = { busy: true, said: '', wrong: false }
    try {
      await act()
      this.filing = { busy: false, said: typeof done === 'string' ? done : done(), wrong: false }
    } catch (error) {
      const given = error instanceof Error && 'code' in error && error.code === 'ABORTED'
      const said = given || !(error instanceof Error) ? '' : error.message
      this.filing = { busy: false, said, wrong: said !== '' }
    }
    this.drawn.version++
    this.soon()
    this.requestUpdate()
  }

  /** Opens a recorded wave beside the run. */
  async openFile(file: File): Promise<void> {
    const { source } = this
    if (!opensFiles(source)) return
    await this.filed(async () => {
      const recording = await open(source, file)
      if (this.source !== source) return
      this.hold(recording)
      this.fitted = false
    }, '')
  }

  private readonly act = ({ detail }: CustomEvent<FileAction>): void => {
    const { source, recording } = this
    if (!opensFiles(source) || !recording) return
    switch (detail.do) {
      case 'close':
        this.hold(undefined)
        void close(source).catch((error: unknown) => this.fail(error))
        return
      case 'next':
      case 'previous':
        void this.difference(detail.do === 'next')
        return
      case 'add':
        this.add(fileRow(detail.path))
        return
      case 'match':
        void this.filed(() => recording.again(detail.matching), '')
        return
    }
    let left: string[] = []
    let unknown: readonly string[] = []
    void this.filed(
      async () => {
        const result = await source.replayFile()
        left = result.missing
        unknown = result.unknown ?? []
        await recording.again()
      },
      () =>
        [
          'The run has the inputs of the file now; Undo brings the other one back.',
          left.length > 0 && `Not in the file: ${left.join(', ')}.`,
          unknown.length > 0 && `0 where the file has x or z: ${unknown.join(', ')}.`,
        ]
          .filter(Boolean)
          .join(' '),
    )
  }

  /** Goes to the nearest cycle in which the run and the file differ in one of the rows. */
  private async difference(forward: boolean): Promise<void> {
    const { recording, extent, cursor } = this
    if (!recording || this.filing.busy) return
    const pairs = this.list.flatMap((row) => {
      const file = filePath(row.signal) === undefined ? recording.rowOf(row.signal) : undefined
      return file === undefined ? [] : [{ signal: row.signal, file }]
    })
    let said = `No ${forward ? 'later' : 'earlier'} difference in these rows.`
    await this.filed(
      async () => {
        const found = await recording.difference(pairs, cursor, forward, extent)
        if (!found) return
        const at = this.list.findIndex((r) => r.signal === found.signal)
        const row = this.list[at]
        if (!row) return
        const value = (v: number | string) => written(asValue(v), found.width, formatOf(row, this.tables))
        said = `Cycle ${grouped(found.cycle)}: ${shownName(found.signal)} is ${value(found.left)}, in the file ${value(found.right)}.`
        this.select(at)
        await this.seek(found.cycle)
        this.showRow(at + 1) // the one of the file is below
      },
      () => said,
    )
  }

  /** A file is held over the panel, or let go. */
  private readonly drag = (event: Event): void => {
    const e = event as DragEvent
    if (!opensFiles(this.source) || !this.runs || !e.dataTransfer?.types.includes('Files')) return
    e.preventDefault()
    e.stopPropagation()
    if (e.type === 'dragleave' && e.relatedTarget instanceof Node && this.contains(e.relatedTarget)) return
    this.dropping = e.type === 'dragenter' || e.type === 'dragover'
    const file = e.type === 'drop' ? e.dataTransfer.files[0] : undefined
    if (file) void this.openFile(file)
  }

  /** There is a run, which a file can stand beside. */
  private get runs(): boolean {
    const state = this.condition()
    return state === 'begins' || state === 'run'
  }

  // Rendering

  override render(): TemplateResult {
    const state = this.condition()
    if (state === 'nothing') {
      return html`<div
        class="empty"><b>No circuit runs yet</b><span>Write one, or open an example: its signals appear here, cycle by cycle.</span></div>`
    }
    if (state === 'still') {
      return html`<div
        class="empty"><b>No clock, no waves</b><span>The outputs of this circuit follow its inputs at once. With a register in it, every cycle appears here.</span></div>`
    }
    return html`
      ${this.renderBar()}
      ${this.renderFile()}
      <div class="scroll" @scroll=${() => this.soon()}>
        <div class="names">
          <div class="head"><span>Cycle</span><b></b></div>
          <row-names
            .rows=${this.list}
            .selected=${this.selected}
            .problems=${this.problems}
            .known=${this.isRow}
            .origin=${this.recording?.name ?? ''}
            .tables=${this.tables}
            ?brief=${this.narrow}
            @row-select=${(e: CustomEvent<number>) => this.select(e.detail)}
            .groups=${this.groups}
            @row-fold=${({ detail }: CustomEvent<RowGroup>) => this.changeRows(folded(this.list, detail, !detail.folded))}
            @row-move=${({ detail }: CustomEvent<RowMoveDetail>) => this.moveRow(detail.from, detail.to)}
            @row-remove=${(e: CustomEvent<number>) => this.removeRow(e.detail)}
            @row-settings=${(e: CustomEvent<RowSettingsDetail>) => void this.openSettings(e.detail)}
          ></row-names>
        </div>
        <div class="picture">
          <canvas
            tabindex="0"
            role="img"
            aria-label="Waveforms"
            aria-describedby="said help"
            @keydown=${this.key}
            @focus=${() => this.speak()}
          ></canvas>
          <div class="progress"></div>
          ${
            state === 'begins' && !this.recording?.extent
              ? html`<div class="hint">Run or step the circuit: every cycle appears here.</div>`
              : this.list.length === 0
                ? html`<div
                  class="hint">Add a signal by its name, or an expression such as <kbd>count === 3</kbd>.</div>`
                : nothing
          }
        </div>
      </div>
      <row-settings
        .row=${this.list[this.menu ?? -1]}
        .tables=${this.tables}
        ?bit=${this.widthOf(this.list[this.menu ?? -1]?.signal ?? '') === 1}
        ?signal=${this.isName(this.list[this.menu ?? -1]?.signal ?? '')}
        ?first=${this.menu === 0}
        ?last=${this.menu === this.list.length - 1}
        @row-deed=${(e: CustomEvent<RowAction>) => this.do(e.detail)}
      ></row-settings>
      ${this.renderExport()}
      <p id="said" class="unseen" aria-live="polite">${this.said}</p>
      <p id="help" class="unseen">
        Left and right: one cycle. With Shift: to the previous or next change of the selected signal. Up and down: select a
        signal. Plus, minus, 0: zoom. M: marker. Home and End: first and last cycle. D and Shift+D: next and previous
        difference from the file that is open.
      </p>
      <span class="probe"></span>
    `
  }

  private renderBar(): TemplateResult {
    const tool = (label: string, icon: unknown, act: () => void, more = '') =>
      html`<button class=${more} title=${label} aria-label=${label.replace(/ \(.*/, '')} @click=${act}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${icon}</svg>
      </button>`
    return html`<div class="bar">
      <signal-search
        .names=${() => this.findable()}
        ?brief=${this.narrow}
        @signal-chosen=${(e: CustomEvent<string>) => this.add(e.detail)}
      ></signal-search>
      <span class="measure" role="status"></span>
      <div class="tools" role="group" aria-label="Picture">
        ${tool('Previous change of the selected signal (Shift+Left)', icons.before, () => void this.edge(false))}
        ${tool('Next change of the selected signal (Shift+Right)', icons.after, () => void this.edge(true))}
        ${tool('Group the rows by part', icons.group, () => this.changeRows(byPart(this.list)), 'secondary')}
        ${tool('Zoom out (−)', icons.out, () => this.zoomBy(ZOOM), 'secondary')}
        ${tool('Zoom in (+)', icons.in, () => this.zoomBy(1 / ZOOM), 'secondary')}
        ${tool('Show the whole run (0)', icons.fit, () => this.fitAll())}
        <button
          class="toggle"
          title="Stay at the end of the run (End)"
          aria-label="Stay at the end of the run"
          aria-pressed=${this.follow}
          @click=${() => (this.follow ? this.show(this.view) : this.toEnd())}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">${icons.end}</svg>
        </button>
        ${opensFiles(this.source) ? tool('Open a recorded wave: VCD or FST', icons.open, () => this.choose()) : nothing}
        <button title="Save the picture or its values" aria-label="Save the picture or its values"
          aria-haspopup="dialog"
          @click=${(e: Event) => {
            const menu = this.renderRoot.querySelector<HTMLElement>('.export')
            if (menu) place(menu, e.currentTarget as Element)
          }}>
          <svg viewBox="0 0 16 16" aria-hidden="true">${icons.file}</svg>
        </button>
      </div>
    </div>`
  }

  private readonly isRow = (signal: string): boolean => filePath(signal) !== undefined || this.isName(signal)

  private get problems(): Map<string, ProtocolError> {
    return new Map([...this.loader.errors, ...(this.recording?.loader.errors ?? [])])
  }

  private choose(): void {
    this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click()
  }

  private renderFile(): TemplateResult {
    const { recording, filing } = this
    const chosen = (e: Event): void => {
      const input = e.target as HTMLInputElement
      const file = input.files?.[0]
      input.value = ''
      if (file) void this.openFile(file)
    }
    const input = html`<input type="file" hidden accept=".vcd,.fst,.gz" aria-label="Recorded wave" @change=${chosen} />`
    if (recording) {
      return html`${input}<file-bar .name=${recording.name} .result=${recording.result} ?busy=${filing.busy}
        .said=${filing.said} ?wrong=${filing.wrong} @file-action=${this.act}></file-bar>`
    }
    return html`${input}${
      filing.busy || filing.said
        ? html`<p class=${filing.wrong ? 'filing bad' : 'filing'}
          role=${filing.wrong ? 'alert' : 'status'}>${filing.busy ? 'Opening the file…' : filing.said}
            ${
              filing.busy
                ? nothing
                : html`<button aria-label="Dismiss"
              @click=${() => this.hold(undefined)}>×</button>`
            }</p>`
        : nothing
    }`
  }

  private renderExport(): TemplateResult {
    const cycles = (limit: number) => html`<small>up to ${grouped(limit)} cycles</small>`
    return html`<div class="export" popover role="dialog" aria-label="Save">
      <button @click=${() => this.save('png')}>PNG <small>the picture</small></button>
      <button @click=${() => this.save('svg')}>SVG <small>the picture</small></button>
      <button @click=${() => this.save('csv')}>CSV ${cycles(MAX_TABLE_CYCLES)}</button>
      <button @click=${() => this.save('vcd')}>VCD ${cycles(MAX_TABLE_CYCLES)}</button>
      ${
        this.source?.convert
          ? html`<button
        @click=${() => this.save('fst')}>FST ${cycles(MAX_TABLE_CYCLES)}</button>`
          : nothing
      }
      <button @click=${() => this.save('json')}>WaveDrom JSON ${cycles(MAX_DIAGRAM_CYCLES)}</button>
    </div>`
  }
}

/** The text in a row of a file that is not open. */
const noFile: ProtocolError = { code: 'INVALID_REQUEST', message: 'The file is not open.' }

/** A value as it travels. */
const asValue = (value: number | string): Value => (typeof value === 'number' ? value : BigInt(value))

/** Writes a text where it differs; true when it did. */
function write(place: Element, text: string): boolean {
  if (place.textContent === text) return false
  place.textContent = text
  return true
}

if (!customElements.get('circuit-wave')) customElements.define('circuit-wave', CircuitWave)

declare global {
  interface HTMLElementTagNameMap {
    'circuit-wave': CircuitWave
  }
}
