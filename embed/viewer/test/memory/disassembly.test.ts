import { expect, it } from 'vitest'
import { disassembleHack } from '../../src/memory/hack.ts'
import { disassembleRv32 } from '../../src/memory/rv32.ts'
import { columnsOf, instruction, shown, showsOf, typed } from '../../src/memory/show.ts'

// The words are those of the base formats in the RISC-V manual, put together by hand.
it.each([
  [0x1234_52b7, 'lui t0, 0x12345'],
  [0xffff_f517, 'auipc a0, 0xfffff'],
  [0x0080_00ef, 'jal ra, .+8'],
  [0xff9f_f06f, 'jal zero, .-8'],
  [0x0000_8067, 'jalr zero, 0(ra)'],
  [0xfe05_0ee3, 'beq a0, zero, .-4'],
  [0x00b5_1463, 'bne a0, a1, .+8'],
  [0x00b5_4463, 'blt a0, a1, .+8'],
  [0x00b5_5463, 'bge a0, a1, .+8'],
  [0x00b5_6463, 'bltu a0, a1, .+8'],
  [0x00b5_7463, 'bgeu a0, a1, .+8'],
  [0xfff5_0503, 'lb a0, -1(a0)'],
  [0x0005_1503, 'lh a0, 0(a0)'],
  [0x0041_2503, 'lw a0, 4(sp)'],
  [0x0005_4503, 'lbu a0, 0(a0)'],
  [0x0005_5503, 'lhu a0, 0(a0)'],
  [0x00b5_0023, 'sb a1, 0(a0)'],
  [0x00b5_1123, 'sh a1, 2(a0)'],
  [0xfeb1_2e23, 'sw a1, -4(sp)'],
  [0xfff5_0513, 'addi a0, a0, -1'],
  [0x0055_2513, 'slti a0, a0, 5'],
  [0x0055_3513, 'sltiu a0, a0, 5'],
  [0x0055_4513, 'xori a0, a0, 5'],
  [0x0055_6513, 'ori a0, a0, 5'],
  [0x0055_7513, 'andi a0, a0, 5'],
  [0x0035_1513, 'slli a0, a0, 3'],
  [0x0035_5513, 'srli a0, a0, 3'],
  [0x4035_5513, 'srai a0, a0, 3'],
  [0x00c5_8533, 'add a0, a1, a2'],
  [0x40c5_8533, 'sub a0, a1, a2'],
  [0x00c5_9533, 'sll a0, a1, a2'],
  [0x00c5_a533, 'slt a0, a1, a2'],
  [0x00c5_b533, 'sltu a0, a1, a2'],
  [0x00c5_c533, 'xor a0, a1, a2'],
  [0x00c5_d533, 'srl a0, a1, a2'],
  [0x40c5_d533, 'sra a0, a1, a2'],
  [0x00c5_e533, 'or a0, a1, a2'],
  [0x00c5_f533, 'and a0, a1, a2'],
  [0x02c5_8533, 'mul a0, a1, a2'],
  [0x02c5_9533, 'mulh a0, a1, a2'],
  [0x02c5_a533, 'mulhsu a0, a1, a2'],
  [0x02c5_b533, 'mulhu a0, a1, a2'],
  [0x02c5_c533, 'div a0, a1, a2'],
  [0x02c5_d533, 'divu a0, a1, a2'],
  [0x02c5_e533, 'rem a0, a1, a2'],
  [0x02c5_f533, 'remu a0, a1, a2'],
  [0x0ff0_000f, 'fence iorw, iorw'],
  [0x0000_100f, 'fence.i'],
  [0x0000_0073, 'ecall'],
  [0x0010_0073, 'ebreak'],
  [0x3020_0073, 'mret'],
  [0x1050_0073, 'wfi'],
  [0x3005_1573, 'csrrw a0, 0x300, a0'],
  [0x3005_2573, 'csrrs a0, 0x300, a0'],
  [0x3005_3573, 'csrrc a0, 0x300, a0'],
  [0x3002_d573, 'csrrwi a0, 0x300, 5'],
  [0x3002_e573, 'csrrsi a0, 0x300, 5'],
  [0x3002_f573, 'csrrci a0, 0x300, 5'],
])('reads %i as %s', (word, text) => {
  expect(disassembleRv32(word, true)).toBe(text)
})

it('writes registers by number, too, and knows what is no instruction', () => {
  expect(disassembleRv32(0x00c5_8533, false)).toBe('add x10, x11, x12')
  for (const word of [0, 0xffff_ffff, 0x0000_2063, 0x0005_3503, 0x00b5_3023, 0x4035_1513, 0x80c5_8533, 0x0000_1067])
    expect(disassembleRv32(word, true), word.toString(16)).toBeUndefined()
})

it.each([
  [0x0000, '@0'],
  [0x7fff, '@32767'],
  [0xea87, '0;JMP'],
  [0xec10, 'D=A'],
  [0xfc10, 'D=M'],
  [0xe308, 'M=D'],
  [0xf088, 'M=D+M'],
  [0xe090, 'D=D+A'],
  [0xfdd8, 'MD=M+1'],
  [0xe301, 'D;JGT'],
  [0xe302, 'D;JEQ'],
  [0xe303, 'D;JGE'],
  [0xe304, 'D;JLT'],
  [0xe305, 'D;JNE'],
  [0xe306, 'D;JLE'],
  [0xefe8, 'AM=1'],
  [0xee90, 'D=-1'],
  [0xe340, '!D'],
  [0xec40, '!A'],
  [0xe3c0, '-D'],
  [0xfcc0, '-M'],
  [0xe7c0, 'D+1'],
  [0xe380, 'D-1'],
  [0xfc80, 'M-1'],
  [0xe4c0, 'D-A'],
  [0xf1c0, 'M-D'],
  [0xe000, 'D&A'],
  [0xf540, 'D|M'],
  [0xe540, 'D|A'],
])('reads %i of the Hack computer as %s', (word, text) => {
  expect(disassembleHack(word)).toBe(text.replace('MD=', 'DM='))
})

it('knows what is no word of the Hack computer', () => {
  for (const word of [0x8000, 0xc000, 0xe040, 0xfa80]) expect(disassembleHack(word)).toBeUndefined()
})

it('reads four bytes of a line as one instruction, and shows words as a reader wants them', () => {
  expect(showsOf(8).map(([show]) => show)).toContain('rv32')
  expect(columnsOf('rv32', 8)).toBe(4)
  expect(instruction([0x33, 0x85, 0xc5, 0x00], 8, 'rv32', true)).toBe('add a0, a1, a2')
  expect(instruction([0], 32, 'rv32', true)).toBe('no instruction')
  expect(instruction([7], 16, 'hack', true)).toBe('@7')
  expect(instruction([7], 16, 'hex', true)).toBeUndefined()
  expect(shown(0xfff, 12, 'signed')).toBe('-1')
  expect(shown(0x4241_00, 24, 'ascii')).toBe('·AB')
  expect(shown(5, 8, 'bin')).toBe('0000_0101')
  expect(shown((1n << 70n) - 1n, 70, 'signed')).toBe('-1')
  expect(typed(0xfff, 12, 'signed')).toBe('-1')
  expect(typed(0x41, 8, 'ascii')).toBe('0x41')
})
