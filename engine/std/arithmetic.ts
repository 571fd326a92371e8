// Adders, multipliers, dividers, comparators, shifters, and bit-by-bit operations of whole words.

import { And, Or, Xor } from './logic'
import { exact, fits32, halfWide, mask32, max32, maxWide, signShift, spanWide } from './words'

const arithmetic = 'arithmetic'
const busOperations = 'bus-operations'

type Width = { width?: number }

/**
 * Adds one to a byte.
 *
 * Always 8 bits wide; 255 wraps to 0.
 *
 * @input in: 8 — operand
 * @output out: 8 — in + 1
 * @formula out = (in + 1) mod 256
 * @example
 * ```ts
 * // An 8-bit counter.
 * nodes: { count: Register(), next: Incrementer, on: Constant({ value: 1 }) },
 * connect: ({ outputs, nodes: { count, next, on } }) => [
 *   count.q.to(next.in, outputs.count), next.out.to(count.data), on.out.to(count.we),
 * ]
 * ```
 */
export const Incrementer = circuit('Incrementer', {
  inputs: { in: bus(8) },
  outputs: { out: bus(8) },
  eval: ({ in: x }) => ({ out: (x + 1) & 0xff }),
  meta: { description: 'Adds one to a byte.', category: arithmetic, icon: '+1' },
})

/**
 * Adds three bits, built from gates.
 *
 * A composite of two half adders and an Or; open it to see the gates work.
 *
 * @input a: bit — first operand
 * @input b: bit — second operand
 * @input carry_in: bit — carry from the stage below
 * @output sum: bit — low bit of the total
 * @output carry_out: bit — carry into the stage above
 * @formula 2 · carry_out + sum = a + b + carry_in
 * @example
 * ```ts
 * // Two stages of a ripple-carry adder.
 * nodes: { fa: [FullAdder, FullAdder] },
 * connect: ({ inputs, nodes: { fa } }) => [inputs.carry_in.to(fa[0].carry_in), fa[0].carry_out.to(fa[1].carry_in)]
 * ```
 */
export const FullAdder = circuit('FullAdder', {
  inputs: { a: bit, b: bit, carry_in: bit },
  outputs: { sum: bit, carry_out: bit },
  nodes: { ab: Xor, sum2: Xor, andAB: And, andC: And, carry: Or },
  connect: ({ inputs, outputs, nodes: { ab, sum2, andAB, andC, carry } }) => [
    inputs.a.to(ab.a, andAB.a),
    inputs.b.to(ab.b, andAB.b),
    ab.out.to(sum2.a, andC.a),
    inputs.carry_in.to(sum2.b, andC.b),
    sum2.out.to(outputs.sum),
    andAB.out.to(carry.a),
    andC.out.to(carry.b),
    carry.out.to(outputs.carry_out),
  ],
  meta: { description: 'Adds three bits, built from gates.', category: arithmetic, icon: 'FA' },
})

/**
 * Adds two words and a carry.
 *
 * @input a: width — first operand
 * @input b: width — second operand
 * @input carry_in: bit — added to the total
 * @output sum: width — the total, without its carry
 * @output carry_out: bit — 1 when the total does not fit into width bits
 * @option width = 8 — wires of a, b and sum
 * @option carry_in = 0 — accepted, but the port of this name decides
 * @formula carry_out · 2^width + sum = a + b + carry_in
 * @example
 * ```ts
 * nodes: { add: Adder({ width: 16 }) },
 * connect: ({ inputs, outputs, nodes: { add } }) => [
 *   inputs.a.to(add.a), inputs.b.to(add.b), add.sum.to(outputs.sum), add.carry_out.to(outputs.carry),
 * ]
 * ```
 */
