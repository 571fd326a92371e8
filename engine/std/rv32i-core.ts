// The RISC-V processor: five stages, put together from the parts in the other files of that name. The stages are
// not names of the library; they can be looked into on the canvas, and their names stand in the paths of nodes.
// They are factories so that they are built only where a processor is.

import { Adder } from './arithmetic'
import { BitSlice } from './bits'
import { BusAnd } from './bitwise'
import { Constant } from './io'
import { And, Not, Or } from './logic'
import { Mux } from './routing'
import { RV32I_Control, RV32I_Decode, RV32I_ImmGen } from './rv32i-decode'
import { RV32I_ALU, RV32I_BranchComp } from './rv32i-execute'
import { RV32I_LoadAlignFull, RV32I_RegisterFile } from './rv32i-memory'
import {
  RV32I_ForwardingUnit,
  RV32I_HazardUnit,
  RV32I_NextPCMux,
  RV32I_WBBypass,
  RV32I_WritebackMux,
} from './rv32i-pipeline'
import { Register } from './sequential'

type Widths<K extends string> = Readonly<Record<K, number>>

const names = <K extends string>(widths: Widths<K>) => Object.keys(widths) as K[]

/** One value for each name. */
const each = <K extends string, V>(widths: Widths<K>, make: (width: number) => V) =>
  Object.fromEntries(names(widths).map((name) => [name, make(widths[name])])) as Record<K, V>

/** Ports of these widths; one wire is a bit. */
const ports = <K extends string>(widths: Widths<K>) =>
  each(widths, (width): Simten.PortType => (width === 1 ? bit : bus(width)))

/** The same names with an ending. */
const ending = <K extends string, E extends string>(widths: Widths<K>, end: E) =>
  Object.fromEntries(names(widths).map((name) => [name + end, widths[name]])) as Record<`${K}${E}`, number>

/** A register for each name. */
const registers = <K extends string>(widths: Widths<K>) => each(widths, (width) => Register({ width }))

/** A two-way selector `<name>_mux` for each name. */
const selectors = <K extends string>(widths: Widths<K>) => each(ending(widths, '_mux'), (width) => Mux({ width }))

/** Ports that exist on a condition. Where it does not hold, nobody may look at them. */
const when = <P extends Simten.Ports>(condition: boolean, wanted: P) => (condition ? wanted : {}) as P

const zero = (width: number) => Constant({ value: 0, width })
const one = () => Constant({ value: 1, width: 1 })

/** Fetch: the program counter. It goes on by 4, or to where a branch or jump leads. */
const RV32I_IF_Stage = circuit('RV32I_IF_Stage', () => ({
  inputs: { stall_n: bit, redirect_taken: bit, redirect_target: bus(32) },
  outputs: { pc: bus(32), pc4: bus(32) },
  nodes: {
    pc: Register({ width: 32 }),
    four: Constant({ value: 4, width: 32 }),
    pc_plus4: Adder({ width: 32 }),
    pc_next_mux: Mux({ width: 32 }),
  },
  connect: ({ inputs, outputs, nodes: { pc, four, pc_plus4, pc_next_mux } }) => [
    pc.q.to(pc_plus4.a, outputs.pc),
    four.out.to(pc_plus4.b),
    pc_plus4.sum.to(pc_next_mux.in0, outputs.pc4),
    inputs.redirect_target.to(pc_next_mux.in1),
    inputs.redirect_taken.to(pc_next_mux.sel),
    pc_next_mux.out.to(pc.data),
    inputs.stall_n.to(pc.we),
  ],
}))

