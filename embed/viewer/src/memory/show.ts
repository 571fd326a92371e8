/** How the words of a memory are shown. */
import { bin, hex, largest, type Value } from '../format/number.ts'
import { cellBytes, writeBytes } from './cells.ts'
import { disassembleHack } from './hack.ts'
import { disassembleRv32 } from './rv32.ts'

export type Show = 'hex' | 'dec' | 'signed' | 'bin' | 'ascii' | 'rv32' | 'hack'

/** The choices of a reader for a width, with their names. */
export function showsOf(width: number): [Show, string][] {
  const shows: [Show, string][] = [
    ['hex', 'Hexadecimal'],
    ['dec', 'Decimal'],
    ['signed', 'Signed'],
    ['bin', 'Binary'],
    ['ascii', 'ASCII'],
  ]
  if (width === 32 || width === 8) shows.push(['rv32', 'RISC-V'])
  if (width === 16) shows.push(['hack', 'Hack'])
  return shows
}

/** Characters of a line beside its address. */
const LINE = 26
const MAX_COLUMNS = 16

/** Words in one line. */
export function columnsOf(show: Show, width: number): number {
  if (show === 'rv32') return 32 / width // an instruction in each line
  if (show === 'hack') return 1
  const characters = {
    hex: Math.ceil(width / 4),
    dec: largest(width).toString().length,
    signed: largest(width).toString().length + 1,
    bin: width,
    ascii: Math.ceil(width / 8),
  }[show]
  let columns = 1
  while (columns < MAX_COLUMNS && columns * 2 * (characters + 1) <= LINE) columns *= 2
  return columns
}

/** A word as a reader sees it. */
export function shown(value: Value, width: number, show: Show): string {
  switch (show) {
    case 'dec':
      return value.toString()
    case 'signed':
      return signed(value, width).toString()
    case 'bin':
      return bin(value, width).slice(2)
    case 'ascii':
      return characters(value, width)
    default:
      return hex(value, width).slice(2)
  }
}

/** The instruction that the words of a line are, where instructions are shown; bytes stand least significant first. */
export function instruction(words: readonly Value[], width: number, show: Show, abi: boolean): string | undefined {
  const word = words.reduceRight<number>((all, w) => all * 2 ** width + Number(w), 0)
  if (show === 'rv32') return disassembleRv32(word, abi) ?? 'no instruction'
  if (show === 'hack') return disassembleHack(word) ?? 'no instruction'
  return undefined
}

/** A word as one would type it to get it again. */
export function typed(value: Value, width: number, show: Show): string {
  if (show === 'dec') return value.toString()
  if (show === 'signed') return signed(value, width).toString()
  return show === 'bin' ? bin(value, width) : hex(value, width)
}

function signed(value: Value, width: number): Value {
  return width <= 53 ? Number(BigInt.asIntN(width, BigInt(value))) : BigInt.asIntN(width, BigInt(value))
}

/** The bytes of a word as characters, the least significant first. */
function characters(value: Value, width: number): string {
  const bytes = new Uint8Array(cellBytes(width))
  writeBytes(bytes, 0, bytes.length, value)
  return Array.from(bytes.subarray(0, Math.ceil(width / 8)), (b) =>
    b >= 32 && b < 127 ? String.fromCharCode(b) : '·',
  ).join('')
}