export const Adder = circuit('Adder', ({ width = 8 }: Width & { carry_in?: number } = {}) => {
  const mask = mask32(width)
  const max = max32(width)
  const maxTotal = maxWide(width)
  return {
    inputs: { a: bus(width), b: bus(width), carry_in: bit },
    outputs: { sum: bus(width), carry_out: bit },
    eval: fits32(width)
      ? ({ a, b, carry_in }) => {
          const total = (a >>> 0) + (b >>> 0) + carry_in
          return { sum: (total & mask) >>> 0, carry_out: total > max ? 1 : 0 }
        }
      : ({ a, b, carry_in }) => {
          const total = BigInt(a) + BigInt(b) + BigInt(carry_in)
          return { sum: BigInt.asUintN(width, total), carry_out: total > maxTotal ? 1 : 0 }
        },
    meta: { description: 'Adds two words and a carry.', category: arithmetic, icon: '+' },
  }
})

/**
 * Subtracts a word and a borrow from a word.
 *
 * @input a: width — what is subtracted from
 * @input b: width — what is subtracted
 * @input borrow_in: bit — subtracted as well
 * @output difference: width — a − b − borrow_in, wrapped to width bits
 * @output borrow_out: bit — 1 when the result is below zero
 * @option width = 8 — wires of a, b and difference
 * @formula difference − borrow_out · 2^width = a − b − borrow_in
 * @example
 * ```ts
 * nodes: { sub: Subtractor({ width: 32 }) }
 * ```
 */
export const Subtractor = circuit('Subtractor', ({ width = 8 }: Width = {}) => {
  const mask = mask32(width)
  return {
    inputs: { a: bus(width), b: bus(width), borrow_in: bit },
    outputs: { difference: bus(width), borrow_out: bit },
    eval: fits32(width)
      ? ({ a, b, borrow_in }) => {
          const total = (a >>> 0) - (b >>> 0) - borrow_in
          return { difference: (total & mask) >>> 0, borrow_out: total < 0 ? 1 : 0 }
        }
      : ({ a, b, borrow_in }) => {
          const total = BigInt(a) - BigInt(b) - BigInt(borrow_in)
          return { difference: BigInt.asUintN(width, total), borrow_out: total < 0n ? 1 : 0 }
        },
    meta: { description: 'Subtracts a word and a borrow from a word.', category: arithmetic, icon: '−' },
  }
})

/**
 * Multiplies two unsigned bytes into 16 bits.
 *
 * Always 8 × 8 bits; for other widths, or to keep only the low bits, see WrappingMultiplier.
 *
 * @input a: 8 — first factor
 * @input b: 8 — second factor
 * @output product: 16 — a · b, never too large
 * @formula product = a · b
 * @example
 * ```ts
 * nodes: { mul: Multiplier },
 * connect: ({ inputs, outputs, nodes: { mul } }) => [
 *   inputs.a.to(mul.a), inputs.b.to(mul.b), mul.product.to(outputs.product),
 * ]
 * ```
 */
export const Multiplier = circuit('Multiplier', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { product: bus(16) },
  eval: ({ a, b }) => ({ product: a * b }),
  meta: { description: 'Multiplies two unsigned bytes into 16 bits.', category: arithmetic, icon: '×' },
})

/**
 * Multiplies two words and keeps the low bits.
 *
 * The result is the same for signed and unsigned operands.
 *
 * @input a: width — first factor
 * @input b: width — second factor
 * @output out: width — low bits of the product
 * @option width = 8 — wires of a, b and out
 * @formula out = (a · b) mod 2^width
 * @example
 * ```ts
 * nodes: { mul: WrappingMultiplier({ width: 32 }) }
 * ```
 */
export const WrappingMultiplier = circuit('WrappingMultiplier', ({ width = 8 }: Width = {}) => {
  const mask = mask32(width)
  return {
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width)
      ? ({ a, b }) => ({ out: (Math.imul(a, b) & mask) >>> 0 })
      : ({ a, b }) => ({ out: BigInt.asUintN(width, BigInt(a) * BigInt(b)) }),
    meta: { description: 'Multiplies two words and keeps the low bits.', category: arithmetic, icon: '×↩' },
  }
})

