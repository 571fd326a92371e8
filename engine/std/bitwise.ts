// Logic of whole words, bit by bit.

import { fits32, mask32, type Width } from './words'

const busOperations = 'bus-operations'

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
