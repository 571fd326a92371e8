import { type CompileResult, keepLayouts, type Slot } from '../engine.ts'
import { layoutsOf } from '../examples/layouts.ts'
import type { SharedRun } from '../share/shared-run.ts'
import { Comparison } from './comparison.ts'
import { Connection } from './connect.ts'
import { Debugger } from './debugger.ts'
import { safeStorage } from './draft.ts'
import { keepRuns, keptRun } from './kept-run.ts'
import { KeptLayouts } from './layouts.ts'
import { keepFilesOf } from './offline.ts'
import { Pictures } from './pictures.ts'
import { Session } from './session.ts'
import { type AppState, initialState, looksAlike } from './state.ts'
import { Store } from './store.ts'

/** How long a circuit stays until its picture is kept, in milliseconds. */
export const pictureAfter = 500

/** A page that shows a run. */
export interface RunView {
  /** The state looks otherwise than before. The status of the run alone is none: it changes with every frame. */
  changed(state: Readonly<AppState>, previous: Readonly<AppState>): void
  /** The slot is there, and has no circuit yet. */
  connected(): void
  /** The values of nets have changed. */
  frame(): void
  /** The browser has lost its network. */
  offline?(): void
}

/**
 * The one circuit of a page and its run: the state that the page shows, the session that compiles its text, the
 * connection to the sandbox in which it runs, questions about the run, and what the browser keeps of it between visits.
 */
export class PageRun {
  readonly store = new Store<AppState>(initialState)
  readonly session = new Session(this.store, keptRun)
  readonly connection: Connection
  readonly debugger = new Debugger((debug) => this.store.update({ debug }))
  readonly comparison = new Comparison((comparison) => this.store.update({ comparison }))
  private readonly pictures = new Pictures(safeStorage())

  constructor(private readonly view: RunView) {
    this.connection = new Connection(this.store, this.session, () => this.connected())
  }

  get state(): Readonly<AppState> {
    return this.store.state
  }

  get slot(): Slot | undefined {
    return this.connection.slot
  }

  /**
   * Begins to show the run. `opening` is the text that will be opened, if that is known already. A page that is of no use
   * without its server has `offline` false: the browser then does not keep its files.
   */
  start(opening: string | undefined, offline = true): void {
    keepLayouts(new KeptLayouts(safeStorage(), () => this.store.state.text, opening))
    this.store.update({ online: navigator.onLine })
    this.store.subscribe((state, previous) => {
      if (!looksAlike(state, previous)) this.view.changed(state, previous)
    })
    this.connection.onStatus = keepRuns(this.store, () => this.slot)
    this.connection.onFrame = () => this.view.frame()
    if (offline) keepFilesOf(this.store, this.session, this.connection)
    window.addEventListener('online', () => this.store.update({ online: true }))
    window.addEventListener('offline', () => {
      this.store.update({ online: false })
      this.view.offline?.()
    })
  }

  /** Opens another text, whose circuit begins a new run, or repeats that of a link. */
  open(
    { text, origin, example }: Pick<AppState, 'text' | 'origin' | 'example'>,
    lock: AppState['lock'],
    run?: SharedRun,
    offered?: Readonly<Record<string, number | string>>,
  ): void {
    void layoutsOf(text) // while it is compiled
    this.session.open(text, { origin, example }, lock, run, offered)
  }

  /** Draws what is known of the text before the engine is there. */
  showPicture(): void {
    this.pictures.show(this.store)
  }

  /** Keeps the picture of a circuit, so that the next visit draws it before it can run it. That can wait. */
  keepPicture(text: string, compiled: CompileResult): void {
    setTimeout(() => this.store.state.compiled === compiled && this.pictures.keep(text, compiled), pictureAfter)
  }

  /** Shows a cycle of the past, if the run has one. */
  async seek(cycle: number): Promise<void> {
    const { slot } = this
    if (slot?.status?.history) await slot.seek(cycle).catch((error: unknown) => this.session.stopped(error))
  }

  private connected(): void {
    const { slot } = this
    if (slot) {
      this.debugger.attach(slot)
      this.comparison.attach(slot)
    }
    this.view.connected()
  }
}
