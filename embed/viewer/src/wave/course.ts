/** Pieces of tiles put together into what is drawn of one row. */
import type { Value } from '../format/number.ts'
import { type Format, numberOf } from './rows.ts'
import type { Piece } from './tiles.ts'

/** Stands for a stretch in which the value changes, too fast to be drawn one by one. */
export const DENSE = Symbol('dense')
/** Stands for a stretch of which nothing is known yet. */
export const GAP = Symbol('gap')

/** Stands for a value with bits that are x or z. */
export const UNKNOWN = Symbol('unknown')

/** The content of a stretch. */
export type Shown = Value | typeof DENSE | typeof GAP | typeof UNKNOWN

/** Stretches of one value each: the i-th begins at starts[i] and ends where the next begins. */
export interface Course {
  /** Bits of a value; 0 while nothing is known. */
  readonly width: number
  readonly starts: readonly number[]
  readonly values: readonly Shown[]
  /** Where the last one ends. */
  readonly end: number
}

/** The stretches of equal values. */
export function courseOf(pieces: readonly Piece[]): Course {
  const starts: number[] = []
  const values: Shown[] = []
  let end = pieces[0]?.from ?? 0
  const add = (start: number, value: Shown): void => {
    if (values.at(-1) === value && values.length > 0) return
    starts.push(start)
    values.push(value)
  }
  for (const piece of pieces) {
    const { track, span } = piece.tile
    if (piece.from > end) add(end, GAP)
    columns(piece, (column, from) => {
      if (span === 1 || track.steady(column)) add(from, track.unknown(column) ? UNKNOWN : track.first(column))
      else add(from, DENSE)
    })
    end = Math.max(end, piece.to)
  }
  return { width: pieces[0]?.tile.track.width ?? 0, starts, values, end }
}

/** The stretches of a row that is drawn as a curve, with the least and the largest value of each. */
export interface Curve {
  readonly width: number
  readonly starts: readonly number[]
  /** NaN where nothing is known. */
  readonly min: readonly number[]
  readonly max: readonly number[]
  readonly end: number
}

/**
 * The least and the largest values by column. They are known of unsigned numbers; of numbers with a sign only where all
 * values of a column have the same sign: elsewhere the first and the last value stand for all.
 */
export function curveOf(pieces: readonly Piece[], format: Format): Curve {
  const starts: number[] = []
  const min: number[] = []
  const max: number[] = []
  let end = pieces[0]?.from ?? 0
  for (const piece of pieces) {
    const { track } = piece.tile
    const read = (value: Value) => numberOf(value, track.width, format)
    if (piece.from > end) {
      starts.push(end)
      min.push(Number.NaN)
      max.push(Number.NaN)
    }
    columns(piece, (column, from) => {
      let [low, high] = [read(track.min(column)), read(track.max(column))]
      if (low >= 0 !== high >= 0) {
        // The unsigned extremes are of different signs: nothing is known of what is between.
        const all = [low, high, read(track.first(column)), read(track.last(column))]
        low = Math.min(...all)
        high = Math.max(...all)
      } else if (low > high) [low, high] = [high, low] // larger as unsigned, smaller as negative floating point
      if (track.unknown(column)) low = high = Number.NaN
      starts.push(from)
      min.push(low)
      max.push(high)
    })
    end = Math.max(end, piece.to)
  }
  return { width: pieces[0]?.tile.track.width ?? 0, starts, min, max, end }
}

/**
 * Where two courses certainly differ: the beginnings and the ends of such stretches, in turns. A stretch with many
 * values differs from one with a single value; of two with many nothing is known.
 */
export function differences(a: Course, b: Course): number[] {
  const found: number[] = []
  const end = Math.min(a.end, b.end)
  let [i, j] = [0, 0]
  for (let at = Math.max(a.starts[0] ?? end, b.starts[0] ?? end); at < end; ) {
    while ((a.starts[i + 1] ?? Number.POSITIVE_INFINITY) <= at) i++
    while ((b.starts[j + 1] ?? Number.POSITIVE_INFINITY) <= at) j++
    const next = Math.min(a.starts[i + 1] ?? end, b.starts[j + 1] ?? end, end)
    if (differ(a.values[i], b.values[j])) {
      if (found.at(-1) === at) found[found.length - 1] = next
      else found.push(at, next)
    }
    at = next
  }
  return found
}

function differ(a: Shown | undefined, b: Shown | undefined): boolean {
  const open = (v: Shown | undefined) => v === undefined || v === GAP || v === UNKNOWN
  if (open(a) || open(b)) return false
  if (a === DENSE || b === DENSE) return a !== b
  return BigInt(a as Value) !== BigInt(b as Value)
}

/** The index of the stretch in which a cycle is; -1 before the first. */
export function indexAt(starts: readonly number[], cycle: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= cycle) low = middle + 1
    else high = middle
  }
  return low - 1
}

function columns({ tile, from, to }: Piece, each: (column: number, from: number) => void): void {
  const first = Math.max(0, Math.floor((from - tile.from) / tile.span))
  for (let column = first; column < tile.track.columns; column++) {
    const begin = tile.from + column * tile.span
    if (begin >= to) break
    each(column, Math.max(begin, from))
  }
}
