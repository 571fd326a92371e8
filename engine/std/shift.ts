// Shifters.

import { exact, fits32, halfWide, mask32, max32, maxWide, signShift, spanWide, type Width } from './words'

const arithmetic = 'arithmetic'

/**
 * Shifts a word left, filling with zeros.
 *
 * @input value: width — what is shifted
 * @input shift: width — by how many places; from width on, nothing is left
 * @output result: width — the shifted word
 * @option width = 8 — wires of value, shift and result
 * @formula result = (value · 2^shift) mod 2^width
 * @example
 * ```ts
 * nodes: { shl: LeftShifter({ width: 16 }), four: Constant({ value: 4, width: 16 }) }
 * ```
 */
export const LeftShifter = circuit('LeftShifter', ({ width = 8 }: Width = {}) => {
  const mask = mask32(width)
  const limit = exact(width)
  return {
    inputs: { value: bus(width), shift: bus(width) },
    outputs: { result: bus(width) },
    eval: fits32(width)
      ? ({ value, shift }) => ({ result: shift >>> 0 >= width ? 0 : ((value << shift) & mask) >>> 0 })
      : ({ value, shift }) => ({
          result: BigInt(shift) >= limit ? 0n : BigInt.asUintN(width, BigInt(value) << BigInt(shift)),
        }),
    meta: { description: 'Shifts a word left, filling with zeros.', category: arithmetic, icon: '≪' },
  }
})

/**
 * Shifts a word right, filling with zeros.
 *
 * @input value: width — what is shifted
 * @input shift: width — by how many places; from width on, nothing is left
 * @output result: width — the shifted word
 * @option width = 8 — wires of value, shift and result
 * @formula result = ⌊value / 2^shift⌋
 * @example
 * ```ts
 * nodes: { shr: RightShifter({ width: 16 }) }
 * ```
 */
export const RightShifter = circuit('RightShifter', ({ width = 8 }: Width = {}) => {
  const limit = exact(width)
  return {
    inputs: { value: bus(width), shift: bus(width) },
    outputs: { result: bus(width) },
    eval: fits32(width)
      ? ({ value, shift }) => ({ result: shift >>> 0 >= width ? 0 : value >>> shift })
      : ({ value, shift }) => ({ result: BigInt(shift) >= limit ? 0n : BigInt(value) >> BigInt(shift) }),
    meta: { description: 'Shifts a word right, filling with zeros.', category: arithmetic, icon: '≫' },
  }
})

/**
 * Shifts a two's-complement word right, copying the sign bit.
 *
 * @input value: width — what is shifted
 * @input shift: width — by how many places; from width on, only copies of the sign are left
 * @output result: width — the shifted word
 * @option width = 8 — wires of value, shift and result
 * @formula result = ⌊signed value / 2^shift⌋ mod 2^width
 * @example
 * ```ts
 * // At 8 bits, 0x81 (−127) shifted by 1 is 0xC0 (−64).
 * nodes: { sar: SignedRightShifter({ width: 8 }) }
 * ```
 */
export const SignedRightShifter = circuit('SignedRightShifter', ({ width = 8 }: Width = {}) => {
  const sign = signShift(width)
  const mask = mask32(width)
  const max = max32(width)
  const limit = exact(width)
  const allOnes = maxWide(width)
  const half = halfWide(width)
  const span = spanWide(width)
  return {
    inputs: { value: bus(width), shift: bus(width) },
    outputs: { result: bus(width) },
    eval: fits32(width)
      ? ({ value, shift }) => {
          const v = (value << sign) >> sign
          if (shift >>> 0 >= width) return { result: v < 0 ? max : 0 }
          return { result: ((v >> shift) & mask) >>> 0 }
        }
      : ({ value, shift }) => {
          const v = BigInt(value) >= half ? BigInt(value) - span : BigInt(value)
          if (BigInt(shift) >= limit) return { result: v < 0n ? allOnes : 0n }
          return { result: BigInt.asUintN(width, v >> BigInt(shift)) }
        },
    meta: {
      description: "Shifts a two's-complement word right, copying the sign bit.",
      category: arithmetic,
      icon: '≫±',
    },
  }
})
