// Parts of a RISC-V processor (RV32I): each is one box of the textbook pipeline.

import { wordAt } from './words'

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

/** What the ALU computes; operations 10 to 15 give 0. */
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

/**
 * Holds the 32 registers of the processor.
 *
 * Register 0 always reads 0 and cannot be written. Reading needs no clock; a register being written shows its
 * old word until after the clock edge.
 *
 * @input rs1: 5 — register read at read1
 * @input rs2: 5 — register read at read2
 * @input rd: 5 — register written
 * @input write_data: 32 — what is written
 * @input we: bit — write enable
 * @input debug_rs: 5 — register read at debug_read
 * @output read1: 32 — register rs1
 * @output read2: 32 — register rs2
 * @output debug_read: 32 — register debug_rs
 * @formula read = register number = 0 ? 0 : memory[register number]
 * @clock we = 1 and rd ≠ 0: register rd becomes write_data
 * @example
 * ```ts
 * nodes: { registers: RV32I_RegisterFile }
 * ```
 */
export const RV32I_RegisterFile = circuit('RV32I_RegisterFile', {
  inputs: { rs1: bus(5), rs2: bus(5), rd: bus(5), write_data: bus(32), we: bit, debug_rs: bus(5) },
  outputs: { read1: bus(32), read2: bus(32), debug_read: bus(32) },
  state: { memory: mem(32, 32) },
  // Register 0 needs no test here: it is never written, so it holds 0 unless an image was loaded into it.
  eval: ({ rs1, rs2, debug_rs, memory }) => ({
    read1: rs1 === 0 ? 0 : memory[rs1],
    read2: rs2 === 0 ? 0 : memory[rs2],
    debug_read: debug_rs === 0 ? 0 : memory[debug_rs],
  }),
  onTick: ({ rd = 0, write_data = 0, we, memory }) => {
    if (we && rd !== 0) memory[rd] = write_data
    return { memory }
  },
  meta: { description: 'Holds the 32 registers of the processor.', category: rv32i, icon: 'RF' },
})

/**
 * Holds a program: 65,536 bytes read as 32-bit words.
 *
 * The low two bits of the address are ignored, bytes are in little-endian order, and addresses outside the
 * memory read 0. The program is loaded into `memory` before the run.
 *
 * @input addr: 32 — byte address
 * @output instruction: 32 — the word there
 * @option memory = {} — contents, byte by byte: an array, an object address → byte, or a Map
 * @formula instruction = Σ memory[4 · ⌊addr / 4⌋ + i] · 256^i, i = 0 … 3
 * @clock nothing changes
 * @example
 * ```ts
 * nodes: { core: RV32I_Core(), program: RV32I_InstrMem },
 * connect: ({ nodes: { core, program } }) => [
 *   core.instr_addr.to(program.addr), program.instruction.to(core.instruction),
 * ]
 * ```
 */
export const RV32I_InstrMem = circuit('RV32I_InstrMem', {
  inputs: { addr: bus(32) },
  outputs: { instruction: bus(32) },
  state: { memory: mem(65536, 8) },
  eval: ({ addr, memory }) => ({ instruction: wordAt(memory, addr) }),
  onTick: ({ memory }) => ({ memory }),
  meta: { description: 'Holds a program: 65,536 bytes read as 32-bit words.', category: rv32i, icon: 'IM' },
})

/**
 * Holds a processor's data: 65,536 bytes.
 *
 * Reading gives the whole word that contains the address, bytes in little-endian order; RV32I_LoadAlignFull
 * takes the byte or half word out of it. Writing puts one, two or four bytes at the exact address.
 *
 * @input addr: 32 — byte address
 * @input write_data: 32 — what is written, in the low bytes
 * @input mem_read: bit — read strobe
 * @input mem_write: bit — write strobe
 * @input funct3: 3 — access size: 0 byte, 1 half word, 2 word, 4 and 5 unsigned loads
 * @output read_data: 32 — the word at addr while reading, else 0
 * @output misalign: bit — the address does not fit the access size
 * @option memory = {} — contents at the start, byte by byte: an array, an object address → byte, or a Map
 * @formula read_data = Σ memory[4 · ⌊addr / 4⌋ + i] · 256^i, i = 0 … 3
 * @clock mem_write = 1: funct3 0, 1 or 2 writes 1, 2 or 4 bytes from addr on
 * @example
 * ```ts
 * nodes: { core: RV32I_Core(), data: RV32I_DataMem },
 * connect: ({ nodes: { core, data } }) => [
 *   core.data_addr.to(data.addr), core.data_write.to(data.write_data), core.data_funct3.to(data.funct3),
 *   core.data_mem_read.to(data.mem_read), core.data_mem_write.to(data.mem_write), data.read_data.to(core.data_read),
 * ]
 * ```
 */