/** Between fetch and decode. A flush loads zeros, which is no instruction. */
const RV32I_IFID_Regs = circuit('RV32I_IFID_Regs', () => ({
  inputs: { instruction_in: bus(32), pc_in: bus(32), pc4_in: bus(32), we: bit, flush: bit },
  outputs: { instruction: bus(32), pc: bus(32), pc4: bus(32) },
  nodes: {
    zero32: zero(32),
    instr_mux: Mux({ width: 32 }),
    instr: Register({ width: 32 }),
    pc_mux: Mux({ width: 32 }),
    pc: Register({ width: 32 }),
    pc4_mux: Mux({ width: 32 }),
    pc4: Register({ width: 32 }),
  },
  connect: ({ inputs, outputs, nodes: { zero32, instr_mux, instr, pc_mux, pc, pc4_mux, pc4 } }) => [
    inputs.instruction_in.to(instr_mux.in0),
    inputs.pc_in.to(pc_mux.in0),
    inputs.pc4_in.to(pc4_mux.in0),
    zero32.out.to(instr_mux.in1, pc_mux.in1, pc4_mux.in1),
    inputs.flush.to(instr_mux.sel, pc_mux.sel, pc4_mux.sel),
    instr_mux.out.to(instr.data),
    pc_mux.out.to(pc.data),
    pc4_mux.out.to(pc4.data),
    inputs.we.to(instr.we, pc.we, pc4.we),
    instr.q.to(outputs.instruction),
    pc.q.to(outputs.pc),
    pc4.q.to(outputs.pc4),
  ],
}))

/** The results of decoding, apart from the operands: the 15 paths that a stall or flush replaces by zeros. */
const controls = {
  rs1: 5,
  rs2: 5,
  rd: 5,
  funct3: 3,
  alu_op: 4,
  alu_src: 1,
  mem_read: 1,
  mem_write: 1,
  reg_write: 1,
  mem_to_reg: 1,
  branch: 1,
  jump: 1,
  lui: 1,
  auipc: 1,
  is_jalr: 1,
}

/** Decode: registers, constant and control signals of the instruction. */
const RV32I_ID_Stage = circuit('RV32I_ID_Stage', ({ debug = false }: { debug?: boolean } = {}) => {
  const debugInputs = when(debug, { debug_rs: bus(5) })
  const debugOutputs = when(debug, { debug_read: bus(32) })
  return {
    inputs: { instruction: bus(32), wb_write_data: bus(32), wb_rd: bus(5), wb_we: bit, ...debugInputs },
    outputs: {
      read1: bus(32),
      read2: bus(32),
      imm: bus(32),
      ...ports(controls),
      hazard_rs1: bus(5),
      hazard_rs2: bus(5),
      ...debugOutputs,
    },
    nodes: {
      decode: RV32I_Decode,
      immgen: RV32I_ImmGen,
      control: RV32I_Control,
      // Bit 30 of the instruction tells subtraction and the signed shift.
      funct7_splitter: BitSlice({ low: 5, high: 5, width: 7 }),
      regfile: RV32I_RegisterFile,
      hazard_decode: RV32I_Decode,
      wb_bypass1: RV32I_WBBypass,
      wb_bypass2: RV32I_WBBypass,
    },
    connect: ({ inputs, outputs, nodes }) => {
      const { decode, immgen, control, funct7_splitter, regfile, hazard_decode, wb_bypass1, wb_bypass2 } = nodes
      const wires = [
        inputs.instruction.to(decode.instruction, immgen.instruction, hazard_decode.instruction),
        decode.opcode.to(control.opcode),
        decode.funct3.to(control.funct3, outputs.funct3),
        decode.funct7.to(funct7_splitter.in),
        funct7_splitter.out.to(control.funct7_bit),
        decode.rs1.to(regfile.rs1, wb_bypass1.rs_addr, outputs.rs1),
        decode.rs2.to(regfile.rs2, wb_bypass2.rs_addr, outputs.rs2),
        decode.rd.to(outputs.rd),
        inputs.wb_write_data.to(regfile.write_data, wb_bypass1.wb_val, wb_bypass2.wb_val),
        inputs.wb_rd.to(regfile.rd, wb_bypass1.wb_rd, wb_bypass2.wb_rd),
        inputs.wb_we.to(regfile.we, wb_bypass1.wb_we, wb_bypass2.wb_we),
        regfile.read1.to(wb_bypass1.rs_val),
        regfile.read2.to(wb_bypass2.rs_val),
        wb_bypass1.out.to(outputs.read1),
        wb_bypass2.out.to(outputs.read2),
        immgen.immediate.to(outputs.imm),
        control.alu_op.to(outputs.alu_op),
        control.alu_src.to(outputs.alu_src),
        control.mem_read.to(outputs.mem_read),
        control.mem_write.to(outputs.mem_write),
        control.reg_write.to(outputs.reg_write),
        control.mem_to_reg.to(outputs.mem_to_reg),
        control.branch.to(outputs.branch),
        control.jump.to(outputs.jump),
        control.lui.to(outputs.lui),
        control.auipc.to(outputs.auipc),
        control.is_jalr.to(outputs.is_jalr),
        hazard_decode.rs1.to(outputs.hazard_rs1),
        hazard_decode.rs2.to(outputs.hazard_rs2),
      ]
      if (debug) wires.push(inputs.debug_rs.to(regfile.debug_rs), regfile.debug_read.to(outputs.debug_read))
      return wires
    },
  }
})

