import { describe, expect, it } from 'vitest'
import { exampleById, examples, groups } from './catalogue.ts'

describe('examples', () => {
  it('can be found by id and have words and a circuit', () => {
    expect(examples.map((e) => e.id)).toEqual(expect.arrayContaining(['half-adder', 'counter', 'fibonacci']))
    for (const e of examples) {
      expect(exampleById(e.id)).toBe(e)
      expect(e.title).not.toBe('')
      expect(e.line).toMatch(/\.$/)
      expect(e.text).toContain("circuit('")
    }
    expect(exampleById('nothing')).toBeUndefined()
    expect(exampleById(null)).toBeUndefined()
  })

  it('come in named groups, the simplest one first', () => {
    expect(examples[0]?.id).toBe('half-adder')
    expect(groups.flatMap((g) => g.examples)).toEqual(examples)
    for (const g of groups) expect(g.title).toMatch(/^[A-Z]/)
  })
})
