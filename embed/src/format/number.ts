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

/** What became of a text that a user typed into a number field. */
export type Entry =
  | { ok: true; value: Value; base: Base; message?: string } // message: the number was limited
  | { ok: false; message: string }

/**
 * Reads a decimal (`42`), hexadecimal (`0x2A`, `$2A`, `2Ah`) or binary (`0b101010`) number for `width` wires.
 * Underscores, spaces and a leading plus are allowed. A negative number is taken as two's complement when it fits.
 * A number that does not fit is limited, with a message that says so.
 */
export function parseEntry(text: string, width: number): Entry {
  const compact = text.trim().replace(/[_\s]/g, '')
  if (compact === '') return { ok: false, message: 'Type a number, for example 42, 0x2A or 0b101010.' }
  const match = /^([+-]?)(?:0x([0-9a-f]+)|\$([0-9a-f]+)|0b([01]+)|([0-9][0-9a-f]*)h|([0-9]+))$/i.exec(compact)
  if (!match) return { ok: false, message: `“${text.trim()}” is not a number. Type 42, 0x2A or 0b101010.` }
  const hexDigits = match[2] ?? match[3] ?? match[5]
  const base: Base = hexDigits !== undefined ? 'hex' : match[4] !== undefined ? 'bin' : 'dec'
  const magnitude = BigInt(
    hexDigits !== undefined ? `0x${hexDigits}` : match[4] !== undefined ? `0b${match[4]}` : (match[6] ?? '0'),
  )
  const top = (1n << BigInt(width)) - 1n
  const wires = width === 1 ? '1 bit' : `${width} bits`
  const hold = width === 1 ? 'holds' : 'hold'
  if (match[1] === '-' && magnitude > 0n) {
    const lowest = -(1n << BigInt(width - 1))
    if (-magnitude < lowest) {
      return {
        ok: true,
        value: narrow(-lowest, width),
        base,
        message: `${wires} ${hold} ${lowest} to ${top}; ${lowest} was set.`,
      }
    }
    return { ok: true, value: narrow(top + 1n - magnitude, width), base }
  }
  if (magnitude > top) {
    return { ok: true, value: narrow(top, width), base, message: `${wires} ${hold} at most ${top}; ${top} was set.` }
  }
  return { ok: true, value: narrow(magnitude, width), base }
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
