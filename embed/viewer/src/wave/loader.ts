/**
 * Gets what the picture lacks: one question at a time, for what is shown now. Which cycles a run has changes while
 * questions are under way, so every answer is taken as the cycles that it says it has.
 */
import type { ProtocolError, WaveQuestion, WaveResult } from '@simten/client/protocol.gen'
import type { Value } from '../format/number.ts'
import { cellBytes, decode, type Track } from './decode.ts'
import { COLUMNS, type Tile, type Tiles, tileCycles } from './tiles.ts'
import type { Extent } from './viewport.ts'

/** The part of the run that the picture shows. */
export interface Wish {
  readonly signals: readonly string[]
  /** Those of them that are drawn as curves. */
  readonly curves?: readonly string[]
  readonly level: number
  /** Tiles, both included. */
  readonly first: number
  readonly last: number
  readonly extent: Extent
  /** The signals whose value in a cycle is wanted besides. */
  readonly reading?: { readonly cycle: number; readonly signals: readonly string[] }
  /** Get what is beside the picture, too. */
  readonly ahead?: boolean
}

export type Ask = (question: WaveQuestion, options: { signal: AbortSignal }) => Promise<WaveResult>

/** Columns of one question, and bytes of the values of its answer. */
const MAX_COLUMNS = 8192
const MAX_BYTES = 4 << 20
/** Cycles of one question, unless a single tile has more: of a long run the picture comes piece by piece. */
const MAX_CYCLES = 2 ** 24
/** Questions for one picture; more would mean that its tiles do not fit into the memory for them. */
const MAX_QUESTIONS = 256

interface Plan {
  readonly question: WaveQuestion
  readonly level: number
  /** Tiles of the answer; none for a reading. */
  readonly first: number
  readonly last: number
}

/** A value and its width. */
export interface Reading {
  readonly value: Value
  readonly width: number
  /** A bit of it is x or z, which is 0 in `value`. */
  readonly unknown?: true
}

/** The first value of a column. */
export function readingOf(track: Track, column: number): Reading {
  return { value: track.first(column), width: track.width, ...(track.unknown(column) && { unknown: true as const }) }
}

export class Loader {
  /** Why signals cannot be shown. */
  readonly errors = new Map<string, ProtocolError>()
  /** Bits of the signals that were answered. */
  readonly widths = new Map<string, number>()
  /** Why the last question was not answered. */
  failure: unknown

  private wish: Wish | undefined
  private underway: { plan: Plan; controller: AbortController; heard: boolean } | undefined
  /** Tiles that may still change, and have not since they were asked for. */
  private fresh = new WeakSet<Tile>()
  private failed = '' // a question that had no answer; it is not asked again before something changes
  private left = 0 // questions that may still be asked for this picture
  private read: { cycle: number; values: Map<string, Reading> } | undefined

