// Parts of a RISC-V processor (RV32I) that choose between its stages: what is written back, what comes next, what
// is forwarded, when a stage waits.

const rv32i = 'rv32i'

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
