import { fingerprint, type Given, type Slot, validate } from '../engine.ts'
import { loadSetting, safeSession, saveSetting } from './draft.ts'
import type { AppState } from './state.ts'
import type { Store } from './store.ts'

/** How a circuit ran when its page was left: enough to have it again, cycle by cycle. */
export interface KeptRun {
  /** Of which text. */
  readonly of: string
  /** The values that were set, and when; undefined when they were too many to be kept. */
  readonly given: readonly Given[] | undefined
  /** The inputs at the end, for a run whose way there is not known. */
  readonly inputs: Readonly<Record<string, number | string>>
  /** The last cycle, and the one that was shown. */
  readonly last: number
  readonly shown: number
  readonly running: boolean
  readonly speed: number
}

const key = 'run'

type Run = Pick<Slot, 'status' | 'log'>

/** Keeps the run of a text in the tab; nothing is kept of one that nobody has touched. */
export function keepRun(text: string, { status, log }: Run, storage = safeSession()): void {
  if (!status) return
  const { cycle, running, cyclesPerSecond: speed, history } = status
  const run: KeptRun = {
    of: fingerprint(text),
    given: log.list,
    inputs: log.last,
    last: history?.last ?? cycle,
    shown: cycle,
    running,
    speed,
  }
  saveSetting(key, JSON.stringify(run), storage)
}

/** The run of a text as it was kept; undefined when there is none, or nothing happened in it. */
export function keptRun(text: string, storage = safeSession()): KeptRun | undefined {
  try {
    const run: unknown = JSON.parse(loadSetting(key, storage) ?? 'null')
    if (!isRun(run) || run.of !== fingerprint(text)) return undefined
    return run.last > 0 || run.running || Object.keys(run.inputs).length > 0 ? run : undefined
  } catch {
    return undefined
  }
}

/** A kept run may be of an older page, and a link may hold anything. */
export function isRun(run: unknown): run is KeptRun {
  if (typeof run !== 'object' || run === null) return false
  const { of, given, inputs, last, shown, running, speed } = run as Record<string, unknown>
  const isCycle = (n: unknown) => Number.isSafeInteger(n) && (n as number) >= 0
  const entries =
    given === undefined ||
    (Array.isArray(given) && given.every((e) => isCycle(e?.at) && isValues(e?.values) && areDeposits(e?.deposits)))
  return (
    typeof of === 'string' &&
    entries &&
    isValues(inputs) &&
    isCycle(last) &&
    isCycle(shown) &&
    typeof running === 'boolean' &&
    typeof speed === 'number' &&
    speed >= 0
  )
}

function areDeposits(deposits: unknown): boolean {
  if (deposits === undefined) return true
  try {
    for (const deposit of deposits as Iterable<unknown>) validate('Deposit', deposit)
    return Array.isArray(deposits)
  } catch {
    return false
  }
}

function isValues(values: unknown): boolean {
  return (
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((v) => typeof v === 'number' || typeof v === 'string')
  )
}

/** Milliseconds between two times that a run is kept: a tab may crash. */
const often = 1_000

/**
 * Keeps the run of the page's circuit when the page is left, and now and then when the function that this gives is
 * called with every change of the run.
 */
export function keepRuns(store: Store<AppState>, slot: () => Slot | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = (): void => {
    clearTimeout(timer)
    timer = undefined
    const { text, broken, foreign, returning, compiled } = store.state
    const running = slot()
    // While a run is brought back, what was kept of it stays; so it does while the text is not that of the circuit.
    if (running && compiled && !broken && !foreign && !returning) keepRun(text, running)
  }
  window.addEventListener('pagehide', keep)
  return () => {
    timer ??= setTimeout(keep, often)
  }
}
