// Parts of a RISC-V processor (RV32I) that compute and decide.

const rv32i = 'rv32i'

/** Functions of the ALU; operations 10 to 15 give 0. */
function compute(a: number, b: number, operation: number): number {
  switch (operation) {
    case 0:
      return a + b
    case 1:
      return a - b
    case 2:
      return a & b
    case 3:
      return a | b
    case 4:
      return a ^ b
    case 5:
      return a << (b & 31)
    case 6:
      return a >>> (b & 31)
    case 7:
      return a >> (b & 31)
    case 8:
      return a < b ? 1 : 0
    case 9:
      return a >>> 0 < b >>> 0 ? 1 : 0
    default:
      return 0
  }
}

/**
 * Computes with two 32-bit words.
 *
 * Operations: 0 add, 1 subtract, 2 and, 3 or, 4 xor, 5 shift left, 6 shift right, 7 shift right with sign,
 * 8 signed less-than, 9 unsigned less-than; 10 to 15 give 0. Shifts use the low five bits of b.
 *
 * @input a: 32 — first operand
 * @input b: 32 — second operand
 * @input alu_op: 4 — the operation
 * @output result: 32 — the result, modulo 2^32
 * @output zero: bit — 1 when the result is 0
 * @formula result = a (operation) b
 * @example
 * ```ts
 * nodes: { alu: RV32I_ALU, subtract: Constant({ value: 1, width: 4 }) }
 * ```
 */
export const RV32I_ALU = circuit('RV32I_ALU', {
  inputs: { a: bus(32), b: bus(32), alu_op: bus(4) },
  outputs: { result: bus(32), zero: bit },
  eval: ({ a, b, alu_op }) => {
    const result = compute(a, b, alu_op) | 0
    return { result, zero: result === 0 }
  },
  meta: { description: 'Computes with two 32-bit words.', category: rv32i, icon: 'ALU' },
})

/**
 * Decides whether a conditional branch is taken.
 *
 * @input a: 32 — first operand
 * @input b: 32 — second operand
 * @input funct3: 3 — condition: 0 equal, 1 not equal, 4 signed less, 5 signed greater or equal, 6 unsigned less,
 *   7 unsigned greater or equal; 2 and 3 never hold
 * @output take_branch: bit — the condition holds
 * @formula take_branch = a (condition) b
 * @example
 * ```ts
 * nodes: { compare: RV32I_BranchComp }
 * ```
 */
export const RV32I_BranchComp = circuit('RV32I_BranchComp', {
  inputs: { a: bus(32), b: bus(32), funct3: bus(3) },
  outputs: { take_branch: bit },
  eval: ({ a, b, funct3 }) => {
    switch (funct3) {
      case 0:
        return { take_branch: a === b }
      case 1:
        return { take_branch: a !== b }
      case 4:
        return { take_branch: a < b }
      case 5:
        return { take_branch: a >= b }
      case 6:
        return { take_branch: a >>> 0 < b >>> 0 }
      case 7:
        return { take_branch: a >>> 0 >= b >>> 0 }
      default:
        return { take_branch: false }
    }
  },
  meta: { description: 'Decides whether a conditional branch is taken.', category: rv32i, icon: 'CMP' },
})
