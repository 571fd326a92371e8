import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { libraryEntries } from './library.ts'

it('takes names, kinds and summaries of the components out of the reference', () => {
  const reference = readFileSync(new URL('../src/components/components.gen.json', import.meta.url), 'utf8')
  const entries = libraryEntries(reference)
  expect(entries.find((e) => e.name === 'And')).toMatchObject({ factory: false })
  expect(entries.find((e) => e.name === 'Register')).toEqual({
    name: 'Register',
    factory: true,
    sizes: [['width', '8']],
    description: 'Stores a word when told to.',
  })
  expect(entries.find((e) => e.name === 'Constant')?.sizes).toEqual([
    ['value', '0'],
    ['width', '1'],
  ])
  expect(entries.find((e) => e.name === 'ROM')?.sizes).toBeUndefined()
  // A helper is no node.
  expect(entries.some((e) => e.name === 'romFromBytes')).toBe(false)
})