/**
 * Divides unsigned words.
 *
 * Division by zero gives all ones, as RISC-V has it.
 *
 * @input a: width — dividend
 * @input b: width — divisor
 * @output out: width — quotient, rounded down
 * @option width = 8 — wires of a, b and out
 * @formula out = b = 0 ? 2^width − 1 : ⌊a / b⌋
 * @example
 * ```ts
 * nodes: { div: Divider({ width: 16 }), rest: Modulo({ width: 16 }) }
 * ```
 */
export const Divider = circuit('Divider', ({ width = 8 }: Width = {}) => {
  const max = max32(width)
  const allOnes = maxWide(width)
  return {
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width)
      ? ({ a, b }) => ({ out: b === 0 ? max : Math.floor((a >>> 0) / (b >>> 0)) })
      : ({ a, b }) => ({ out: BigInt(b) === 0n ? allOnes : BigInt(a) / BigInt(b) }),
    meta: { description: 'Divides unsigned words.', category: arithmetic, icon: '÷' },
  }
})

/**
 * The remainder of unsigned division.
 *
 * Division by zero gives the dividend.
 *
 * @input a: width — dividend
 * @input b: width — divisor
 * @output out: width — remainder
 * @option width = 8 — wires of a, b and out
 * @formula out = b = 0 ? a : a mod b
 * @example
 * ```ts
 * nodes: { digit: Modulo({ width: 16 }), ten: Constant({ value: 10, width: 16 }) }
 * ```
 */
export const Modulo = circuit('Modulo', ({ width = 8 }: Width = {}) => ({
  inputs: { a: bus(width), b: bus(width) },
  outputs: { out: bus(width) },
  eval: fits32(width)
    ? ({ a, b }) => ({ out: b === 0 ? a >>> 0 : (a >>> 0) % (b >>> 0) })
    : ({ a, b }) => ({ out: BigInt(b) === 0n ? BigInt(a) : BigInt(a) % BigInt(b) }),
  meta: { description: 'The remainder of unsigned division.', category: arithmetic, icon: '%' },
}))

/**
 * Divides two's-complement words.
 *
 * The quotient is rounded toward zero. Division by zero gives all ones (−1); the most negative number
 * divided by −1 wraps to itself.
 *
 * @input a: width — dividend
 * @input b: width — divisor
 * @output out: width — quotient
 * @option width = 8 — wires of a, b and out
 * @formula out = b = 0 ? 2^width − 1 : trunc(signed a / signed b) mod 2^width
 * @example
 * ```ts
 * // At 8 bits, 0xF9 (−7) divided by 2 is 0xFD (−3).
 * nodes: { div: SignedDivider({ width: 8 }) }
 * ```
 */
export const SignedDivider = circuit('SignedDivider', ({ width = 8 }: Width = {}) => {
  const shift = signShift(width)
  const mask = mask32(width)
  const max = max32(width)
  const allOnes = maxWide(width)
  const half = halfWide(width)
  const span = spanWide(width)
  return {
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width)
      ? ({ a, b }) => {
          const dividend = (a << shift) >> shift
          const divisor = (b << shift) >> shift
          return { out: divisor === 0 ? max : ((dividend / divisor) & mask) >>> 0 }
        }
      : ({ a, b }) => {
          const x = BigInt(a)
          const y = BigInt(b)
          if (y === 0n) return { out: allOnes }
          // Magnitudes, which fit the width where the signed numbers would need one bit more.
          const quotient = (x >= half ? span - x : x) / (y >= half ? span - y : y)
          return { out: BigInt.asUintN(width, x >= half === y >= half ? quotient : -quotient) }
        },
    meta: { description: "Divides two's-complement words.", category: arithmetic, icon: '÷±' },
  }
})