export const RV32I_DataMem = circuit('RV32I_DataMem', {
  inputs: { addr: bus(32), write_data: bus(32), mem_read: bit, mem_write: bit, funct3: bus(3) },
  outputs: { read_data: bus(32), misalign: bit },
  state: { memory: mem(65536, 8) },
  eval: ({ addr, mem_read, mem_write, funct3, memory }) => {
    const half = (funct3 & 3) === 1 && (addr & 1) !== 0
    const whole = funct3 === 2 && (addr & 3) !== 0
    return {
      read_data: mem_read ? wordAt(memory, addr) : 0,
      misalign: (mem_read || mem_write) && (half || whole) ? 1 : 0,
    }
  },
  onTick: ({ addr = 0, write_data = 0, mem_write, funct3 = 0, memory }) => {
    if (mem_write && funct3 <= 2) {
      const first = addr >>> 0
      memory[first] = write_data & 0xff
      if (funct3 >= 1) memory[first + 1] = (write_data >>> 8) & 0xff
      if (funct3 === 2) {
        memory[first + 2] = (write_data >>> 16) & 0xff
        memory[first + 3] = write_data >>> 24
      }
    }
    return { memory }
  },
  meta: { description: "Holds a processor's data: 65,536 bytes.", category: rv32i, icon: 'DM' },
})

/**
 * Chooses what is written back to a register.
 *
 * @input alu_result: 32 — result of the ALU
 * @input load_data: 32 — loaded from memory
 * @input pc_plus4: 32 — address of the next instruction
 * @input immediate: 32 — the instruction's constant
 * @input pc_plus_imm: 32 — program counter plus the constant
 * @input mem_to_reg: bit — choose load_data
 * @input lui: bit — choose immediate
 * @input auipc: bit — choose pc_plus_imm
 * @input jump: bit — choose pc_plus4
 * @output write_data: 32 — the chosen word
 * @formula write_data = jump ? pc_plus4 : auipc ? pc_plus_imm : lui ? immediate : mem_to_reg ? load_data : alu_result
 * @example
 * ```ts
 * nodes: { writeBack: RV32I_WritebackMux }
 * ```
 */
export const RV32I_WritebackMux = circuit('RV32I_WritebackMux', {
  inputs: {
    alu_result: bus(32),
    load_data: bus(32),
    pc_plus4: bus(32),
    immediate: bus(32),
    pc_plus_imm: bus(32),
    mem_to_reg: bit,
    lui: bit,
    auipc: bit,
    jump: bit,
  },
  outputs: { write_data: bus(32) },
  eval: ({ alu_result, load_data, pc_plus4, immediate, pc_plus_imm, mem_to_reg, lui, auipc, jump }) => ({
    write_data: jump ? pc_plus4 : auipc ? pc_plus_imm : lui ? immediate : mem_to_reg ? load_data : alu_result,
  }),
  meta: { description: 'Chooses what is written back to a register.', category: rv32i, icon: 'WB' },
})

/**
 * Chooses the next program counter.
 *
 * @input pc_plus4: 32 — the next instruction
 * @input branch_target: 32 — where a branch goes
 * @input jal_target: 32 — where JAL goes
 * @input jalr_target: 32 — where JALR goes; its bit 0 is cleared
 * @input branch: bit — the instruction is a branch
 * @input take_branch: bit — its condition holds
 * @input jump: bit — the instruction is a jump
 * @input is_jalr: bit — the jump is JALR
 * @output next_pc: 32 — the next program counter
 * @formula next_pc = jump ? (is_jalr ? jalr_target − jalr_target mod 2 : jal_target) :
 *   branch and take_branch ? branch_target : pc_plus4
 * @example
 * ```ts
 * nodes: { next: RV32I_NextPCMux }
 * ```
 */
