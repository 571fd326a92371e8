/** RISC-V words as text: RV32I, M, Zicsr and Zifencei, in the form of the assembler. */

const ABI = 'zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6'.split(
  ' ',
)

const LOADS = ['lb', 'lh', 'lw', undefined, 'lbu', 'lhu']
const STORES = ['sb', 'sh', 'sw']
const BRANCHES = ['beq', 'bne', undefined, undefined, 'blt', 'bge', 'bltu', 'bgeu']
const OPERATIONS = ['add', 'sll', 'slt', 'sltu', 'xor', 'srl', 'or', 'and']
const MULTIPLIES = ['mul', 'mulh', 'mulhsu', 'mulhu', 'div', 'divu', 'rem', 'remu']
const CSRS = [undefined, 'csrrw', 'csrrs', 'csrrc', undefined, 'csrrwi', 'csrrsi', 'csrrci']
const SYSTEM: Record<number, string> = {
  115: 'ecall',
  1048691: 'ebreak',
  807403635: 'mret',
  273678451: 'wfi',
}

/** The name of a register: as the ABI has it, or its number. */
export const registerName = (index: number, abi: boolean): string => (abi ? (ABI[index] ?? '') : `x${index}`)

/**
 * The instruction that a word is, or undefined when it is none. Targets of jumps and branches are told from the
 * instruction: `.+8`.
 */
export function disassembleRv32(word: number, abi: boolean): string | undefined {
  const w = word | 0
  const rd = registerName((w >>> 7) & 31, abi)
  const rs1 = registerName((w >>> 15) & 31, abi)
  const rs2 = registerName((w >>> 20) & 31, abi)
  const f3 = (w >>> 12) & 7
  const f7 = w >>> 25
  const immediate = w >> 20
  const form = (name: string | undefined, ...parts: (string | number)[]): string | undefined =>
    name && `${name} ${parts.join(', ')}`
  switch (w & 0x7f) {
    case 0x37:
      return form('lui', rd, upper(w))
    case 0x17:
      return form('auipc', rd, upper(w))
    case 0x6f:
      return form('jal', rd, target(jump(w)))
    case 0x67:
      return f3 === 0 ? form('jalr', rd, `${immediate}(${rs1})`) : undefined
    case 0x63:
      return form(BRANCHES[f3], rs1, rs2, target(branch(w)))
    case 0x03:
      return form(LOADS[f3], rd, `${immediate}(${rs1})`)
    case 0x23:
      return form(STORES[f3], rs2, `${((w >> 25) << 5) | ((w >>> 7) & 31)}(${rs1})`)
    case 0x13: {
      const shift = f3 === 1 || f3 === 5
      if (!shift) return form(`${OPERATIONS[f3]}i`.replace('sltui', 'sltiu'), rd, rs1, immediate)
      if (f7 !== 0 && !(f3 === 5 && f7 === 0x20)) return undefined
      return form(f7 === 0x20 ? 'srai' : `${OPERATIONS[f3]}i`, rd, rs1, (w >>> 20) & 31)
    }
    case 0x33:
      if (f7 === 1) return form(MULTIPLIES[f3], rd, rs1, rs2)
      if (f7 === 0x20) return form(f3 === 0 ? 'sub' : f3 === 5 ? 'sra' : undefined, rd, rs1, rs2)
      return f7 === 0 ? form(OPERATIONS[f3], rd, rs1, rs2) : undefined
    case 0x0f:
      if (f3 === 1) return 'fence.i'
      return f3 === 0 ? form('fence', order(w >>> 24), order(w >>> 20)) : undefined
    case 0x73: {
      if (f3 === 0) return SYSTEM[w]
      const csr = `0x${(w >>> 20).toString(16)}`
      return form(CSRS[f3], rd, csr, f3 >= 4 ? (w >>> 15) & 31 : rs1)
    }
  }
  return undefined
}

const upper = (w: number): string => `0x${(w >>> 12).toString(16)}`

const target = (offset: number): string => `.${offset < 0 ? '' : '+'}${offset}`

const branch = (w: number): number => ((w >> 31) << 12) | ((w & 0x80) << 4) | ((w >>> 20) & 0x7e0) | ((w >>> 7) & 0x1e)

const jump = (w: number): number => ((w >> 31) << 20) | (w & 0xf_f000) | ((w >>> 9) & 0x800) | ((w >>> 20) & 0x7fe)

/** The accesses that a fence orders: input, output, reads and writes. */
function order(bits: number): string {
  const text = ['i', 'o', 'r', 'w'].filter((_, i) => bits & (8 >> i)).join('')
  return text === '' ? '0' : text
}