  constructor(
    private readonly tiles: Tiles,
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {}

  get busy(): boolean {
    return this.underway !== undefined
  }

  /** Shows this from now on. A question for something else is given up when it takes long. */
  want(wish: Wish): void {
    this.wish = wish
    this.left = MAX_QUESTIONS
    this.giveUp()
    this.next()
  }

  /** The engine has told how far it is with a question. */
  heard(): void {
    if (!this.underway) return
    this.underway.heard = true
    this.giveUp()
    this.next()
  }

  /** Nothing is shown any more. */
  stop(): void {
    this.wish = undefined
    this.giveUp()
  }

  /** The newest cycle has other values than before. */
  stale(): void {
    this.failed = ''
    this.fresh = new WeakSet()
    this.read = undefined
  }

  /** The run has another past. */
  branched(): void {
    this.underway = undefined // its answer will be of the other past
    this.tiles.clear()
    this.stale()
    this.failure = undefined
  }

  /** Another circuit runs. */
  replaced(): void {
    this.branched()
    this.errors.clear()
    this.widths.clear()
  }

  /** The value of a signal in a cycle, as far as it is known. */
  reading(signal: string, cycle: number, level: number): Reading | undefined {
    return (this.read?.cycle === cycle && this.read.values.get(signal)) || this.tiles.value(signal, cycle, level)
  }

  /**
   * Gives up what is of no use any more; but only a question that the engine is known to work on in small portions. An
   * engine that does not listen at once is replaced by another, which takes longer than any question that is so young.
   */
  private giveUp(): void {
    const { underway, wish } = this
    if (!underway?.heard || (wish && wanted(underway.plan, wish))) return
    underway.controller.abort()
    this.underway = undefined
  }

  private next(): void {
    if (this.underway || !this.wish || this.left === 0) return
    const plan = this.plan(this.wish)
    if (!plan || this.failed === JSON.stringify(plan.question)) return
    this.left--
    void this.answer(plan)
  }

  private async answer(plan: Plan): Promise<void> {
    const controller = new AbortController()
    const underway = { plan, controller, heard: false }
    const { fresh } = this
    this.underway = underway
    let done = false
    try {
      const result = await this.ask(plan.question, { signal: controller.signal })
      if (this.underway !== underway) return
      this.failure = undefined
      done = this.take(plan, result, fresh) && fresh === this.fresh
    } catch (error) {
      if (this.underway !== underway) return
      // The run has taken another way; what became of it will be told.
      if (!(error instanceof Error && 'code' in error && error.code === 'ABORTED')) this.failure = error
    }
    this.underway = undefined
    this.failed = done || fresh !== this.fresh ? '' : JSON.stringify(plan.question)
    if (done) this.next()
    this.changed()
  }

  /** Keeps an answer; false when it is none to the question, or does not reach as far. */
  private take(plan: Plan, { from, to, span, columns, rows }: WaveResult, fresh: WeakSet<Tile>): boolean {
    const { question } = plan
    if (rows.length !== question.signals.length) return false
    const reading = plan.last < plan.first
    const alone = plan.last === plan.first
    const cycles = tileCycles(plan.level)
    if (!reading && !alone && (from !== question.from || span !== 2 ** plan.level || to !== question.to)) return false
    const last = this.wish?.extent.last ?? 0
    const values = new Map(this.read?.cycle === question.from ? this.read.values : [])
    rows.forEach((row, i) => {
      const signal = question.signals[i] ?? row.signal
      const track = row.error ? undefined : decode(row.cells, row.width, columns, span, row.flat, row.unknown)
      if (!track) {
        this.errors.set(signal, row.error ?? { code: 'UNAVAILABLE', message: 'The answer cannot be read.' })
        return
      }
      this.widths.set(signal, row.width)
      if (reading) {
        values.set(signal, readingOf(track, 0))
        return
      }
      for (let index = plan.first; index <= plan.last; index++) {
        const column = (index - plan.first) * COLUMNS
        const end = (index + 1) * cycles - 1
        const tile: Tile = alone
          ? { from, to, span, track, settled: to === end && to < last }
          : {
              from: index * cycles,
              to: end,
              span,
              track: track.slice(column, column + COLUMNS),
              settled: end < last,
            }
        this.tiles.put(signal, plan.level, index, tile)
        if (!tile.settled) fresh.add(tile)
      }
    })
    if (reading && fresh === this.fresh) this.read = { cycle: question.from, values }
    return to >= question.to
  }

  /** The next question; undefined when nothing is missing. */
  private plan(wish: Wish): Plan | undefined {
    const { level, first, last, extent, reading, ahead } = wish
    const lowest = Math.floor(extent.first / tileCycles(level))
    const highest = Math.floor(extent.last / tileCycles(level))
    return (
      this.missing(wish, level, first, last) ??
      (reading && this.unread(reading.cycle, reading.signals, extent)) ??
      (ahead
        ? (this.missing(wish, level, Math.max(lowest, first - 1), Math.min(highest, last + 1), true) ??
          this.missing(wish, level + 1, first >> 1, last >> 1, true))
        : undefined)
    )
  }

  private unread(cycle: number, signals: readonly string[], extent: Extent): Plan | undefined {
    const unknown = signals.filter((s) => !this.errors.has(s) && !this.reading(s, cycle, 0)).slice(0, 256)
    if (unknown.length === 0) return undefined
    // Up to cycle 0 would mean up to the last one.
    const to = cycle === 0 ? Math.min(1, extent.last) : cycle
    const question = { signals: unknown, from: cycle, to, pixels: to - cycle + 1, flat: true }
    return { question, level: 0, first: 0, last: -1 }
  }

  /** A question for tiles that are not there; `left`: only for those that the run has left behind, which stay so. */
  private missing(wish: Wish, level: number, first: number, last: number, left = false): Plan | undefined {
    const { extent, curves = [] } = wish
    const curved = (some: readonly string[]) => some.filter((s) => curves.includes(s))
    const cycles = tileCycles(level)
    const signals = wish.signals.filter((s) => !this.errors.has(s))
    const lacking = (index: number) => signals.filter((s) => !this.has(s, level, index, extent, curves.includes(s)))
    const whole = (index: number) => index * cycles >= extent.first && (index + 1) * cycles - 1 < extent.last
    for (let index = first; index <= last; index++) {
      const some = this.atMost(lacking(index))
      if (some.length === 0 || (left && !whole(index))) continue
      if (!whole(index)) {
        const from = Math.max(index * cycles, extent.first)
        const to = Math.min((index + 1) * cycles - 1, extent.last)
        const question = { signals: some, from, to, pixels: COLUMNS, flat: true, curves: curved(some) }
        return { question, level, first: index, last: index }
      }
      const limit = Math.min(Math.min(MAX_COLUMNS, MAX_BYTES / this.bytes(some)) / COLUMNS, MAX_CYCLES / cycles)
      let end = index
      while (end < last && end + 1 - index < limit && whole(end + 1) && alike(some, this.atMost(lacking(end + 1))))
        end++
      const pixels = (end + 1 - index) * COLUMNS
      const to = (end + 1) * cycles - 1
      const question = { signals: some, from: index * cycles, to, pixels, flat: true, curves: curved(some) }
      return { question, level, first: index, last: end }
    }
    return undefined
  }

  private has(signal: string, level: number, index: number, extent: Extent, curve: boolean): boolean {
    const tile = this.tiles.get(signal, level, index)
    if (!tile || (curve && !tile.track.ranged)) return false
    if (tile.settled) return true
    return this.fresh.has(tile) && tile.to >= Math.min((index + 1) * tileCycles(level) - 1, extent.last)
  }

  /** As many of them as one tile of each makes an answer of allowed size. */
  private atMost(signals: readonly string[]): string[] {
    const some: string[] = []
    for (const signal of signals) {
      if (some.length === 256 || (some.length > 0 && this.bytes([...some, signal]) * COLUMNS > MAX_BYTES)) break
      some.push(signal)
    }
    return some
  }

  /** Bytes of one column. */
  private bytes(signals: readonly string[]): number {
    return signals.reduce((sum, s) => sum + 4 * cellBytes(this.widths.get(s) ?? 32), 0)
  }
}

function alike(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((s, i) => s === b[i])
}

/** Whether an answer under way is of use for what is shown now. */
function wanted(plan: Plan, { level, first, last, reading, signals }: Wish): boolean {
  if (plan.last < plan.first) return plan.question.from === reading?.cycle
  return (
    plan.level === level &&
    plan.first <= last &&
    plan.last >= first &&
    plan.question.signals.some((s) => signals.includes(s))
  )
}
