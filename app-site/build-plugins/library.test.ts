import { expect, it } from 'vitest'
import { libraryEntries } from './library.js'

it('reads names, kinds and descriptions out of a library source', () => {
  const source = `
export const And = circuit('And', { inputs: { a: bit }, meta: { description: 'Both inputs are 1' } })
export const Reg = circuit('Register', ({ width = 8 } = {}) => ({ meta: { description: "It\\'s a word" } }))
export const Fun = circuit('Fun', function (o) { return {} })
const notACall = 'circuit'
`
  expect(libraryEntries(source)).toEqual([
    { name: 'And', factory: false, description: 'Both inputs are 1' },
    { name: 'Register', factory: true, description: "It's a word" },
    { name: 'Fun', factory: true, description: undefined },
  ])
})
