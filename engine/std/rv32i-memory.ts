// Registers and memories of a RISC-V processor (RV32I), and what aligns the words that it loads.

import { wordAt } from './words'

const rv32i = 'rv32i'

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
