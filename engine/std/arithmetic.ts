// Adders, multipliers and dividers.

import { And, Or, Xor } from './logic'
import { fits32, halfWide, mask32, max32, maxWide, signShift, spanWide, type Width } from './words'

const arithmetic = 'arithmetic'

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