/** The operands that decode reads for execute; loaded also when the instruction is replaced by nothing. */
const operands = { pc: 32, pc4: 32, read1: 32, read2: 32, imm: 32 }

/** Between decode and execute. A stall or a flush loads zeros into the control paths, which does nothing. */
const RV32I_IDEX_Regs = circuit('RV32I_IDEX_Regs', () => ({
  inputs: { ...ports(ending(operands, '_in')), ...ports(ending(controls, '_in')), flush: bit, stall: bit },
  outputs: { ...ports(operands), ...ports(controls) },
  nodes: {
    one1: one(),
    zero5: zero(5),
    zero4: zero(4),
    zero3: zero(3),
    zero1: zero(1),
    flush_or: Or,
    ...registers(operands),
    ...selectors(controls),
    ...registers(controls),
  },
  connect: ({ inputs, outputs, nodes }) => {
    const { one1, zero5, zero4, zero3, zero1, flush_or } = nodes
    const zeros = [zero1, zero1, zero1, zero3, zero4, zero5]
    const wires = [inputs.flush.to(flush_or.a), inputs.stall.to(flush_or.b)]
    for (const name of names(operands)) {
      wires.push(inputs[`${name}_in`].to(nodes[name].data), one1.out.to(nodes[name].we), nodes[name].q.to(outputs[name]))
    }
    for (const name of names(controls)) {
      const selector = nodes[`${name}_mux`]
      wires.push(
        inputs[`${name}_in`].to(selector.in0),
        zeros[controls[name]].out.to(selector.in1),
        flush_or.out.to(selector.sel),
        selector.out.to(nodes[name].data),
        one1.out.to(nodes[name].we),
        nodes[name].q.to(outputs[name]),
      )
    }
    return wires
  },
}))