/**
 * The remainder of two's-complement division.
 *
 * It has the sign of the dividend. Division by zero gives the dividend.
 *
 * @input a: width — dividend
 * @input b: width — divisor
 * @output out: width — remainder
 * @option width = 8 — wires of a, b and out
 * @formula out = b = 0 ? a : (signed a − b · trunc(signed a / signed b)) mod 2^width
 * @example
 * ```ts
 * // At 8 bits, 0xF9 (−7) modulo 2 is 0xFF (−1).
 * nodes: { rest: SignedModulo({ width: 8 }) }
 * ```
 */
export const SignedModulo = circuit('SignedModulo', ({ width = 8 }: Width = {}) => {
  const shift = signShift(width)
  const mask = mask32(width)
  const half = halfWide(width)
  const span = spanWide(width)
  return {
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width)
      ? ({ a, b }) => {
          const dividend = (a << shift) >> shift
          const divisor = (b << shift) >> shift
          return { out: divisor === 0 ? a >>> 0 : ((dividend % divisor) & mask) >>> 0 }
        }
      : ({ a, b }) => {
          const x = BigInt(a)
          const y = BigInt(b)
          if (y === 0n) return { out: x }
          const remainder = (x >= half ? span - x : x) % (y >= half ? span - y : y)
          return { out: BigInt.asUintN(width, x >= half ? -remainder : remainder) }
        },
    meta: { description: "The remainder of two's-complement division.", category: arithmetic, icon: '%±' },
  }
})

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

/**
 * Adds two signed bytes and tells overflow.
 *
 * Always 8 bits wide.
 *
 * @input a: 8 — first operand, two's complement
 * @input b: 8 — second operand, two's complement
 * @input carry_in: bit — added to the total
 * @output sum: 8 — the total, wrapped to 8 bits
 * @output overflow: bit — 1 when both operands have one sign and the sum has the other
 * @output carry_out: bit — 1 when the unsigned total exceeds 255
 * @formula sum = (a + b + carry_in) mod 256; overflow = bit 7 of (a ⊕ sum) and (b ⊕ sum)
 * @example
 * ```ts
 * // 127 + 1 gives sum 0x80 and overflow 1.
 * nodes: { add: SignedAdder }
 * ```
 */
export const SignedAdder = circuit('SignedAdder', {
  inputs: { a: bus(8), b: bus(8), carry_in: bit },
  outputs: { sum: bus(8), overflow: bit, carry_out: bit },
  eval: ({ a, b, carry_in }) => {
    const total = a + b + carry_in
    const sum = total & 0xff
    return { sum, overflow: (((a ^ sum) & (b ^ sum)) >> 7) & 1, carry_out: total > 0xff ? 1 : 0 }
  },
  meta: { description: 'Adds two signed bytes and tells overflow.', category: arithmetic, icon: '±+' },
})

/**
 * Multiplies two signed bytes into 16 bits.
 *
 * Always 8 × 8 bits.
 *
 * @input a: 8 — first factor, two's complement
 * @input b: 8 — second factor, two's complement
 * @output product: 16 — the product, two's complement
 * @formula product = (signed a · signed b) mod 65536
 * @example
 * ```ts
 * // 0xFF (−1) times 2 gives 0xFFFE (−2).
 * nodes: { mul: SignedMultiplier }
 * ```
 */
export const SignedMultiplier = circuit('SignedMultiplier', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { product: bus(16) },
  eval: ({ a, b }) => ({ product: (((a << 24) >> 24) * ((b << 24) >> 24)) & 0xffff }),
  meta: { description: 'Multiplies two signed bytes into 16 bits.', category: arithmetic, icon: '±×' },
})

/**
 * AND of each pair of bits.
 *
 * @input a: width — first operand
 * @input b: width — second operand
 * @output out: width — the bits set in both
 * @option width = 8 — wires of a, b and out
 * @formula bit i of out = bit i of a AND bit i of b
 * @example
 * ```ts
 * nodes: { low: BusAnd(), mask: Constant({ value: 0x0f, width: 8 }) }
 * ```
 */
