/**
 * The cache of a run's past: answers to wave questions, cut into tiles of equal numbers of columns. A level has columns
 * of 2 ** level cycles. The tile that was not looked at for longest goes first.
 */
import type { Value } from '../format/number.ts'
import type { Track } from './decode.ts'
import type { Extent, Viewport } from './viewport.ts'

/** Columns of a tile. */
export const COLUMNS = 256
/** Memory for tiles, in bytes. */
const LIMIT = 64 << 20
/** Memory that a tile takes beside its values, about. */
const OVERHEAD = 300
/** Levels that are tried where the wanted one is missing. */
const COARSER = 40
const FINER = 3

/** Some columns of one signal. At the end of the run they may have fewer cycles than the columns of their level. */
export interface Tile {
  /** The cycles that it shows, both included. */
  readonly from: number
  readonly to: number
  /** Cycles of a column; of the last one perhaps fewer. */
  readonly span: number
  readonly track: Track
  /** Nothing that happens later changes it: it reaches its end, and the run had gone beyond that. */
  readonly settled: boolean
}

/** The cycles of a tile, `to` not included, that are drawn. */
export interface Piece {
  readonly tile: Tile
  readonly from: number
  readonly to: number
}

export class Tiles {
  private readonly tiles = new Map<string, Tile>()
  private used = 0

  constructor(private readonly limit = LIMIT) {}

  /** Memory in use, about. */
  get bytes(): number {
    return this.used
  }

  get(signal: string, level: number, index: number): Tile | undefined {
    const key = keyOf(signal, level, index)
    const tile = this.tiles.get(key)
    if (tile) {
      this.tiles.delete(key)
      this.tiles.set(key, tile)
    }
    return tile
  }

  put(signal: string, level: number, index: number, tile: Tile): void {
    const key = keyOf(signal, level, index)
    this.drop(key)
    this.tiles.set(key, tile)
    this.used += weight(tile)
    for (const oldest of this.tiles.keys()) {
      if (this.used <= this.limit) break
      this.drop(oldest)
    }
  }

  /** Another past: nothing that is known holds. */
  clear(): void {
    this.tiles.clear()
    this.used = 0
  }

  /** The best that there is for the tiles `first` to `last` of a level, without overlaps, in order. */
  pieces(signal: string, level: number, first: number, last: number): Piece[] {
    const pieces: Piece[] = []
    for (let index = first; index <= last; index++) this.piece(signal, level, index, FINER, COARSER, pieces)
    return pieces
  }

  /** The value in a cycle, if it is known. */
  value(signal: string, cycle: number, level: number): { value: Value; width: number; unknown?: true } | undefined {
    for (const l of level === 0 ? [0] : [0, level]) {
      const tile = this.get(signal, l, Math.floor(cycle / tileCycles(l)))
      if (!tile || cycle < tile.from || cycle > tile.to) continue
      const { track, span } = tile
      const column = Math.floor((cycle - tile.from) / span)
      const begin = tile.from + column * span
      const end = Math.min(begin + span - 1, tile.to)
      const steady = span === 1 || track.steady(column)
      if (track.unknown(column)) {
        if (steady) return { value: track.first(column), width: track.width, unknown: true }
        continue // in which of its cycles is not known
      }
      if (cycle === begin || steady) return { value: track.first(column), width: track.width }
      if (cycle === end) return { value: track.last(column), width: track.width }
    }
    return undefined
  }

  private drop(key: string): void {
    const tile = this.tiles.get(key)
    if (!tile) return
    this.tiles.delete(key)
    this.used -= weight(tile)
  }

  private piece(signal: string, level: number, index: number, finer: number, coarser: number, into: Piece[]): void {
    const from = index * tileCycles(level)
    const to = from + tileCycles(level)
    const tile = this.get(signal, level, index)
    if (tile) {
      into.push({ tile, from: Math.max(from, tile.from), to: Math.min(to, tile.to + 1) })
      return
    }
    for (let l = level + 1; l <= level + coarser; l++) {
      const above = this.get(signal, l, Math.floor(from / tileCycles(l)))
      if (!above) continue
      const begin = Math.max(from, above.from)
      const end = Math.min(to, above.to + 1)
      if (begin < end) into.push({ tile: above, from: begin, to: end })
      return
    }
    if (level === 0 || finer === 0) return
    this.piece(signal, level - 1, 2 * index, finer - 1, 0, into)
    this.piece(signal, level - 1, 2 * index + 1, finer - 1, 0, into)
  }
}

/** Cycles of a tile. */
export function tileCycles(level: number): number {
  return COLUMNS * 2 ** level
}

/** The tiles of a level that a picture shows, as far as there are cycles. */
export function tileRange(
  view: Viewport,
  width: number,
  level: number,
  extent: Extent,
): { first: number; last: number } {
  const cycles = tileCycles(level)
  const begin = Math.max(extent.first, view.from)
  const end = Math.min(extent.last, view.from + width * view.scale)
  return { first: Math.floor(begin / cycles), last: Math.max(Math.floor(begin / cycles), Math.floor(end / cycles)) }
}

function keyOf(signal: string, level: number, index: number): string {
  return `${level}:${index}:${signal}`
}

function weight(tile: Tile): number {
  return tile.track.bytes + OVERHEAD
}
