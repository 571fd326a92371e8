import type { CompileResult, Diagnostic, Health, Lock, Progress, Status } from '../engine.ts'
import { type ComparisonState, noComparison } from './comparison.ts'
import { type DebugState, noQuestions } from './debugger.ts'
import type { Problem } from './problems.ts'

/** The pane that is shown below 760 px. */
export type Pane = 'code' | 'circuit' | 'problems'

/** The dock: problems of the text, waveforms, breakpoints and search, causes of a value, output, the sandbox. */
export type DockTab = 'problems' | 'wave' | 'console' | 'debug' | 'why' | 'compare' | 'sandbox'

/** Something that the sandbox refused, for developers. */
export interface Refused {
  readonly code: string
  readonly message: string
  readonly advice: string
  readonly count: number
}

/** Where the text in the editor came from. It becomes a draft with the first edit. */
export type TextOrigin = 'draft' | 'example' | 'link'

/** Everything that the page shows, apart from the values of the nets (those change too often) and the cursor. */
export interface AppState {
  readonly text: string
  readonly origin: TextOrigin
  /** Id of the example that is open and unchanged. */
  readonly example: string | undefined
  /** The text is a stranger's: its circuit is interpreted only, until the user asks for full speed. */
  readonly strict: boolean

  readonly health: Health
  /** `slow` from 300 ms on: only then it is worth a word. */
  readonly compiling: 'no' | 'yes' | 'slow'
  /** How far a slow compile has come. */
  readonly progress: Progress | undefined
  /** The last good compile: what is drawn and what runs. */
  readonly compiled: CompileResult | undefined
  /** The newest text's circuit when it cannot run, to show where its problem is: a loop that does not settle. */
  readonly faulty: CompileResult | undefined
  /**
   * `compiled` belongs to another text, or to what the text was before most of it was replaced: it is no picture of the
   * text.
   */
  readonly foreign: boolean
  /** The picture until something has been compiled, from the text that was opened; it does not run. */
  readonly picture: CompileResult | undefined
  /** The newest text gave no circuit, so `compiled` belongs to an older text. */
  readonly broken: boolean
  /** Diagnostics of the newest compile and of its runs. */
  readonly diagnostics: readonly Diagnostic[]
  /** Problems of the newest text that was compiled, errors first. */
  readonly problems: readonly Problem[]
  /** Type errors of the newest text; none until the type checker is loaded. */
  readonly types: readonly Problem[]
  /** A run or request that was stopped; cleared by the next good compile, reset or run. */
  readonly failure: Problem | undefined
  /** Where the run is; changes with every frame, and nothing that is rendered depends on it. */
  readonly status: Status | undefined
  /** The lock of the text's imports; it goes into links with the text. */
  readonly lock: Lock | undefined
  /** A run is brought back to where it was before the page was loaded; told when that takes long. */
  readonly returning: { readonly cycle: number; readonly of: number } | undefined
  /** Packages of npm that the newest compile waits for. */
  readonly fetching: readonly string[]

  /** Breakpoints, searches, and the causes that are shown. */
  readonly debug: DebugState
  /** The run before an edit, and where two circuits differ. */
  readonly comparison: ComparisonState
  readonly pane: Pane
  /** The tab that the dock shows. */
  readonly tab: DockTab
  /** Messages that the sandbox refused and actions that its policy blocked, newest last; equal ones are counted. */
  readonly refused: readonly Refused[]
  /** No sandbox can be at the address that the page's server names. */
  readonly misplaced: boolean
  readonly online: boolean
  /** The browser keeps the files of both origins, so that a visit works without a network. */
  readonly worksOffline: boolean
  /** Another release is there; taking it loads the page again. */
  readonly newRelease: (() => void) | undefined
  /** The file that the page follows has changed, and the text has edits. */
  readonly changedFile: ChangedFile | undefined
  /** The browser keeps the text no more: its storage is full, or forbidden. */
  readonly unsaved: boolean
  /** Last thing that screen readers are told. */
  readonly notice: Notice | undefined
  /** Last thing that nothing else on the page shows; shown for a moment. */
  readonly toast: Notice | undefined
}

/** A text of a file on the disk that the page has not taken. */
export interface ChangedFile {
  readonly name: string
  take(): void
}

/** A short message; `id` tells two equal ones apart. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: 'info' | 'bad'
}

export const initialState: AppState = {
  text: '',
  origin: 'draft',
  example: undefined,
  strict: false,
  health: { state: 'loading' },
  compiling: 'no',
  progress: undefined,
  compiled: undefined,
  faulty: undefined,
  foreign: false,
  picture: undefined,
  broken: false,
  diagnostics: [],
  problems: [],
  types: [],
  failure: undefined,
  status: undefined,
  lock: undefined,
  returning: undefined,
  fetching: [],
  debug: noQuestions,
  comparison: noComparison,
  pane: 'circuit',
  tab: 'problems',
  refused: [],
  misplaced: false,
  online: true,
  worksOffline: false,
  newRelease: undefined,
  changedFile: undefined,
  unsaved: false,
  notice: undefined,
  toast: undefined,
}

/** Whether two states look alike: they differ in the status of the run at most, which the canvas and the clock show. */
export function looksAlike(a: Readonly<AppState>, b: Readonly<AppState>): boolean {
  return (Object.keys(a) as (keyof AppState)[]).every((key) => key === 'status' || Object.is(a[key], b[key]))
}
