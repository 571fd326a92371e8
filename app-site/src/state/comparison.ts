import type { CompareResult, Slot } from '../engine.ts'
import { granted } from './grant.ts'

/** The run before an edit, which can be repeated. */
export interface Former {
  /** The cycle that was shown. */
  readonly cycle: number
  readonly last: number
}

/** How far the run differs from that of another text. */
export interface Difference {
  /** The other text, in words. */
  readonly other: string
  readonly result: CompareResult
}

export interface ComparisonState {
  /** Offered after an edit, until it is repeated or refused. */
  readonly former: Former | undefined
  /** There is a text from before the edit. */
  readonly hasBefore: boolean
  readonly difference: Difference | undefined
  /** The work that is under way, in words. */
  readonly busy: string | undefined
  readonly problem: string | undefined
}

/** Nothing is compared yet. */
export const noComparison: ComparisonState = {
  former: undefined,
  hasBefore: false,
  difference: undefined,
  busy: undefined,
  problem: undefined,
}

/** The part of a Slot that is needed. */
export type Compared = Pick<Slot, 'status' | 'compiled' | 'formerSource' | 'replay' | 'compare' | 'pause'>

/** Signals that are listed at most. */
const MAX_SIGNALS = 100

/** Repeats the run before an edit, and finds where two circuits differ that are given the same. */
export class Comparison {
  private current = noComparison
  private slot: Compared | undefined
  private question: AbortController | undefined

  /** Called after every change of the state. */
  constructor(private readonly changed: (state: ComparisonState) => void) {}

  attach(slot: Compared): void {
    this.slot = slot
  }

  /** Another circuit runs. */
  recompiled(): void {
    this.question?.abort()
    const { compiled, formerSource } = this.slot ?? {}
    const former = compiled?.design?.sequential && !compiled.kept ? compiled.former : undefined
    this.update({ former, hasBefore: formerSource !== undefined, difference: undefined, problem: undefined })
  }

  /** The run before the edit is not wanted. */
  dismiss(): void {
    this.update({ former: undefined })
  }

  /** Gives up what is under way. */
  stop(): void {
    this.question?.abort()
  }

  /**
   * Repeats the run before the edit. Gives the names of what the circuit does not have any more; undefined: it failed.
   */
  async keepRun(): Promise<string[] | undefined> {
    const answer = await this.ask('Repeating the run before the edit…', async (slot, signal) => {
      if (slot.status?.running) await slot.pause()
      return slot.replay({ signal })
    })
    if (answer) this.update({ former: undefined })
    return answer?.missing
  }

  /** Compares with the text before the edit, whose run is repeated first. */
  async withFormer(): Promise<void> {
    const source = this.slot?.formerSource?.source
    if (source === undefined) return
    const { former } = this.current
    if (former && (this.slot?.status?.history?.last ?? 0) < former.last && !(await this.keepRun())) return
    await this.withText(source, 'the text before the edit')
  }

  /** Compares with the circuit of another text. */
  async withText(source: string, other: string): Promise<void> {
    const result = await this.ask(`Comparing with ${other}…`, (slot, signal) =>
      slot.compare(
        { compile: { source, file: 'circuit.ts', harness: true, grant: granted }, limit: MAX_SIGNALS },
        { signal },
      ),
    )
    if (result) this.update({ difference: { other, result } })
  }

  /** Why nothing can be compared with, such as a link that cannot be read. */
  refuse(problem: string): void {
    this.update({ problem })
  }

  private async ask<A>(
    words: string,
    question: (slot: Compared, signal: AbortSignal) => Promise<A>,
  ): Promise<A | undefined> {
    const { slot } = this
    if (!slot) return undefined
    this.question?.abort()
    const mine = new AbortController()
    this.question = mine
    this.update({ busy: words, problem: undefined })
    try {
      const answer = await question(slot, mine.signal)
      return this.question === mine ? answer : undefined
    } catch (error) {
      const { message, advice, code } = error as { message?: string; advice?: string; code?: string }
      if (this.question === mine && code !== 'ABORTED')
        this.update({ problem: [message, advice].filter(Boolean).join(' ') })
      return undefined
    } finally {
      if (this.question === mine) {
        this.question = undefined
        this.update({ busy: undefined })
      }
    }
  }

  private update(patch: Partial<ComparisonState>): void {
    this.current = { ...this.current, ...patch }
    this.changed(this.current)
  }
}
