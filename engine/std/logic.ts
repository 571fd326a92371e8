// Logic gates of one bit, and logic of whole words that gives one bit.

import { fits32, mask32, maxWide } from './words'

const gates = 'logic-gates'
const busOperations = 'bus-operations'

/**
 * 1 when both inputs are 1.
 *
 * @input a: bit — first operand
 * @input b: bit — second operand
 * @output out: bit — a AND b
 * @formula out = a · b
 * @example
 * ```ts
 * const Both = circuit('Both', {
 *   inputs: { a: bit, b: bit },
 *   outputs: { y: bit },
 *   nodes: { g: And },
 *   connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.a), inputs.b.to(g.b), g.out.to(outputs.y)],
 * })
 * ```
 */
export const And = circuit('And', {
  inputs: { a: bit, b: bit },
  outputs: { out: bit },
  eval: ({ a, b }) => ({ out: a & b }),
  meta: { description: '1 when both inputs are 1.', category: gates, icon: '&' },
})

/**
 * 1 when at least one input is 1.
 *
 * @input a: bit — first operand
 * @input b: bit — second operand
 * @output out: bit — a OR b
 * @formula out = 1 unless a and b are both 0
 * @example
 * ```ts
 * nodes: { any: Or },
 * connect: ({ inputs, outputs, nodes: { any } }) => [inputs.a.to(any.a), inputs.b.to(any.b), any.out.to(outputs.y)]
 * ```
 */
export const Or = circuit('Or', {
  inputs: { a: bit, b: bit },
  outputs: { out: bit },
  eval: ({ a, b }) => ({ out: a | b }),
  meta: { description: '1 when at least one input is 1.', category: gates, icon: '≥1' },
})

/**
 * The opposite of its input.
 *
 * @input in: bit — operand
 * @output out: bit — NOT in
 * @formula out = 1 − in
 * @example
 * ```ts
 * nodes: { n: Not },
 * connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)]
 * ```
 */
export const Not = circuit('Not', {
  inputs: { in: bit },
  outputs: { out: bit },
  eval: ({ in: x }) => ({ out: x ^ 1 }),
  meta: { description: 'The opposite of its input.', category: gates, icon: '¬' },
})

/**
 * 0 when both inputs are 1, else 1.
 *
 * @input a: bit — first operand
 * @input b: bit — second operand
 * @output out: bit — NOT (a AND b)
 * @formula out = 1 − a · b
 * @example
 * ```ts
 * // An SR latch from two Nand gates: each output feeds the other gate.
 * nodes: { s: Nand, r: Nand },
 * connect: ({ inputs, outputs, nodes: { s, r } }) => [
 *   inputs.set_n.to(s.a), r.out.to(s.b), inputs.reset_n.to(r.b), s.out.to(r.a, outputs.q),
 * ]
 * ```
 */
export const Nand = circuit('Nand', {
  inputs: { a: bit, b: bit },
  outputs: { out: bit },
  eval: ({ a, b }) => ({ out: (a & b) ^ 1 }),
  meta: { description: '0 when both inputs are 1, else 1.', category: gates, icon: '⊼' },
})

/**
 * 1 when both inputs are 0.
 *
 * @input a: bit — first operand
 * @input b: bit — second operand
 * @output out: bit — NOT (a OR b)
 * @formula out = 1 only when a = b = 0
 * @example
 * ```ts
 * nodes: { none: Nor },
 * connect: ({ inputs, outputs, nodes: { none } }) => [inputs.a.to(none.a), inputs.b.to(none.b), none.out.to(outputs.y)]
 * ```
 */
export const Nor = circuit('Nor', {
  inputs: { a: bit, b: bit },
  outputs: { out: bit },
  eval: ({ a, b }) => ({ out: (a | b) ^ 1 }),
  meta: { description: '1 when both inputs are 0.', category: gates, icon: '⊽' },
})

/**
 * 1 when the inputs differ.
 *
 * @input a: bit — first operand
 * @input b: bit — second operand
 * @output out: bit — a XOR b
 * @formula out = (a + b) mod 2
 * @example
 * ```ts
 * // The sum bit of a half adder.
 * nodes: { sum: Xor },
 * connect: ({ inputs, outputs, nodes: { sum } }) => [inputs.a.to(sum.a), inputs.b.to(sum.b), sum.out.to(outputs.sum)]
 * ```
 */
