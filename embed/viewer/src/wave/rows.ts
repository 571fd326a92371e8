/** The settings of rows, as they are saved with a circuit, and the formats of their values. */

import { joinPath, splitPath, TOP_PREFIX } from '@simten/client/path'
import type { Circuit, CompileResult, PortType } from '@simten/client/protocol.gen'
import { bin, grouped, hex, type Value } from '../format/number.ts'

export const RADICES = ['hex', 'dec', 'signed', 'bin', 'ascii', 'fixed', 'float', 'names'] as const
/** How the values of a bus are written. */
export type Radix = (typeof RADICES)[number]

export const RADIX_NAMES: Record<Radix, string> = {
  hex: 'Hexadecimal',
  dec: 'Decimal',
  signed: 'Signed',
  bin: 'Binary',
  ascii: 'ASCII',
  fixed: 'Fixed point',
  float: 'Floating point',
  names: 'Names',
}

/** A table of the text that names values, such as the states of a machine. */
export interface NameTable {
  readonly name: string
  /** Names by values. */
  readonly names: ReadonlyMap<number, string>
}

export const COLOURS = ['high', 'bus', 'accent', 'ok', 'warn', 'bad'] as const
/** Colours have the names of their tokens, so they suit every theme. */
export type Colour = (typeof COLOURS)[number]

/** One row: a signal or an expression as in docs/questions.md. Absent fields are as usual. */
export interface WaveRowSetting {
  signal: string
  radix?: Radix
  analog?: boolean
  colour?: Colour
  /** Bits behind the point of a fixed-point number; half of them when absent. */
  point?: number
  /** The table that names the values; the first one when absent. */
  table?: string
  /** Its group is folded: it is not shown. */
  folded?: boolean
}

/** How the values of a row are written. */
export type Format = Pick<WaveRowSetting, 'radix' | 'point'> & { names?: NameTable['names'] | undefined }

/** How the values of a row are written, with the table that names them. */
export function formatOf(row: WaveRowSetting, tables: readonly NameTable[]): Format {
  if (row.radix !== 'names') return row
  const { names } = tables.find((t) => t.name === row.table) ?? tables[0] ?? {}
  return { radix: row.radix, names }
}

/** Rows at most, as of one question, and characters of each. */
export const MAX_ROWS = 256
const MAX_CHARACTERS = 10_000
/** Bits behind the point, at most. */
export const MAX_POINT = 64
/** Rows that are there at first, at most. */
const MAX_FIRST = 32

/** Reads rows that were saved; whatever is no row is left out. */
export function readRows(saved: unknown): WaveRowSetting[] {
  if (!Array.isArray(saved)) return []
  const rows: WaveRowSetting[] = []
  for (const entry of saved as unknown[]) {
    if (rows.length === MAX_ROWS) break
    if (typeof entry !== 'object' || entry === null || !('signal' in entry)) continue
    const { signal, radix, analog, colour, point, table, folded } = entry as Record<string, unknown>
    if (typeof signal !== 'string' || signal === '' || signal.length > MAX_CHARACTERS) continue
    rows.push({
      signal,
      ...(isOf(RADICES, radix) && { radix }),
      ...(analog === true && { analog }),
      ...(isOf(COLOURS, colour) && { colour }),
      ...(Number.isInteger(point) &&
        (point as number) >= 0 &&
        (point as number) <= MAX_POINT && { point: point as number }),
      ...(folded === true && { folded }),
      ...(typeof table === 'string' && table.length <= MAX_CHARACTERS && { table }),
    })
  }
  return rows
}

function isOf<T extends string>(list: readonly T[], value: unknown): value is T {
  return list.some((known) => known === value)
}

/** The value as two's complement. */
export function signedValue(value: Value, width: number): Value {
  if (typeof value === 'number') return value >= 2 ** (width - 1) ? value - 2 ** width : value
  return BigInt.asIntN(width, value)
}

/** A value as the number that its row takes it for. */
export function numberOf(value: Value, width: number, { radix, point }: Format): number {
  switch (radix) {
    case 'signed':
      return Number(signedValue(value, width))
    case 'fixed':
      return Number(signedValue(value, width)) / 2 ** (point ?? width >> 1)
    case 'float':
      return floating(value, width) ?? Number(value)
  }
  return Number(value)
}

/** Bits behind the exponent of an IEEE 754 number, by its width. */
const FRACTIONS: Record<number, number> = { 16: 10, 32: 23, 64: 52 }

