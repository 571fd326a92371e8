import type { ChangesQuestion, ChangesResult, Deposit, InspectResult } from '@simten/client/protocol.gen'

/** Who knows what a node remembers, and can overwrite it; the client's Slot is such. */
export interface Memories {
  inspect(node: string, first?: number, options?: { cells?: number }): Promise<InspectResult>
  /** Overwrites registers and memories in the cycle that is shown. Without it nothing can be edited. */
  deposit?(deposits: Deposit[]): Promise<unknown>
  /** Differences between two cycles. */
  changes?(question: ChangesQuestion): Promise<ChangesResult>
  readonly status?: { readonly cycle: number; readonly running: boolean } | undefined
}

/** Whether what is remembered can be edited now: while the run stands. */
export const editable = (memories: Memories | undefined): boolean =>
  memories?.deposit !== undefined && memories.status?.running !== true
