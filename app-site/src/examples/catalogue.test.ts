import { describe, expect, it } from 'vitest'
import { exampleById, examples, groupsOf } from './catalogue.ts'

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
    const groups = groupsOf('', 'topic')
    expect(groups.flatMap((g) => g.examples)).toEqual(examples)
    for (const g of groups) expect(g.title).toMatch(/^[A-Z]/)
  })

  it('come by difficulty, and as a search finds them', () => {
    const levels = groupsOf('', 'difficulty').map((g) => g.examples.map((e) => e.difficulty))
    expect(levels.flat()).toEqual([...levels.flat()].sort((a, b) => a - b))
    expect(levels.flat()).toHaveLength(examples.length)
    expect(groupsOf('ADDER half', 'topic').flatMap((g) => g.examples.map((e) => e.id))).toEqual(['half-adder'])
    expect(groupsOf('nothing like it', 'topic')).toEqual([])
  })
})
