/** Words of the Hack computer as text, as its assembler has them. */

/** Functions of the ALU, by its six control bits; A stands for M, too. */
const COMPUTED: Record<number, string> = {
  42: '0',
  63: '1',
  58: '-1',
  12: 'D',
  48: 'A',
  13: '!D',
  49: '!A',
  15: '-D',
  51: '-A',
  31: 'D+1',
  55: 'A+1',
  14: 'D-1',
  50: 'A-1',
  2: 'D+A',
  19: 'D-A',
  7: 'A-D',
  0: 'D&A',
  21: 'D|A',
}

const JUMPS = ['', 'JGT', 'JEQ', 'JGE', 'JLT', 'JNE', 'JLE', 'JMP']

/** The instruction that a word is, or undefined when it is none. */
export function disassembleHack(word: number): string | undefined {
  if (word < 0x8000) return `@${word}`
  if (word < 0xe000) return undefined
  const computed = COMPUTED[(word >>> 6) & 63]
  if (computed === undefined) return undefined
  const memory = (word & 0x1000) !== 0
  if (memory && !computed.includes('A')) return undefined
  const to = ['A', 'D', 'M'].filter((_, i) => word & (32 >> i)).join('')
  const jump = JUMPS[word & 7]
  return `${to === '' ? '' : `${to}=`}${memory ? computed.replace('A', 'M') : computed}${jump ? `;${jump}` : ''}`
}