export const RV32I_NextPCMux = circuit('RV32I_NextPCMux', {
  inputs: {
    pc_plus4: bus(32),
    branch_target: bus(32),
    jal_target: bus(32),
    jalr_target: bus(32),
    branch: bit,
    take_branch: bit,
    jump: bit,
    is_jalr: bit,
  },
  outputs: { next_pc: bus(32) },
  eval: ({ pc_plus4, branch_target, jal_target, jalr_target, branch, take_branch, jump, is_jalr }) => {
    if (jump) return { next_pc: is_jalr ? jalr_target & ~1 : jal_target }
    return { next_pc: branch && take_branch ? branch_target : pc_plus4 }
  },
  meta: { description: 'Chooses the next program counter.', category: rv32i, icon: 'PC' },
})

/** Where a source register's newest value is: 1 in the stage after execute, 2 in write-back, 0 in the register file. */
function forward(source: number, exRd: number, exWrites: number, memRd: number, memWrites: number): number {
  if (exWrites && exRd !== 0 && exRd === source) return 1
  return memWrites && memRd !== 0 && memRd === source ? 2 : 0
}

/**
 * Finds results that are needed before they are written back.
 *
 * @input id_rs1: 5 — first source register of the instruction in execute
 * @input id_rs2: 5 — second source register
 * @input ex_rd: 5 — destination of the instruction one ahead
 * @input ex_reg_write: bit — it writes a register
 * @input mem_rd: 5 — destination of the instruction two ahead
 * @input mem_reg_write: bit — it writes a register
 * @output forward_a: 2 — for id_rs1: 1 take the result one ahead, 2 two ahead, 0 the register
 * @output forward_b: 2 — the same for id_rs2
 * @formula the nearer result wins; register 0 is never forwarded
 * @example
 * ```ts
 * nodes: { forward: RV32I_ForwardingUnit }
 * ```
 */
export const RV32I_ForwardingUnit = circuit('RV32I_ForwardingUnit', {
  inputs: { id_rs1: bus(5), id_rs2: bus(5), ex_rd: bus(5), ex_reg_write: bit, mem_rd: bus(5), mem_reg_write: bit },
  outputs: { forward_a: bus(2), forward_b: bus(2) },
  eval: ({ id_rs1, id_rs2, ex_rd, ex_reg_write, mem_rd, mem_reg_write }) => ({
    forward_a: forward(id_rs1, ex_rd, ex_reg_write, mem_rd, mem_reg_write),
    forward_b: forward(id_rs2, ex_rd, ex_reg_write, mem_rd, mem_reg_write),
  }),
  meta: { description: 'Finds results that are needed before they are written back.', category: rv32i, icon: 'FWD' },
})

/**
 * Passes a word being written back to a read of the same register.
 *
 * @input rs_val: 32 — what the register file reads
 * @input rs_addr: 5 — the register read
 * @input wb_val: 32 — what is being written
 * @input wb_rd: 5 — the register written
 * @input wb_we: bit — write enable
 * @output out: 32 — the newest word of the register
 * @formula out = wb_we and wb_rd ≠ 0 and wb_rd = rs_addr ? wb_val : rs_val
 * @example
 * ```ts
 * nodes: { bypass: RV32I_WBBypass }
 * ```
 */
export const RV32I_WBBypass = circuit('RV32I_WBBypass', {
  inputs: { rs_val: bus(32), rs_addr: bus(5), wb_val: bus(32), wb_rd: bus(5), wb_we: bit },
  outputs: { out: bus(32) },
  eval: ({ rs_val, rs_addr, wb_val, wb_rd, wb_we }) => ({
    out: wb_we && wb_rd !== 0 && wb_rd === rs_addr ? wb_val : rs_val,
  }),
  meta: {
    description: 'Passes a word being written back to a read of the same register.',
    category: rv32i,
    icon: 'BYP',
  },
})