/** Execute: the ALU with forwarded operands, and where branches and jumps go. */
const RV32I_EX_Stage = circuit('RV32I_EX_Stage', () => ({
  inputs: {
    ...ports(operands),
    ...ports({ funct3: 3, alu_op: 4, alu_src: 1, branch: 1, jump: 1, lui: 1, auipc: 1, is_jalr: 1 }),
    ...ports({ forward_a: 2, forward_b: 2, exmem_result: 32, wb_result: 32 }),
  },
  outputs: {
    alu_result: bus(32),
    result: bus(32),
    store_data: bus(32),
    pc_plus_imm: bus(32),
    branch_taken: bit,
    redirect_taken: bit,
    redirect_target: bus(32),
  },
  nodes: {
    zero32: zero(32),
    fwd_a_bit0: BitSlice({ low: 0, high: 0, width: 2 }),
    fwd_a_bit1: BitSlice({ low: 1, high: 1, width: 2 }),
    fwd_b_bit0: BitSlice({ low: 0, high: 0, width: 2 }),
    fwd_b_bit1: BitSlice({ low: 1, high: 1, width: 2 }),
    fwd_a_mux1: Mux({ width: 32 }),
    fwd_a_mux2: Mux({ width: 32 }),
    fwd_b_mux1: Mux({ width: 32 }),
    fwd_b_mux2: Mux({ width: 32 }),
    alu_src_mux: Mux({ width: 32 }),
    alu: RV32I_ALU,
    branch_comp: RV32I_BranchComp,
    branch_target: Adder({ width: 32 }),
    jalr_target: BusAnd({ width: 32 }),
    jalr_mask: Constant({ value: 4294967294, width: 32 }),
    pc_plus_imm: Adder({ width: 32 }),
    ex_result: RV32I_WritebackMux,
    branch_and: And,
    next_pc: RV32I_NextPCMux,
    pc_src_taken: Or,
  },
  connect: ({ inputs, outputs, nodes }) => [
    // Operands: the register, the result one ahead (code 1), or the word being written back (code 2).
    inputs.forward_a.to(nodes.fwd_a_bit0.in, nodes.fwd_a_bit1.in),
    inputs.forward_b.to(nodes.fwd_b_bit0.in, nodes.fwd_b_bit1.in),
    nodes.fwd_a_bit0.out.to(nodes.fwd_a_mux1.sel),
    nodes.fwd_a_bit1.out.to(nodes.fwd_a_mux2.sel),
    nodes.fwd_b_bit0.out.to(nodes.fwd_b_mux1.sel),
    nodes.fwd_b_bit1.out.to(nodes.fwd_b_mux2.sel),
    inputs.read1.to(nodes.fwd_a_mux1.in0),
    inputs.read2.to(nodes.fwd_b_mux1.in0),
    inputs.exmem_result.to(nodes.fwd_a_mux1.in1, nodes.fwd_b_mux1.in1),
    nodes.fwd_a_mux1.out.to(nodes.fwd_a_mux2.in0),
    nodes.fwd_b_mux1.out.to(nodes.fwd_b_mux2.in0),
    inputs.wb_result.to(nodes.fwd_a_mux2.in1, nodes.fwd_b_mux2.in1),
    // The ALU.
    nodes.fwd_a_mux2.out.to(nodes.alu.a, nodes.branch_comp.a),
    nodes.fwd_b_mux2.out.to(nodes.alu_src_mux.in0, nodes.branch_comp.b, outputs.store_data),
    inputs.imm.to(nodes.alu_src_mux.in1, nodes.branch_target.b, nodes.pc_plus_imm.b, nodes.ex_result.immediate),
    inputs.alu_src.to(nodes.alu_src_mux.sel),
    nodes.alu_src_mux.out.to(nodes.alu.b),
    inputs.alu_op.to(nodes.alu.alu_op),
    nodes.alu.result.to(outputs.alu_result, nodes.ex_result.alu_result, nodes.jalr_target.a),
    // The result that younger instructions may need; what a load gives is not known yet.
    nodes.zero32.out.to(nodes.ex_result.load_data),
    inputs.pc4.to(nodes.ex_result.pc_plus4, nodes.next_pc.pc_plus4),
    nodes.pc_plus_imm.sum.to(nodes.ex_result.pc_plus_imm, outputs.pc_plus_imm),
    inputs.lui.to(nodes.ex_result.lui),
    inputs.auipc.to(nodes.ex_result.auipc),
    inputs.jump.to(nodes.ex_result.jump, nodes.next_pc.jump, nodes.pc_src_taken.b),
    nodes.ex_result.write_data.to(outputs.result),
    // Branches and jumps.
    inputs.pc.to(nodes.branch_target.a, nodes.pc_plus_imm.a),
    nodes.branch_target.sum.to(nodes.next_pc.branch_target, nodes.next_pc.jal_target),
    nodes.jalr_mask.out.to(nodes.jalr_target.b),
    nodes.jalr_target.out.to(nodes.next_pc.jalr_target),
    inputs.funct3.to(nodes.branch_comp.funct3),
    nodes.branch_comp.take_branch.to(nodes.branch_and.b, nodes.next_pc.take_branch),
    inputs.branch.to(nodes.branch_and.a, nodes.next_pc.branch),
    inputs.is_jalr.to(nodes.next_pc.is_jalr),
    nodes.branch_and.out.to(nodes.pc_src_taken.a, outputs.branch_taken),
    nodes.pc_src_taken.out.to(outputs.redirect_taken),
    nodes.next_pc.next_pc.to(outputs.redirect_target),
  ],
}))

/** The values that execute hands to the memory stage. */
const executed = {
  alu_result: 32,
  result: 32,
  store_data: 32,
  rd: 5,
  funct3: 3,
  pc4: 32,
  imm: 32,
  pc_plus_imm: 32,
  mem_read: 1,
  mem_write: 1,
  reg_write: 1,
  mem_to_reg: 1,
  lui: 1,
  auipc: 1,
  jump: 1,
}

