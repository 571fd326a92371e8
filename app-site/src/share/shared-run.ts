import type { Slot } from '../engine.ts'
import { isRun, type KeptRun } from '../state/kept-run.ts'

/** A run that a link carries: what was set and when, the cycle that was shown, and how to know that cycle again. */
export interface SharedRun extends KeptRun {
  /** Fingerprint of the complete state of the cycle that was shown; absent where it was not known. */
  readonly digest: string | undefined
}

/** The digest of a state is waited for so long, in milliseconds: a browser lets a page copy only soon after a press. */
const digestWithin = 1_500

/** Cycles of a run that a link may ask for: whoever opens it waits for them. */
const maxCycles = 1_000_000_000

/** The part of a slot that sharing its run needs. */
export type Shareable = Pick<Slot, 'status' | 'log'> & Partial<Pick<Slot, 'digest'>>

/**
 * The run of a slot as the text of a link; undefined for one in which nothing happened, or of which it is not known how
 * it came about.
 */
export async function runText(slot: Shareable): Promise<string | undefined> {
  const { status, log } = slot
  const given = log.list
  if (!status || !given) return undefined
  const shown = status.cycle
  const last = status.running ? shown : (status.history?.last ?? shown)
  if (last === 0 && given.length === 0) return undefined
  // A run that goes on is at another cycle already; what it was at this one can still be asked.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), digestWithin)
  const digest = await slot.digest?.(shown, { signal: late.signal }).catch(() => undefined)
  clearTimeout(timer)
  return JSON.stringify({ given, last, shown, digest })
}

/** Reads the run of a link; undefined for a text that is none. */
export function sharedRun(text: string): SharedRun | undefined {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null) return undefined
  const { digest, ...rest } = read as Record<string, unknown>
  const run = { ...rest, of: '', inputs: {}, running: false, speed: 0 }
  if (!isRun(run) || run.given === undefined || run.last > maxCycles || run.shown > run.last) return undefined
  return { ...run, digest: typeof digest === 'string' ? digest : undefined }
}
