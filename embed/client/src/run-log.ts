import type { Deposit } from './protocol.gen.ts'

/**
 * The values that were set in a run, with their cycles. With the source it gives the run again, because the engine is
 * deterministic.
 */
export interface Given {
  readonly at: number
  readonly values: Readonly<Record<string, number | string>>
  /** Registers and memories that were overwritten after the values were set. */
  readonly deposits?: readonly Deposit[]
}

/** Entries and characters of a log; a longer one is not kept. */
const MAX_ENTRIES = 5_000
const MAX_CHARACTERS = 200_000

/** The inputs of a run, as far as they led to its present. */
export class RunLog {
  private entries: Given[] = []
  /** The log before the last step out of the past, which undo brings back. */
  private aside: Given[] | undefined
  private characters = 0
  private incomplete = false

  /** Everything that was given, in order; undefined when it is not known, or too much. */
  get list(): readonly Given[] | undefined {
    return this.incomplete ? undefined : this.entries
  }

  /** The last value of every name. */
  get last(): Record<string, number | string> {
    return Object.assign({}, ...this.entries.map((e) => e.values))
  }

  /** A log that goes its own ways. */
  copy(): RunLog {
    const copy = new RunLog()
    copy.entries = [...this.entries]
    copy.characters = this.characters
    copy.incomplete = this.incomplete
    return copy
  }

  /** The run is that of another log, but for what the circuit does not have; of an unknown log nothing is known. */
  repeat(of: RunLog | undefined, missing: readonly string[]): void {
    this.aside = this.entries
    this.entries = []
    for (const { at, values } of of?.entries ?? []) {
      const had = Object.entries(values).filter(([name]) => !missing.includes(name))
      if (had.length > 0) this.entries.push({ at, values: Object.fromEntries(had) })
    }
    this.characters = of?.characters ?? 0
    this.incomplete = of?.incomplete ?? true
  }

  /** Another circuit. */
  clear(): void {
    this.entries = []
    this.aside = undefined
    this.characters = 0
    this.incomplete = false
  }

  set(at: number, values: Given['values']): void {
    this.leavePast(at)
    const last = this.entries.at(-1)
    if (last?.at === at && !last.deposits)
      this.entries[this.entries.length - 1] = { at, values: { ...last.values, ...values } }
    else this.entries.push({ at, values })
    this.grow(JSON.stringify(values).length)
  }

  /** Registers and memories were overwritten. */
  deposit(at: number, deposits: readonly Deposit[]): void {
    this.leavePast(at)
    this.entries.push({ at, values: {}, deposits })
    this.grow(deposits.reduce((n, d) => n + (d.cells?.length ?? 0) + 40, 0))
  }

  private grow(characters: number): void {
    this.characters += characters
    if (this.entries.length <= MAX_ENTRIES && this.characters <= MAX_CHARACTERS) return
    this.incomplete = true
    this.entries = [{ at: 0, values: this.last }]
    this.characters = 0
  }

  /** The run goes on from a cycle: what was given after it belongs to cycles that are set aside now. */
  leavePast(at: number): void {
    if (!this.entries.some((e) => e.at > at)) return
    this.aside = this.entries
    this.entries = this.entries.filter((e) => e.at <= at)
  }

  /** The run begins anew, with the inputs as they are. */
  reset(): void {
    const values = this.last
    this.aside = this.entries
    this.entries = Object.keys(values).length > 0 ? [{ at: 0, values }] : []
    this.characters = JSON.stringify(values).length
    this.incomplete = false
  }

  undo(): void {
    const { aside } = this
    if (aside) {
      this.aside = this.entries
      this.entries = aside
    }
  }

  /** A state was brought back that no input leads to. */
  lose(): void {
    this.incomplete = true
  }
}
