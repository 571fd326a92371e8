// Words of any width. A port of at most 32 wires is a number inside a lambda (of exactly 32 wires: an
// int32, maybe negative), a wider one is a bigint. So a component that computes has two formulas: one
// with the 32-bit operators, one with bigint; the factory picks. In the second, `BigInt(x)` only tells
// the type checker what x already is.

/** Options of a component of one width. */
export type Width = { width?: number }

/** Whether words of this many wires are numbers and fit the 32-bit operators. */
export const fits32 = (width: number) => width <= 32

/** All ones, for `&`: an int32, so −1 at 32 wires. Widths 1 to 32; wider ones count as 32. */
export const mask32 = (width: number) => (width < 32 ? 2 ** width - 1 : -1)

/** The largest unsigned number of at most 32 wires. */
export const max32 = (width: number) => 2 ** width - 1

/** How far to shift left and back right to read a word of at most 32 wires as two's complement. */
export const signShift = (width: number) => 32 - width

/** No port is wider; `bus` refuses more, and says so better than a failed shift below would. */
const maxWidth = 65536

/** A width or a distance as a bigint. An impossible width counts as 0, for `bus` to refuse. */
export const exact = (width: number) => BigInt(width > 0 && width <= maxWidth ? Math.floor(width) : 0)

/** The largest unsigned word of any width. */
export const maxWide = (width: number) => (1n << exact(width)) - 1n

/** The weight of the sign bit of any width. */
export const halfWide = (width: number) => 1n << exact(width - 1)

/** 2 to the width. */
export const spanWide = (width: number) => 1n << exact(width)

/** The little-endian 32-bit word of bytes that contains a byte address; bytes outside read 0. */
export function wordAt(memory: Simten.Memory, address: number): number {
  const first = (address & ~3) >>> 0
  return memory[first] | (memory[first + 1] << 8) | (memory[first + 2] << 16) | (memory[first + 3] << 24)
}