/** An IEEE 754 number of 16, 32 or 64 bits; undefined when it is none. */
function floating(value: Value, width: number): number | undefined {
  const fraction = FRACTIONS[width]
  if (fraction === undefined) return undefined
  const bits = BigInt(value)
  const maxExponent = 2 ** (width - 1 - fraction) - 1
  const exponent = Number(bits >> BigInt(fraction)) & maxExponent
  const rest = Number(BigInt.asUintN(fraction, bits)) / 2 ** fraction
  const sign = bits >> BigInt(width - 1) === 0n ? 1 : -1
  if (exponent === maxExponent) return rest === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  const bias = maxExponent >> 1
  return exponent === 0 ? sign * rest * 2 ** (1 - bias) : sign * (1 + rest) * 2 ** (exponent - bias)
}

/** A number with a fraction, in as many digits as tell it from its neighbours in a picture. */
function fractional(number: number): string {
  const text = Object.is(number, -0) ? '-0' : Number(number.toPrecision(7)).toString()
  return text.replace('-', '−')
}

/** A value as it stands beside the name of its row. */
export function written(value: Value, width: number, format: Format = {}): string {
  if (width === 1 && format.radix !== 'names') return value.toString()
  switch (format.radix) {
    case 'dec':
      return grouped(value)
    case 'signed':
      return grouped(signedValue(value, width)).replace('-', '−')
    case 'bin':
      return bin(value, width)
    case 'ascii':
      return `'${ascii(value, width)}'`
    case 'fixed':
      return fractional(numberOf(value, width, format))
    case 'names':
      return format.names?.get(Number(value)) ?? (width === 1 ? value.toString() : hex(value, width))
    case 'float':
      if (width in FRACTIONS) return fractional(numberOf(value, width, format))
  }
  return hex(value, width)
}

/** A value as it stands inside the picture, where the row says how it is written. */
export function brief(value: Value, width: number, format: Format = {}): string {
  switch (format.radix) {
    case 'dec':
      return value.toString()
    case 'signed':
      return signedValue(value, width).toString().replace('-', '−')
    case 'ascii':
      return ascii(value, width)
    case 'bin':
      return bin(value, width).slice(2)
    case 'fixed':
    case 'names':
      return written(value, width, format)
    case 'float':
      if (width in FRACTIONS) return written(value, width, format)
  }
  return hex(value, width).slice(2)
}

