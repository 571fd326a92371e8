import type { ErrorCode, ProtocolError } from '@simten/client/protocol.gen'
import { type Finding, type HangLocator, located } from './hang-locator.ts'
import type { Pending } from './pending.ts'
import type { Entered, Runner } from './runner.ts'
import type { SlotRecord } from './slot-record.ts'

/** The requests over which a worker was lost, while it is found out where it hung. Everything of its slot waits. */
export interface TracedReplay {
  slot: string
  /** The guilty request, undefined for a run. */
  id: number | undefined
  error: ProtocolError
  /** The cycle that was last announced before the worker was lost. */
  cycle: number
  /** The slot itself is in question, not a new source for it. */
  whole: boolean
  locator: HangLocator
}

/**
 * Whether the suspect of a lost worker is tried a second time, in a worker of its own: to find out where it hangs, or
 * that it was none of it.
 */
export function worthTrying(
  runner: Runner,
  suspect: Entered,
  guilty: Pending | undefined,
  record: SlotRecord | undefined,
  code: ErrorCode,
): boolean {
  // A replay needs what the lost worker alone knew, and a submission is judged once.
  if (code === 'ABORTED' || ['ask', 'replay', 'grade', 'precompile'].includes(guilty?.request.type ?? '')) return false
  if (guilty) return !guilty.acquitted && !guilty.sending
  return record?.running === true && record.mayBeTried(suspect.cycle, runner.now())
}

/** Whether a worker was lost over something that its engine tells of or hangs in, and did not just die. */
export const isHang = (runner: Runner, code: ErrorCode): boolean => code === 'TIMEOUT' || runner.gaveUp

/** The suspected request is done again, this once. */
export function acquit(guilty: Pending | undefined, record: SlotRecord | undefined, cycle: number, now: number): void {
  if (guilty) guilty.acquitted = true
  else record?.acquit(cycle, now)
}

/** The error of the request over which a worker was lost, and the cycle at which it stops, 0 when that is not known. */
export function verdict(replay: TracedReplay, finding: Finding): { error: ProtocolError; cycle: number } {
  if (finding.kind === 'found') return { error: located(replay.error, finding.place), cycle: finding.cycle }
  if (finding.kind === 'told' && finding.reply.error) {
    return { error: finding.reply.error, cycle: finding.reply.status?.cycle ?? 0 }
  }
  return { error: replay.error, cycle: 0 }
}
