import { expect, it } from 'vitest'
import type { CompileResult } from '../engine.ts'
import picture from '../examples/pictures/half-adder.gen.json' with { type: 'json' }
import { commandEntries, partEntries, signalEntries } from './entries.ts'

const compiled = picture as unknown as CompileResult

it('lists the commands that a page performs, with their keys', () => {
  const entries = commandEntries((name) => name === 'run' || name === 'wrap' || name === 'palette')
  expect(entries.map(({ label, keys }) => [label, keys])).toEqual([
    ['Run or pause', 'P'],
    ['Wrap long lines of the text, or no more', 'Alt Z'],
  ])
})

it('lists the parts of all levels under the names of the text', () => {
  const parts = partEntries(compiled)
  expect(parts.map(({ label }) => label)).toEqual(expect.arrayContaining(['a', 'sum', 'xor', 'and']))
  expect(parts.find(({ label }) => label === 'xor')).toMatchObject({ name: 'dut.xor', detail: 'Xor' })
})

it('lists signals with their widths', () => {
  const design = {
    nets: [1, 8],
    signals: [
      { path: '__top__.a', net: 0 },
      { path: 'dut.n.q', net: 1 },
    ],
  }
  const entries = signalEntries({ design } as unknown as CompileResult)
  expect(entries.map(({ label, detail }) => `${label}: ${detail}`)).toEqual(['a: 1 bit', 'n.q: 8 bits'])
})
