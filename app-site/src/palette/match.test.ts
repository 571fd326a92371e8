import { describe, expect, it } from 'vitest'
import { match, ranked } from './match.ts'

describe('matching', () => {
  it.each([
    ['ra', 'RippleAdder', [0, 6]],
    ['adder', 'RippleAdder', [6, 7, 8, 9, 10]],
    ['alu', 'cpu.alu', [4, 5, 6]],
    ['c a', 'cpu.alu', [0, 4]],
    ['', 'x', []],
  ])('%s finds %s', (typed, text, at) => {
    expect(match(typed, text)?.at).toEqual(at)
  })

  it('finds nothing else', () => {
    expect(match('alux', 'cpu.alu')).toBeUndefined()
    expect(match('ula', 'cpu.alu')).toBeUndefined()
  })

  it('puts whole words before scattered characters, and the order given before chance', () => {
    const list = ['previous code', 'pc', 'cpu.pc', 'apc']
    expect(ranked('pc', list, (text) => text, 3).map(({ entry }) => entry)).toEqual(['pc', 'cpu.pc', 'previous code'])
    expect(ranked('', list, (text) => text, 2).map(({ entry }) => entry)).toEqual(['previous code', 'pc'])
  })
})