export const BusAnd = circuit('BusAnd', ({ width = 8 }: Width = {}) => ({
  inputs: { a: bus(width), b: bus(width) },
  outputs: { out: bus(width) },
  eval: fits32(width) ? ({ a, b }) => ({ out: (a & b) >>> 0 }) : ({ a, b }) => ({ out: BigInt(a) & BigInt(b) }),
  meta: { description: 'AND of each pair of bits.', category: busOperations, icon: '&8' },
}))

/**
 * OR of each pair of bits.
 *
 * @input a: width — first operand
 * @input b: width — second operand
 * @output out: width — the bits set in either
 * @option width = 8 — wires of a, b and out
 * @formula bit i of out = bit i of a OR bit i of b
 * @example
 * ```ts
 * nodes: { merged: BusOr({ width: 16 }) }
 * ```
 */
export const BusOr = circuit('BusOr', ({ width = 8 }: Width = {}) => ({
  inputs: { a: bus(width), b: bus(width) },
  outputs: { out: bus(width) },
  eval: fits32(width) ? ({ a, b }) => ({ out: (a | b) >>> 0 }) : ({ a, b }) => ({ out: BigInt(a) | BigInt(b) }),
  meta: { description: 'OR of each pair of bits.', category: busOperations, icon: '|8' },
}))

/**
 * The opposite of each bit.
 *
 * @input in: width — operand
 * @output out: width — the bits that are not set
 * @option width = 8 — wires of in and out
 * @formula out = 2^width − 1 − in
 * @example
 * ```ts
 * nodes: { inverted: BusNot({ width: 4 }) }
 * ```
 */
export const BusNot = circuit('BusNot', ({ width = 8 }: Width = {}) => {
  const mask = mask32(width)
  return {
    inputs: { in: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width)
      ? ({ in: x }) => ({ out: (~x & mask) >>> 0 })
      : ({ in: x }) => ({ out: BigInt.asUintN(width, ~BigInt(x)) }),
    meta: { description: 'The opposite of each bit.', category: busOperations, icon: '¬8' },
  }
})

/**
 * XOR of each pair of bits.
 *
 * @input a: width — first operand
 * @input b: width — second operand
 * @output out: width — the bits in which they differ
 * @option width = 8 — wires of a, b and out
 * @formula bit i of out = bit i of a XOR bit i of b
 * @example
 * ```ts
 * nodes: { difference: BusXor() }
 * ```
 */
export const BusXor = circuit('BusXor', ({ width = 8 }: Width = {}) => ({
  inputs: { a: bus(width), b: bus(width) },
  outputs: { out: bus(width) },
  eval: fits32(width) ? ({ a, b }) => ({ out: (a ^ b) >>> 0 }) : ({ a, b }) => ({ out: BigInt(a) ^ BigInt(b) }),
  meta: { description: 'XOR of each pair of bits.', category: busOperations, icon: '⊕8' },
}))

/**
 * XNOR of each pair of bits.
 *
 * @input a: width — first operand
 * @input b: width — second operand
 * @output out: width — the bits in which they agree
 * @option width = 8 — wires of a, b and out
 * @formula bit i of out = 1 when bit i of a equals bit i of b
 * @example
 * ```ts
 * nodes: { same: BusXnor() }
 * ```
 */
export const BusXnor = circuit('BusXnor', ({ width = 8 }: Width = {}) => {
  const mask = mask32(width)
  return {
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width)
      ? ({ a, b }) => ({ out: (~(a ^ b) & mask) >>> 0 })
      : ({ a, b }) => ({ out: BigInt.asUintN(width, ~(BigInt(a) ^ BigInt(b))) }),
    meta: { description: 'XNOR of each pair of bits.', category: busOperations, icon: '⊙8' },
  }
})
