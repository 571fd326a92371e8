/** Reading and writing unsigned numbers of a declared width (in wires). */

/** A value as the simulation gives it: exact as a number up to 53 bits, a bigint beyond. */
export type Value = number | bigint

/** The base in which a value is written. */
export type Base = 'dec' | 'hex' | 'bin'

/** The largest value of `width` wires. */
export function largest(width: number): Value {
  return width <= 53 ? 2 ** width - 1 : (1n << BigInt(width)) - 1n
}

/** Hexadecimal with as many digits as the width needs, e.g. `0x0F` for 15 on 8 wires. */
export function hex(value: Value, width: number): string {
  return `0x${value
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(width / 4), '0')}`
}

/** Binary in groups of four, e.g. `0b0000_1111`. */
export function bin(value: Value, width: number): string {
  const digits = value.toString(2).padStart(width, '0')
  return `0b${digits.replace(/\B(?=(?:.{4})+$)/g, '_')}`
}

/** The value in the given base; a single wire is always a plain 0 or 1. */
export function formatValue(value: Value, width: number, base: Base): string {
  if (width === 1 || base === 'dec') return value.toString()
  return base === 'hex' ? hex(value, width) : bin(value, width)
}

/** The result of reading a text that a user typed into a number field. */
export type Entry =
  | { ok: true; value: Value; base: Base; message?: string } // message: the number was cut
  | { ok: false; message: string }

const EXAMPLES = "Write a number such as 42, -1, 0x2a, 0b1010, 0o17 or 'A'."
/** Widest port of the engine, in wires; no number has more digits. */
const MAX_DIGITS = 1 << 16
const GROUPED = /^[0-9a-z]+(?:[_ \u00a0\u202f][0-9a-z]+)*$/i
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '0': '\0', '\\': '\\', "'": "'" }
const DIGITS = { '0x': /^[0-9a-f]+$/i, '0o': /^[0-7]+$/, '0b': /^[01]+$/, '': /^[0-9]+$/ }

/**
 * Reads a typed number for `width` wires: 42, -1, 0x2a, 0b1010, 0o17 or 'A', with _ or a space between groups of
 * digits. A number that does not fit is cut to its lower bits, with a message that says so; another text is refused,
 * with a message that says what to write. This is the rule of engine/circuit/number.go, which is tested with the same
 * table.
 */
export function parseEntry(text: string, width: number): Entry {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, message: `There is no number. ${EXAMPLES}` }
  const read = typed(trimmed)
  if (!read) return { ok: false, message: `${shortened(trimmed)} is not a number. ${instead(trimmed)}` }
  const value = BigInt.asUintN(width, read.value)
  const fits = read.value < 0n ? -read.value <= 1n << BigInt(width - 1) : read.value === value
  const entry = { ok: true as const, value: narrow(value, width), base: read.base }
  return fits ? entry : { ...entry, message: cut(width, value) }
}

function cut(width: number, value: bigint): string {
  return `It does not fit in ${width === 1 ? '1 bit' : `${width} bits`}: the lower bits, ${value}, were set.`
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 26)}…(${text.length - 39} more characters)…${text.slice(-13)}`
}

/** The number that a text means, of any size; undefined when it is none. */
function typed(text: string): { value: bigint; base: Base } | undefined {
  const quoted = /^'(\\?)(.)'$/su.exec(text)
  if (quoted) {
    const char = quoted[1] ? ESCAPES[quoted[2] ?? ''] : quoted[2]
    if (char !== undefined) return { value: BigInt(char.codePointAt(0) ?? 0), base: 'dec' }
  }
  const negative = text.startsWith('-')
  const rest = negative || text.startsWith('+') ? text.slice(1) : text
  const lower = rest.slice(0, 2).toLowerCase()
  const prefix = rest.length > 2 && (lower === '0x' || lower === '0o' || lower === '0b') ? lower : ''
  const grouped = rest.slice(prefix.length)
  if (!GROUPED.test(grouped)) return undefined
  const digits = grouped.replace(/[_ \u00a0\u202f]/g, '')
  if (digits.length > MAX_DIGITS || !DIGITS[prefix].test(digits)) return undefined
  const magnitude = BigInt(prefix + digits)
  return { value: negative ? -magnitude : magnitude, base: prefix === '0x' ? 'hex' : prefix === '0b' ? 'bin' : 'dec' }
}

/** Prefixes of the numbers of Verilog. */
const VERILOG: Record<string, string> = { h: '0x', b: '0b', o: '0o', d: '' }

/** The advice for a text that is no number. */
function instead(text: string): string {
  const sign = text.startsWith('-') ? '-' : ''
  const lower = text.replace(/^[+-]/, '').toLowerCase()
  const based = /^[0-9]*'s?([hbod])([0-9a-f_]+)$/.exec(lower)
  if (based) {
    const form = (VERILOG[based[1] ?? ''] ?? '') + (based[2] ?? '')
    return typed(form) ? `Write ${sign}${form}.` : EXAMPLES
  }
  const plain = /^[0-9]+e[0-9]+$/.test(lower) ? Number(lower) : Number.NaN
  if (/^[0-9a-f_]+$/.test(lower) && typed(`0x${lower}`) && !lower.startsWith('0b')) {
    return plain < 2 ** 53 ? `Write ${sign}${plain} or ${sign}0x${lower}.` : `Write ${sign}0x${lower}.`
  }
  if (/^[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?$/.test(lower) && Number(lower) < 2 ** 53) {
    const below = Math.floor(Number(lower))
    if (below === Number(lower)) return `Write ${sign}${below}.`
    return `It has to be whole. Write ${sign}${below} or ${sign}${below + 1}.`
  }
  const hexadecimal = /^[$#]([0-9a-f_]+)$|^([0-9a-f_]+)h$/.exec(lower)
  const digits = hexadecimal?.[1] ?? hexadecimal?.[2]
  return digits !== undefined && typed(`0x${digits}`) ? `Write ${sign}0x${digits}.` : EXAMPLES
}

function narrow(value: bigint, width: number): Value {
  return width <= 53 ? Number(value) : value
}

/** A count with thin grouping, e.g. `1 234 567` (a narrow no-break space every three digits). */
export function grouped(count: Value): string {
  return count.toString().replace(/\B(?=(?:\d{3})+$)/g, '\u202f')
}

/** A frequency in hertz with three significant figures, e.g. `9.81 MHz`. */
export function frequency(hertz: number): string {
  if (!Number.isFinite(hertz) || hertz < 0) return '–'
  const steps: [number, string][] = [
    [1e9, 'GHz'],
    [1e6, 'MHz'],
    [1e3, 'kHz'],
  ]
  for (const [unit, name] of steps) {
    if (hertz >= unit * 0.9995) return `${significant(hertz / unit)} ${name}`
  }
  return `${significant(hertz)} Hz`
}

function significant(x: number): string {
  if (x >= 99.95) return x.toFixed(0)
  return Number(x >= 9.995 ? x.toFixed(1) : x.toFixed(2)).toString()
}