/** A byte, a half word or the whole word, sign- or zero-extended as a load instruction wants it. */
function extend(byte: number, half: number, word: number, funct3: number): number {
  switch (funct3) {
    case 0:
      return (byte << 24) >> 24
    case 1:
      return (half << 16) >> 16
    case 4:
      return byte & 0xff
    case 5:
      return half & 0xffff
    default:
      return word
  }
}

/**
 * Extends a loaded byte or half word that is already in the low bits.
 *
 * @input data: 32 — the loaded word
 * @input funct3: 3 — 0 signed byte, 1 signed half word, 4 unsigned byte, 5 unsigned half word, else the word
 * @output out: 32 — the value for the register
 * @formula out = the low 8, 16 or 32 bits of data, extended
 * @example
 * ```ts
 * nodes: { align: RV32I_LoadAlign }
 * ```
 */
export const RV32I_LoadAlign = circuit('RV32I_LoadAlign', {
  inputs: { data: bus(32), funct3: bus(3) },
  outputs: { out: bus(32) },
  eval: ({ data, funct3 }) => ({ out: extend(data, data, data, funct3) }),
  meta: {
    description: 'Extends a loaded byte or half word that is already in the low bits.',
    category: rv32i,
    icon: 'LA',
  },
})

/**
 * Takes a loaded byte or half word out of its memory word and extends it.
 *
 * @input data: 32 — the memory word
 * @input byte_offset: 2 — low two bits of the address; half words ignore bit 0
 * @input funct3: 3 — 0 signed byte, 1 signed half word, 4 unsigned byte, 5 unsigned half word, else the word
 * @output out: 32 — the value for the register
 * @formula out = the addressed 8, 16 or all 32 bits of data, extended
 * @example
 * ```ts
 * nodes: { align: RV32I_LoadAlignFull }
 * ```
 */
export const RV32I_LoadAlignFull = circuit('RV32I_LoadAlignFull', {
  inputs: { data: bus(32), byte_offset: bus(2), funct3: bus(3) },
  outputs: { out: bus(32) },
  eval: ({ data, byte_offset, funct3 }) => ({
    out: extend(data >>> (byte_offset * 8), data >>> ((byte_offset & 2) * 8), data, funct3),
  }),
  meta: {
    description: 'Takes a loaded byte or half word out of its memory word and extends it.',
    category: rv32i,
    icon: 'LA2',
  },
})

/**
 * Tells when the pipeline must wait or throw instructions away.
 *
 * Both source fields are compared, also when the instruction does not use them.
 *
 * @input if_rs1: 5 — first source register of the instruction being decoded
 * @input if_rs2: 5 — second source register
 * @input id_rd: 5 — destination of the instruction ahead of it
 * @input id_mem_read: bit — that one is a load
 * @input branch_taken: bit — a branch is taken
 * @input jump: bit — a jump is taken
 * @output stall: bit — wait one cycle for the load
 * @output flush: bit — throw the younger instructions away
 * @formula stall = id_mem_read and id_rd ≠ 0 and (id_rd = if_rs1 or id_rd = if_rs2); flush = branch_taken or jump
 * @example
 * ```ts
 * nodes: { hazard: RV32I_HazardUnit }
 * ```
 */
export const RV32I_HazardUnit = circuit('RV32I_HazardUnit', {
  inputs: { if_rs1: bus(5), if_rs2: bus(5), id_rd: bus(5), id_mem_read: bit, branch_taken: bit, jump: bit },
  outputs: { stall: bit, flush: bit },
  eval: ({ if_rs1, if_rs2, id_rd, id_mem_read, branch_taken, jump }) => ({
    stall: id_mem_read && id_rd !== 0 && (id_rd === if_rs1 || id_rd === if_rs2) ? 1 : 0,
    flush: branch_taken | jump,
  }),
  meta: {
    description: 'Tells when the pipeline must wait or throw instructions away.',
    category: rv32i,
    icon: 'HAZ',
  },
})
