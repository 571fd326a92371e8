import { expect, it } from 'vitest'
import { chapters, entries } from './reference.ts'

it('every entry of the library is in one chapter', () => {
  expect(entries.length).toBeGreaterThan(90)
  const listed = chapters('').flatMap((c) => c.entries.map((e) => e.name))
  expect(listed.toSorted()).toEqual(entries.map((e) => e.name).toSorted())
  expect(chapters('')[0]?.title).toBe('Logic gates')
})

it('a search looks at names, summaries, ports and options', () => {
  const names = (search: string) => chapters(search).flatMap((c) => c.entries.map((e) => e.name))
  expect(names('nand')).toContain('Nand')
  expect(names('carry_in')).toContain('Adder')
  expect(names('scan code')).not.toContain('Adder')
  expect(names('no such thing at all')).toEqual([])
})

it('every component says what it is, and shows an example', () => {
  for (const e of entries) {
    expect(e.summary, e.name).toMatch(/\.$/)
    expect(e.example, e.name).not.toBe('')
  }
})