/** Between execute and memory. */
const RV32I_EXMEM_Regs = circuit('RV32I_EXMEM_Regs', () => ({
  inputs: ports(ending(executed, '_in')),
  outputs: ports(executed),
  nodes: { one1: one(), ...registers(executed) },
  connect: ({ inputs, outputs, nodes }) =>
    names(executed).flatMap((name) => [
      inputs[`${name}_in`].to(nodes[name].data),
      nodes.one1.out.to(nodes[name].we),
      nodes[name].q.to(outputs[name]),
    ]),
}))

/** The values that the memory stage hands to write-back. */
const loaded = {
  alu_result: 32,
  load_data: 32,
  rd: 5,
  funct3: 3,
  pc4: 32,
  imm: 32,
  pc_plus_imm: 32,
  reg_write: 1,
  mem_to_reg: 1,
  lui: 1,
  auipc: 1,
  jump: 1,
}

/** Between memory and write-back. The low address bits say which byte of the loaded word is meant. */
const RV32I_MEMWB_Regs = circuit('RV32I_MEMWB_Regs', () => ({
  inputs: ports(ending(loaded, '_in')),
  outputs: { ...ports(loaded), byte_offset_out: bus(2) },
  nodes: {
    one1: one(),
    lo2: BitSlice({ low: 0, high: 1, width: 32 }),
    byte_offset: Register({ width: 2 }),
    ...registers(loaded),
  },
  connect: ({ inputs, outputs, nodes }) => [
    inputs.alu_result_in.to(nodes.lo2.in),
    nodes.lo2.out.to(nodes.byte_offset.data),
    nodes.one1.out.to(nodes.byte_offset.we),
    nodes.byte_offset.q.to(outputs.byte_offset_out),
    ...names(loaded).flatMap((name) => [
      inputs[`${name}_in`].to(nodes[name].data),
      nodes.one1.out.to(nodes[name].we),
      nodes[name].q.to(outputs[name]),
    ]),
  ],
}))

/** Write-back: the word that goes to the register file. */
const RV32I_WB_Stage = circuit('RV32I_WB_Stage', () => ({
  inputs: {
    ...ports({ alu_result: 32, load_data: 32, pc4: 32, imm: 32, pc_plus_imm: 32, byte_offset: 2, funct3: 3 }),
    ...ports({ mem_to_reg: 1, lui: 1, auipc: 1, jump: 1 }),
  },
  outputs: { write_data: bus(32) },
  nodes: { load_align: RV32I_LoadAlignFull, wb_mux: RV32I_WritebackMux },
  connect: ({ inputs, outputs, nodes: { load_align, wb_mux } }) => [
    inputs.load_data.to(load_align.data),
    inputs.byte_offset.to(load_align.byte_offset),
    inputs.funct3.to(load_align.funct3),
    load_align.out.to(wb_mux.load_data),
    inputs.alu_result.to(wb_mux.alu_result),
    inputs.pc4.to(wb_mux.pc_plus4),
    inputs.imm.to(wb_mux.immediate),
    inputs.pc_plus_imm.to(wb_mux.pc_plus_imm),
    inputs.mem_to_reg.to(wb_mux.mem_to_reg),
    inputs.lui.to(wb_mux.lui),
    inputs.auipc.to(wb_mux.auipc),
    inputs.jump.to(wb_mux.jump),
    wb_mux.write_data.to(outputs.write_data),
  ],
}))

