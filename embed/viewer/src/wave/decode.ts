/** The values of one row, as they travel: engine/protocol/questions.go (WaveRow) has the layout. */
import type { Value } from '../format/number.ts'

type Cells = Uint8Array | Uint16Array | Uint32Array

/** The lists of a column. Of one cycle they are all the same. */
const FIRST = 0
const LAST = 1
const MIN = 2
const MAX = 3
/** In the place of those two where they were not asked for: 0 where the column has one value throughout. */
const CHANGED = 2

/** The courses of one signal over columns of one or more cycles. */
export class Track {
  /** Elements of `lists` that one value has. */
  private readonly stride: number

  constructor(
    /** Bits of a value. */
    readonly width: number,
    readonly columns: number,
    /** One list when every column is a single cycle; else first and last values, and least and largest or changes. */
    private readonly lists: readonly Cells[],
    /** 1 for the columns in which a bit is x or z; only of a file that has such. */
    private readonly unknowns?: Uint8Array,
  ) {
    this.stride = width <= 32 ? 1 : 2 * Math.ceil(width / 64)
  }

  /** Whether the least and the largest values are known. */
  get ranged(): boolean {
    return this.lists.length !== CHANGED + 1
  }

  /** Memory that the values take. */
  get bytes(): number {
    return this.lists.reduce((sum, list) => sum + list.byteLength, this.unknowns?.byteLength ?? 0)
  }

  first(column: number): Value {
    return this.read(FIRST, column)
  }

  last(column: number): Value {
    return this.read(LAST, column)
  }

  /** Where it is not known, the value of the first cycle. */
  min(column: number): Value {
    return this.read(this.ranged ? MIN : FIRST, column)
  }

  /** Where it is not known, the value of the last cycle. */
  max(column: number): Value {
    return this.read(this.ranged ? MAX : LAST, column)
  }

  /** Whether a column has one value throughout. */
  steady(column: number): boolean {
    if (this.lists.length === 1) return true
    return this.ranged ? this.same(MIN, column, MAX, column) : !this.lists[CHANGED]?.[column * this.stride]
  }

  /** Whether a bit is x or z in a cycle of a column. */
  unknown(column: number): boolean {
    return this.unknowns?.[column] === 1
  }

  /** Some columns of it, in memory of their own. */
  slice(from: number, to: number): Track {
    const lists = this.lists.map((list) => list.slice(from * this.stride, to * this.stride))
    return new Track(this.width, to - from, lists, this.unknowns?.slice(from, to))
  }

  private same(a: number, i: number, b: number, j: number): boolean {
    const x = this.lists[a]
    const y = this.lists[b]
    for (let w = 0; w < this.stride; w++) if (x?.[i * this.stride + w] !== y?.[j * this.stride + w]) return false
    return true
  }

  private read(which: number, column: number): Value {
    const list = this.lists[which] ?? this.lists[0]
    if (!list) return 0
    const at = column * this.stride
    if (this.stride === 1) return list[at] ?? 0
    if (this.width <= 53) return (list[at] ?? 0) + (list[at + 1] ?? 0) * 2 ** 32
    let value = 0n
    for (let w = this.stride - 1; w >= 0; w--) value = (value << 32n) | BigInt(list[at + w] ?? 0)
    return value
  }
}

/** Bytes of one value. */
export function cellBytes(width: number): number {
  if (width <= 8) return 1
  if (width <= 16) return 2
  return width <= 32 ? 4 : 8 * Math.ceil(width / 64)
}

/** Reads WaveRow.cells and WaveRow.unknown; undefined when they are not those of so many columns. */
export function decode(
  cells: string,
  width: number,
  columns: number,
  span: number,
  flat = false,
  unknown?: string,
): Track | undefined {
  const lists = span === 1 ? 1 : flat ? 3 : 4
  const size = cellBytes(width) * columns
  if (width < 1 || cells.length !== Math.ceil((lists * size) / 3) * 4) return undefined
  const bytes = bytesOf(cells)
  if (bytes?.length !== lists * size) return undefined
  const list = (i: number): Cells => {
    const at = i * size
    if (width <= 8) return bytes.subarray(at, at + size)
    // Least significant byte first, as in the memory of every machine that has a browser.
    if (width <= 16) return new Uint16Array(bytes.buffer, at, size / 2)
    return new Uint32Array(bytes.buffer, at, size / 4)
  }
  const unknowns = unknown === undefined ? undefined : bytesOf(unknown)
  if (unknown !== undefined && unknowns?.length !== columns) return undefined
  return new Track(
    width,
    columns,
    Array.from({ length: lists }, (_, i) => list(i)),
    unknowns,
  )
}

/** The bytes that a text in base64 stands for; undefined when it is none. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = atob(base64)
    const bytes = new Uint8Array(text.length)
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
    return bytes
  } catch {
    return undefined
  }
}
