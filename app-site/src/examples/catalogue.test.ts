import { describe, expect, it } from 'vitest'
import { exampleById, examples } from './catalogue.js'

describe('examples', () => {
  it('can be found by id and have words and a circuit', () => {
    expect(examples.map((e) => e.id)).toEqual(['half-adder', 'counter', 'fibonacci'])
    for (const e of examples) {
      expect(exampleById(e.id)).toBe(e)
      expect(e.title).not.toBe('')
      expect(e.line).toMatch(/\.$/)
      expect(e.text).toContain("circuit('")
    }
    expect(exampleById('nothing')).toBeUndefined()
    expect(exampleById(null)).toBeUndefined()
  })
})