/**
 * A RISC-V processor with a five-stage pipeline.
 *
 * It runs RV32I; memories are outside. `instruction` must be the word at `instr_addr` in the same cycle, and
 * `data_read` the whole aligned word at `data_addr` in the cycle of `data_mem_read`: RV32I_InstrMem and
 * RV32I_DataMem do that. It starts at address 0. A load followed by a use of its result costs one cycle, a taken
 * branch or a jump two; results of the ALU are forwarded. Unknown instructions do nothing; there are no traps.
 *
 * @input instruction: 32 — the word at instr_addr
 * @input data_read: 32 — the word at data_addr
 * @input net_rx_data: 32 — not used
 * @input net_rx_valid: bit — not used
 * @input net_rx_frame: bit — not used
 * @input debug_addr: 5 — register shown at debug_value (with debug only)
 * @output instr_addr: 32 — the program counter
 * @output data_addr: 32 — byte address of a load or store
 * @output data_write: 32 — what is stored, in the low bytes
 * @output data_mem_read: bit — load
 * @output data_mem_write: bit — store
 * @output data_funct3: 3 — access size
 * @output net_tx_data: 32 — always 0
 * @output net_tx_valid: bit — always 0
 * @output net_tx_frame: bit — always 0
 * @output pc_out: 32 — the program counter
 * @output debug_value: 32 — register debug_addr (with debug only)
 * @output if_pc: 32 — program counter in fetch (with debug only)
 * @output id_pc: 32 — program counter in decode (with debug only)
 * @output ex_pc: 32 — program counter in execute (with debug only)
 * @output mem_pc4: 32 — program counter plus 4 in the memory stage (with debug only)
 * @output wb_pc4: 32 — program counter plus 4 in write-back (with debug only)
 * @option debug = false — adds the debug ports
 * @formula the RV32I instruction set
 * @clock every instruction in the pipeline moves on by one stage
 * @example
 * ```ts
 * nodes: { core: RV32I_Core(), program: RV32I_InstrMem, data: RV32I_DataMem },
 * connect: ({ nodes: { core, program, data } }) => [
 *   core.instr_addr.to(program.addr), program.instruction.to(core.instruction),
 *   core.data_addr.to(data.addr), core.data_write.to(data.write_data), core.data_funct3.to(data.funct3),
 *   core.data_mem_read.to(data.mem_read), core.data_mem_write.to(data.mem_write), data.read_data.to(core.data_read),
 * ]
 * ```
 */
