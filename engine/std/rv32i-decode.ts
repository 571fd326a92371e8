// Parts of a RISC-V processor (RV32I) that take an instruction apart and say what it asks for.

const rv32i = 'rv32i'

/**
 * Takes an instruction word apart.
 *
 * @input instruction: 32 — the instruction word
 * @output opcode: 7 — bits 6 to 0
 * @output rd: 5 — bits 11 to 7, the destination register
 * @output funct3: 3 — bits 14 to 12
 * @output rs1: 5 — bits 19 to 15, the first source register
 * @output rs2: 5 — bits 24 to 20, the second source register
 * @output funct7: 7 — bits 31 to 25
 * @formula each output is a field of the instruction
 * @example
 * ```ts
 * // 0x00B50533 is add x10, x10, x11: opcode 0x33, rd 10, rs1 10, rs2 11.
 * nodes: { decode: RV32I_Decode }
 * ```
 */
export const RV32I_Decode = circuit('RV32I_Decode', {
  inputs: { instruction: bus(32) },
  outputs: { opcode: bus(7), rd: bus(5), funct3: bus(3), rs1: bus(5), rs2: bus(5), funct7: bus(7) },
  eval: ({ instruction }) => ({
    opcode: instruction & 0x7f,
    rd: (instruction >>> 7) & 31,
    funct3: (instruction >>> 12) & 7,
    rs1: (instruction >>> 15) & 31,
    rs2: (instruction >>> 20) & 31,
    funct7: instruction >>> 25,
  }),
  meta: { description: 'Takes an instruction word apart.', category: rv32i, icon: 'DEC' },
})

/**
 * Puts together the constant inside an instruction.
 *
 * The opcode decides where its bits are: 0x13, 0x03 and 0x67 are of type I, 0x23 of type S, 0x63 of type B,
 * 0x37 and 0x17 of type U, 0x6F of type J; any other gives 0. Shift instructions keep their whole 12-bit field.
 *
 * @input instruction: 32 — the instruction word
 * @output immediate: 32 — the constant, sign-extended
 * @formula the immediate formats of the RISC-V manual
 * @example
 * ```ts
 * // 0xFFF00093 is addi x1, x0, -1: immediate 0xFFFFFFFF.
 * nodes: { immediate: RV32I_ImmGen }
 * ```
 */
export const RV32I_ImmGen = circuit('RV32I_ImmGen', {
  inputs: { instruction: bus(32) },
  outputs: { immediate: bus(32) },
  eval: ({ instruction: i }: { instruction: number }) => {
    switch (i & 0x7f) {
      case 0x13:
      case 0x03:
      case 0x67:
        return { immediate: i >> 20 }
      case 0x23:
        return { immediate: ((i >> 25) << 5) | ((i >> 7) & 0x1f) }
      case 0x63:
        return { immediate: ((i >> 31) << 12) | ((i << 4) & 0x800) | ((i >> 20) & 0x7e0) | ((i >> 7) & 0x1e) }
      case 0x37:
      case 0x17:
        return { immediate: i & ~0xfff }
      case 0x6f:
        return { immediate: ((i >> 31) << 20) | (i & 0xff000) | ((i >> 9) & 0x800) | ((i >> 20) & 0x7fe) }
      default:
        return { immediate: 0 }
    }
  },
  meta: { description: 'Puts together the constant inside an instruction.', category: rv32i, icon: 'IMM' },
})

/** ALU operation by funct3, for the register and immediate instructions. */
const operations = [0, 5, 8, 9, 4, 6, 3, 2]

/**
 * Makes the control signals of an instruction.
 *
 * Unknown opcodes, fence and system instructions set nothing, so they do nothing.
 *
 * @input opcode: 7 — from the instruction
 * @input funct3: 3 — from the instruction
 * @input funct7_bit: bit — bit 30 of the instruction
 * @output alu_op: 4 — operation of RV32I_ALU
 * @output alu_src: bit — the second operand is the immediate
 * @output mem_read: bit — load
 * @output mem_write: bit — store
 * @output reg_write: bit — the result goes to a register
 * @output mem_to_reg: bit — the result comes from memory
 * @output branch: bit — conditional branch
 * @output jump: bit — jump, JAL or JALR
 * @output lui: bit — the result is the immediate
 * @output auipc: bit — the result is the program counter plus the immediate
 * @output is_jalr: bit — the jump goes to a register plus the immediate
 * @formula by opcode: 0x33 register, 0x13 immediate, 0x03 load, 0x23 store, 0x63 branch, 0x6F JAL, 0x67 JALR,
 *   0x37 LUI, 0x17 AUIPC
 * @example
 * ```ts
 * nodes: { decode: RV32I_Decode, control: RV32I_Control },
 * connect: ({ nodes: { decode, control } }) => [
 *   decode.opcode.to(control.opcode), decode.funct3.to(control.funct3),
 * ]
 * ```
 */
export const RV32I_Control = circuit('RV32I_Control', {
  inputs: { opcode: bus(7), funct3: bus(3), funct7_bit: bit },
  outputs: {
    alu_op: bus(4),
    alu_src: bit,
    mem_read: bit,
    mem_write: bit,
    reg_write: bit,
    mem_to_reg: bit,
    branch: bit,
    jump: bit,
    lui: bit,
    auipc: bit,
    is_jalr: bit,
  },
  eval: ({ opcode, funct3, funct7_bit }) => {
    const register = opcode === 0x33
    const immediate = opcode === 0x13
    const load = opcode === 0x03
    const store = opcode === 0x23
    const branch = opcode === 0x63
    const jal = opcode === 0x6f
    const jalr = opcode === 0x67
    const lui = opcode === 0x37
    const auipc = opcode === 0x17
    let alu_op = 0
    if (branch) alu_op = 1
    else if (register || immediate) {
      alu_op = operations[funct3]
      if (funct7_bit && funct3 === 0 && register) alu_op = 1
      if (funct7_bit && funct3 === 5) alu_op = 7
    }
    return {
      alu_op,
      alu_src: immediate || load || store || jalr,
      mem_read: load,
      mem_write: store,
      reg_write: register || immediate || load || jal || jalr || lui || auipc,
      mem_to_reg: load,
      branch,
      jump: jal || jalr,
      lui,
      auipc,
      is_jalr: jalr,
    }
  },
  meta: { description: 'Makes the control signals of an instruction.', category: rv32i, icon: 'CTL' },
})