export const Xor = circuit('Xor', {
  inputs: { a: bit, b: bit },
  outputs: { out: bit },
  eval: ({ a, b }) => ({ out: a ^ b }),
  meta: { description: '1 when the inputs differ.', category: gates, icon: '⊕' },
})

/**
 * 1 when the inputs are equal.
 *
 * @input a: bit — first operand
 * @input b: bit — second operand
 * @output out: bit — NOT (a XOR b)
 * @formula out = 1 when a = b, else 0
 * @example
 * ```ts
 * nodes: { same: Xnor },
 * connect: ({ inputs, outputs, nodes: { same } }) => [inputs.a.to(same.a), inputs.b.to(same.b), same.out.to(outputs.y)]
 * ```
 */
export const Xnor = circuit('Xnor', {
  inputs: { a: bit, b: bit },
  outputs: { out: bit },
  eval: ({ a, b }) => ({ out: a ^ b ^ 1 }),
  meta: { description: '1 when the inputs are equal.', category: gates, icon: '⊙' },
})

/**
 * Passes its input on unchanged.
 *
 * @input in: bit — operand
 * @output out: bit — the same bit
 * @formula out = in
 * @example
 * ```ts
 * nodes: { stage: Buffer },
 * connect: ({ inputs, outputs, nodes: { stage } }) => [inputs.a.to(stage.in), stage.out.to(outputs.y)]
 * ```
 */
export const Buffer = circuit('Buffer', {
  inputs: { in: bit },
  outputs: { out: bit },
  eval: ({ in: x }) => ({ out: x }),
  meta: { description: 'Passes its input on unchanged.', category: gates, icon: '▷' },
})

/**
 * 1 when both words are not zero.
 *
 * The `&&` of words: each operand counts as true when any of its bits is set.
 *
 * @input a: aWidth — first operand
 * @input b: bWidth — second operand
 * @output out: bit — a AND b as truth values
 * @option aWidth = 8 — wires of a
 * @option bWidth = 8 — wires of b
 * @formula out = (a ≠ 0 and b ≠ 0) ? 1 : 0
 * @example
 * ```ts
 * nodes: { both: LogicAnd({ aWidth: 8, bWidth: 16 }) }
 * ```
 */
export const LogicAnd = circuit('LogicAnd', ({ aWidth = 8, bWidth = 8 }: { aWidth?: number; bWidth?: number } = {}) => ({
  inputs: { a: bus(aWidth), b: bus(bWidth) },
  outputs: { out: bit },
  eval: ({ a, b }) => ({ out: a && b ? 1 : 0 }),
  meta: { description: '1 when both words are not zero.', category: gates, icon: '&&' },
}))

/**
 * 1 when at least one word is not zero.
 *
 * The `||` of words: each operand counts as true when any of its bits is set.
 *
 * @input a: aWidth — first operand
 * @input b: bWidth — second operand
 * @output out: bit — a OR b as truth values
 * @option aWidth = 8 — wires of a
 * @option bWidth = 8 — wires of b
 * @formula out = (a ≠ 0 or b ≠ 0) ? 1 : 0
 * @example
 * ```ts
 * nodes: { either: LogicOr({ aWidth: 4, bWidth: 4 }) }
 * ```
 */
export const LogicOr = circuit('LogicOr', ({ aWidth = 8, bWidth = 8 }: { aWidth?: number; bWidth?: number } = {}) => ({
  inputs: { a: bus(aWidth), b: bus(bWidth) },
  outputs: { out: bit },
  eval: ({ a, b }) => ({ out: a || b ? 1 : 0 }),
  meta: { description: '1 when at least one word is not zero.', category: gates, icon: '||' },
}))

/**
 * 1 when the word is zero.
 *
 * The `!` of words. Its input is called `a`, not `in`.
 *
 * @input a: width — operand
 * @output out: bit — NOT a as a truth value
 * @option width = 8 — wires of a
 * @formula out = (a = 0) ? 1 : 0
 * @example
 * ```ts
 * nodes: { isZero: LogicNot({ width: 32 }) }
 * ```
 */