export const RV32I_Core = circuit('RV32I_Core', ({ debug = false }: { debug?: boolean } = {}) => {
  const debugInputs = when(debug, { debug_addr: bus(5) })
  const debugPorts = { debug_value: 32, if_pc: 32, id_pc: 32, ex_pc: 32, mem_pc4: 32, wb_pc4: 32 }
  const debugOutputs = when(debug, ports(debugPorts))
  return {
    inputs: {
      ...ports({ instruction: 32, data_read: 32, net_rx_data: 32, net_rx_valid: 1, net_rx_frame: 1 }),
      ...debugInputs,
    },
    outputs: {
      ...ports({ instr_addr: 32, data_addr: 32, data_write: 32, data_mem_read: 1, data_mem_write: 1, data_funct3: 3 }),
      ...ports({ net_tx_data: 32, net_tx_valid: 1, net_tx_frame: 1, pc_out: 32 }),
      ...debugOutputs,
    },
    nodes: {
      IF: RV32I_IF_Stage(),
      IFID: RV32I_IFID_Regs(),
      ID: RV32I_ID_Stage(debug ? { debug } : {}),
      IDEX: RV32I_IDEX_Regs(),
      EX: RV32I_EX_Stage(),
      EXMEM: RV32I_EXMEM_Regs(),
      MEMWB: RV32I_MEMWB_Regs(),
      WB: RV32I_WB_Stage(),
      hazard: RV32I_HazardUnit,
      forward: RV32I_ForwardingUnit,
      stall_inv: Not,
    },
    connect: ({ inputs, outputs, nodes: { IF, IFID, ID, IDEX, EX, EXMEM, MEMWB, WB, hazard, forward, stall_inv } }) => {
      const wires = [
        // Fetch and decode.
        IF.pc.to(outputs.instr_addr, outputs.pc_out, IFID.pc_in),
        IF.pc4.to(IFID.pc4_in),
        inputs.instruction.to(IFID.instruction_in),
        IFID.instruction.to(ID.instruction),
        IFID.pc.to(IDEX.pc_in),
        IFID.pc4.to(IDEX.pc4_in),
        ID.read1.to(IDEX.read1_in),
        ID.read2.to(IDEX.read2_in),
        ID.imm.to(IDEX.imm_in),
        ...names(controls).map((name) => ID[name].to(IDEX[`${name}_in`])),
        // Execute.
        ...names(operands).map((name) => IDEX[name].to(EX[name])),
        IDEX.funct3.to(EX.funct3, EXMEM.funct3_in),
        IDEX.alu_op.to(EX.alu_op),
        IDEX.alu_src.to(EX.alu_src),
        IDEX.branch.to(EX.branch),
        IDEX.jump.to(EX.jump, EXMEM.jump_in, hazard.jump),
        IDEX.lui.to(EX.lui, EXMEM.lui_in),
        IDEX.auipc.to(EX.auipc, EXMEM.auipc_in),
        IDEX.is_jalr.to(EX.is_jalr),
        IDEX.rd.to(EXMEM.rd_in, hazard.id_rd),
        IDEX.pc4.to(EXMEM.pc4_in),
        IDEX.imm.to(EXMEM.imm_in),
        IDEX.mem_read.to(EXMEM.mem_read_in, hazard.id_mem_read),
        IDEX.mem_write.to(EXMEM.mem_write_in),
        IDEX.reg_write.to(EXMEM.reg_write_in),
        IDEX.mem_to_reg.to(EXMEM.mem_to_reg_in),
        EX.alu_result.to(EXMEM.alu_result_in),
        EX.result.to(EXMEM.result_in),
        EX.store_data.to(EXMEM.store_data_in),
        EX.pc_plus_imm.to(EXMEM.pc_plus_imm_in),
        EX.redirect_taken.to(IF.redirect_taken),
        EX.redirect_target.to(IF.redirect_target),
        // Memory.
        EXMEM.alu_result.to(outputs.data_addr, MEMWB.alu_result_in),
        EXMEM.store_data.to(outputs.data_write),
        EXMEM.mem_read.to(outputs.data_mem_read),
        EXMEM.mem_write.to(outputs.data_mem_write),
        EXMEM.funct3.to(outputs.data_funct3, MEMWB.funct3_in),
        inputs.data_read.to(MEMWB.load_data_in),
        EXMEM.rd.to(MEMWB.rd_in, forward.ex_rd),
        EXMEM.pc4.to(MEMWB.pc4_in),
        EXMEM.imm.to(MEMWB.imm_in),
        EXMEM.pc_plus_imm.to(MEMWB.pc_plus_imm_in),
        EXMEM.reg_write.to(MEMWB.reg_write_in, forward.ex_reg_write),
        EXMEM.mem_to_reg.to(MEMWB.mem_to_reg_in),
        EXMEM.lui.to(MEMWB.lui_in),
        EXMEM.auipc.to(MEMWB.auipc_in),
        EXMEM.jump.to(MEMWB.jump_in),
        // Write-back.
        MEMWB.alu_result.to(WB.alu_result),
        MEMWB.load_data.to(WB.load_data),
        MEMWB.byte_offset_out.to(WB.byte_offset),
        MEMWB.funct3.to(WB.funct3),
        MEMWB.pc4.to(WB.pc4),
        MEMWB.imm.to(WB.imm),
        MEMWB.pc_plus_imm.to(WB.pc_plus_imm),
        MEMWB.mem_to_reg.to(WB.mem_to_reg),
        MEMWB.lui.to(WB.lui),
        MEMWB.auipc.to(WB.auipc),
        MEMWB.jump.to(WB.jump),
        MEMWB.rd.to(ID.wb_rd, forward.mem_rd),
        MEMWB.reg_write.to(ID.wb_we, forward.mem_reg_write),
        WB.write_data.to(ID.wb_write_data, EX.wb_result),
        // Forwarding.
        IDEX.rs1.to(forward.id_rs1),
        IDEX.rs2.to(forward.id_rs2),
        forward.forward_a.to(EX.forward_a),
        forward.forward_b.to(EX.forward_b),
        EXMEM.result.to(EX.exmem_result),
        // Stalls and flushes.
        ID.hazard_rs1.to(hazard.if_rs1),
        ID.hazard_rs2.to(hazard.if_rs2),
        EX.branch_taken.to(hazard.branch_taken),
        hazard.stall.to(stall_inv.in, IDEX.stall),
        hazard.flush.to(IFID.flush, IDEX.flush),
        stall_inv.out.to(IF.stall_n, IFID.we),
      ]
      if (debug) {
        wires.push(
          inputs.debug_addr.to(ID.debug_rs),
          ID.debug_read.to(outputs.debug_value),
          IF.pc.to(outputs.if_pc),
          IFID.pc.to(outputs.id_pc),
          IDEX.pc.to(outputs.ex_pc),
          EXMEM.pc4.to(outputs.mem_pc4),
          MEMWB.pc4.to(outputs.wb_pc4),
        )
      }
      return wires
    },
    meta: { description: 'A RISC-V processor with a five-stage pipeline.' },
  }
})
