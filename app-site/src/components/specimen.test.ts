import { describe, expect, it } from 'vitest'
import { entries } from './reference.ts'
import { choicesOf, specimenOf, widthOf } from './specimen.ts'

const entry = (name: string) => {
  const found = entries.find((e) => e.name === name)
  if (!found) throw new Error(name)
  return found
}

describe('the circuit of a component', () => {
  it('has the ports of the component, with the widths of its options', () => {
    const adder = specimenOf(entry('Adder'), { width: 3 })
    expect(adder?.inputs).toEqual([
      { name: 'a', width: 3 },
      { name: 'b', width: 3 },
      { name: 'carry_in', width: 1 },
    ])
    expect(adder?.text).toContain('part: Adder({ width: 3 })')
    expect(adder?.text).toContain('outputs: { sum: bus(3), carry_out: bit }')
    expect(specimenOf(entry('BitSlice'), { low: 2, high: 3 })?.outputs).toEqual([{ name: 'out', width: 2 }])
    expect(specimenOf(entry('And'))?.text).toContain('nodes: { part: And }')
  })

  it('is there for nearly every component, and for no helper', () => {
    const without = entries.filter((e) => !specimenOf(e)).map((e) => e.name)
    expect(entries.filter((e) => e.kind === 'helper').every((e) => without.includes(e.name))).toBe(true)
    expect(without.length).toBeLessThan(15)
  })

  it('offers whole numbers only', () => {
    expect(choicesOf(entry('Mux')).map((c) => [c.name, c.first, c.min])).toEqual([['width', 1, 1]])
    expect(choicesOf(entry('RAM'))).toEqual([])
  })

  it('reads widths as the reference writes them', () => {
    expect(widthOf('bit', {})).toBe(1)
    expect(widthOf('high − low + 1', { high: 7, low: 4 })).toBe(4)
    expect(widthOf('max(8, high + 1)', { high: 11 })).toBe(12)
    expect(widthOf('2^abits', { abits: 3 })).toBeUndefined()
    expect(widthOf('constructor', {})).toBeUndefined()
  })
})