export const LogicNot = circuit('LogicNot', ({ width = 8 }: { width?: number } = {}) => ({
  inputs: { a: bus(width) },
  outputs: { out: bit },
  eval: ({ a }) => ({ out: a ? 0 : 1 }),
  meta: { description: '1 when the word is zero.', category: gates, icon: '!' },
}))

/**
 * 1 when any bit of the word is set.
 *
 * @input a: width — operand
 * @output out: bit — the OR of all bits
 * @option width = 8 — wires of a
 * @formula out = (a ≠ 0) ? 1 : 0
 * @example
 * ```ts
 * nodes: { busy: ReduceOr({ width: 16 }) }
 * ```
 */
export const ReduceOr = circuit('ReduceOr', ({ width = 8 }: { width?: number } = {}) => ({
  inputs: { a: bus(width) },
  outputs: { out: bit },
  eval: ({ a }) => ({ out: a ? 1 : 0 }),
  meta: { description: '1 when any bit of the word is set.', category: busOperations, icon: '|a' },
}))

/**
 * 1 when all bits of the word are set.
 *
 * @input a: width — operand
 * @output out: bit — the AND of all bits
 * @option width = 8 — wires of a
 * @formula out = (a = 2^width − 1) ? 1 : 0
 * @example
 * ```ts
 * nodes: { full: ReduceAnd({ width: 4 }) }
 * ```
 */
export const ReduceAnd = circuit('ReduceAnd', ({ width = 8 }: { width?: number } = {}) => {
  const mask = mask32(width)
  const max = maxWide(width)
  return {
    inputs: { a: bus(width) },
    outputs: { out: bit },
    eval: fits32(width) ? ({ a }) => ({ out: a === mask ? 1 : 0 }) : ({ a }) => ({ out: BigInt(a) === max ? 1 : 0 }),
    meta: { description: '1 when all bits of the word are set.', category: busOperations, icon: '&a' },
  }
})

/** 1 when an odd number of the 32 bits of x is set. */
function parity32(x: number): number {
  let p = x ^ (x >>> 16)
  p ^= p >>> 8
  p ^= p >>> 4
  p ^= p >>> 2
  p ^= p >>> 1
  return p & 1
}

/** 1n when an odd number of the bits of x, which has at most `width`, is set. */
function parityWide(x: bigint, width: number): bigint {
  let p = x
  for (let distance = 1; distance < width; distance *= 2) p ^= p >> BigInt(distance)
  return p & 1n
}

/**
 * 1 when an odd number of bits is set (odd parity).
 *
 * @input a: width — operand
 * @output out: bit — the XOR of all bits
 * @option width = 8 — wires of a
 * @formula out = (number of set bits of a) mod 2
 * @example
 * ```ts
 * nodes: { parity: ReduceXor({ width: 8 }) }
 * ```
 */
export const ReduceXor = circuit('ReduceXor', ({ width = 8 }: { width?: number } = {}) => ({
  inputs: { a: bus(width) },
  outputs: { out: bit },
  eval: fits32(width) ? ({ a }) => ({ out: parity32(a) }) : ({ a }) => ({ out: parityWide(BigInt(a), width) }),
  meta: { description: '1 when an odd number of bits is set (odd parity).', category: busOperations, icon: '^a' },
}))

/**
 * 1 when an even number of bits is set (even parity).
 *
 * @input a: width — operand
 * @output out: bit — the XNOR of all bits; 1 for a = 0
 * @option width = 8 — wires of a
 * @formula out = 1 − (number of set bits of a) mod 2
 * @example
 * ```ts
 * nodes: { even: ReduceXnor({ width: 8 }) }
 * ```
 */
export const ReduceXnor = circuit('ReduceXnor', ({ width = 8 }: { width?: number } = {}) => ({
  inputs: { a: bus(width) },
  outputs: { out: bit },
  eval: fits32(width) ? ({ a }) => ({ out: parity32(a) ^ 1 }) : ({ a }) => ({ out: parityWide(BigInt(a), width) ^ 1n }),
  meta: { description: '1 when an even number of bits is set (even parity).', category: busOperations, icon: '~^a' },
}))
