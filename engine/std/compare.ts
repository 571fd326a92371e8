// Comparators.

import { fits32, halfWide, signShift, spanWide, type Width } from './words'

const arithmetic = 'arithmetic'

/**
 * Compares unsigned words.
 *
 * @input a: width — first operand
 * @input b: width — second operand
 * @output eq: bit — a = b
 * @output ne: bit — a ≠ b
 * @output lt: bit — a < b
 * @output le: bit — a ≤ b
 * @output gt: bit — a > b
 * @output ge: bit — a ≥ b
 * @option width = 8 — wires of a and b
 * @formula each flag is 1 when its comparison of the unsigned numbers holds
 * @example
 * ```ts
 * nodes: { full: Comparator({ width: 4 }), limit: Constant({ value: 9, width: 4 }) }
 * ```
 */
export const Comparator = circuit('Comparator', ({ width = 8 }: Width = {}) => ({
  inputs: { a: bus(width), b: bus(width) },
  outputs: { eq: bit, ne: bit, lt: bit, le: bit, gt: bit, ge: bit },
  eval: fits32(width)
    ? ({ a, b }) => {
        const x = a >>> 0
        const y = b >>> 0
        return { eq: x === y, ne: x !== y, lt: x < y, le: x <= y, gt: x > y, ge: x >= y }
      }
    : ({ a, b }) => ({ eq: a === b, ne: a !== b, lt: a < b, le: a <= b, gt: a > b, ge: a >= b }),
  meta: { description: 'Compares unsigned words.', category: arithmetic, icon: '⋚' },
}))

/**
 * Compares two's-complement words.
 *
 * @input a: width — first operand
 * @input b: width — second operand
 * @output eq: bit — a = b
 * @output ne: bit — a ≠ b
 * @output lt: bit — a < b
 * @output le: bit — a ≤ b
 * @output gt: bit — a > b
 * @output ge: bit — a ≥ b
 * @output lte: bit — same as le
 * @output gte: bit — same as ge
 * @option width = 8 — wires of a and b
 * @formula each flag is 1 when its comparison of the signed numbers holds
 * @example
 * ```ts
 * // At 8 bits, 0x80 (−128) is less than 0x7F (127).
 * nodes: { cmp: SignedComparator({ width: 8 }) }
 * ```
 */
export const SignedComparator = circuit('SignedComparator', ({ width = 8 }: Width = {}) => {
  const shift = signShift(width)
  const half = halfWide(width)
  const span = spanWide(width)
  return {
    inputs: { a: bus(width), b: bus(width) },
    outputs: { eq: bit, ne: bit, lt: bit, le: bit, gt: bit, ge: bit, lte: bit, gte: bit },
    eval: fits32(width)
      ? ({ a, b }) => {
          const x = (a << shift) >> shift
          const y = (b << shift) >> shift
          const le = x <= y
          const ge = x >= y
          return { eq: x === y, ne: x !== y, lt: x < y, le, gt: x > y, ge, lte: le, gte: ge }
        }
      : ({ a, b }) => {
          const x = BigInt(a) >= half ? BigInt(a) - span : BigInt(a)
          const y = BigInt(b) >= half ? BigInt(b) - span : BigInt(b)
          const le = x <= y
          const ge = x >= y
          return { eq: x === y, ne: x !== y, lt: x < y, le, gt: x > y, ge, lte: le, gte: ge }
        },
    meta: { description: "Compares two's-complement words.", category: arithmetic, icon: '±⋚' },
  }
})