/** The bytes as characters, the highest first; a dot for those that are none. Zeros in front are left out. */
function ascii(value: Value, width: number): string {
  let text = ''
  let rest = BigInt(value)
  for (let bits = 0; bits < width; bits += 8) {
    const byte = Number(rest & 0xffn)
    rest >>= 8n
    text = (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·') + text
    if (rest === 0n) break
  }
  return text
}

/** The name under which questions find a port by its path. */
export function questionName(path: string): string {
  if (!path.startsWith(TOP_PREFIX)) return path
  const names = splitPath(path.slice(TOP_PREFIX.length))
  const name = names?.length === 1 ? names[0] : undefined
  return name !== undefined && joinPath([name]) === name ? name : path
}

/** A signal's name without the word for the circuit between switches and lamps: with and without it are the same. */
export const plainName = (signal: string): string => (signal.startsWith('dut.') ? signal.slice('dut.'.length) : signal)

/** Names that mean something else in expressions. */
const RESERVED = new Set(['cycle', 'signal', 'rise', 'fall', 'changed', 'prev', 'signed', 'true', 'false', 'undefined'])
const PLAIN = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u

/** A row as an expression: an expression as it is, a name in the form that every name can have. */
export function inExpression(signal: string, isName: boolean): string {
  if (!isName || (PLAIN.test(signal) && !RESERVED.has(signal))) return signal
  return `signal('${signal.replace(/[\\']/g, '\\$&')}')`
}

/** The row of a signal of the file that is open beside the run. */
export const fileRow = (path: string): string => `file('${path.replace(/[\\']/g, '\\$&')}')`

/** The path of the signal in the file; undefined for rows of the run. */
export const filePath = (signal: string): string | undefined =>
  /^file\('(.*)'\)$/su.exec(signal)?.[1]?.replace(/\\(.)/gsu, '$1')

/** A row as it is shown: without the word for the circuit between switches and lamps; of a file its path. */
export const shownName = (signal: string): string =>
  filePath(signal) ?? signal.replace(/(^|[^\w$.'"])dut\.(?=[\w$])/g, '$1')

/** The part of a name that says where it is, and the rest. */
export function nameParts(signal: string): { prefix: string; leaf: string } {
  const names = splitPath(signal)
  if (!names || names.length < 2 || !/^[^\s()+*/<>=!&|^~?,]+$/.test(signal)) return { prefix: '', leaf: signal }
  const leaf = joinPath(names.slice(-1))
  return { prefix: signal.slice(0, signal.length - leaf.length), leaf }
}

/** Rows of one part that stand together. */
export interface RowGroup {
  /** The name of the part, with the point behind it. */
  readonly prefix: string
  readonly first: number
  readonly count: number
  readonly folded: boolean
}

/** The groups of rows: two or more of one part, one below the other. */
export function groupsOf(rows: readonly WaveRowSetting[]): RowGroup[] {
  const prefixes = rows.map((row) => nameParts(shownName(row.signal)).prefix)
  const groups: RowGroup[] = []
  for (let first = 0; first < rows.length; ) {
    const prefix = prefixes[first] ?? ''
    let end = first + 1
    while (end < rows.length && prefixes[end] === prefix) end++
    if (prefix !== '' && end - first > 1)
      groups.push({ prefix, first, count: end - first, folded: rows[first]?.folded === true })
    first = end
  }
  return groups
}

/**
 * The rows with those of one part together, in the order in which parts come first; ports and expressions stay in
 * front.
 */
export function byPart(rows: readonly WaveRowSetting[]): WaveRowSetting[] {
  const parts = new Map<string, WaveRowSetting[]>([['', []]])
  for (const row of rows) {
    const { prefix } = nameParts(shownName(row.signal))
    const part = parts.get(prefix)
    if (part) part.push(row)
    else parts.set(prefix, [row])
  }
  return [...parts.values()].flat()
}

/** The rows with a group folded, or unfolded. */
export function folded(rows: readonly WaveRowSetting[], { first, count }: RowGroup, fold: boolean): WaveRowSetting[] {
  return rows.map((row, i) => {
    if (i < first || i >= first + count) return row
    const { folded: _, ...rest } = row
    return fold ? { ...rest, folded: true } : rest
  })
}

/**
 * The rows of a circuit that nobody chose rows for: its ports, inputs first; of one in a harness those of the circuit
 * inside; of one without ports what its own nodes give, those without inputs first.
 */
export function defaultRows(compiled: CompileResult | undefined): WaveRowSetting[] {
  const { design, circuit, library = {} } = compiled ?? {}
  if (!design) return []
  const own = [...design.inputs, ...design.outputs].map((p) => joinPath([p.name]))
  if (own.length > 0) return rowsOf(own)
  const inner = circuit?.nodes.find((n) => n.id === 'dut')
  const dut = inner && library[inner.componentRef]
  if (dut) return rowsOf([...dut.inputs, ...dut.outputs].map((p) => joinPath(['dut', p.name])))
  const given: string[] = []
  const computed: string[] = []
  for (const node of circuit?.nodes ?? []) {
    const component = Object.hasOwn(library, node.componentRef) ? library[node.componentRef] : undefined
    if (!component || /constant/i.test(component.name)) continue
    const paths = outputsOf(component).map((name) => joinPath([node.id, name]))
    if (component.inputs.length === 0) given.push(...paths)
    else computed.push(...paths)
  }
  return rowsOf([...given, ...computed])
}

/** Places that are looked at for memories, and memories that are named. */
const MAX_PLACES = 20_000
const MAX_MEMORIES = 500

/** The first cells of the memories of a circuit; which cell is meant is for the reader to write. */
export function memoryCells({ circuit, library = {} }: CompileResult): string[] {
  const cells: string[] = []
  let places = 0
  const visit = (inside: Circuit, path: readonly string[]): void => {
    for (const node of inside.nodes) {
      if (++places > MAX_PLACES || cells.length >= MAX_MEMORIES) return
      const component = Object.hasOwn(library, node.componentRef) ? library[node.componentRef] : undefined
      if (!component) continue
      const names = [...path, node.id]
      for (const field of component.state) {
        if (field.stateType.kind === 'memory') cells.push(`${joinPath([...names, field.name])}[0]`)
      }
      visit(component, names)
    }
  }
  if (circuit) visit(circuit, [])
  return cells
}

function outputsOf(component: Circuit): string[] {
  return component.outputs.filter((p) => isValue(p.portType)).map((p) => p.name)
}

function isValue({ kind }: PortType): boolean {
  return kind === 'bit' || kind === 'bus'
}

function rowsOf(signals: string[]): WaveRowSetting[] {
  return signals.slice(0, MAX_FIRST).map((signal) => ({ signal }))
}
