import { encodeCode } from '@simten/client/share-link'
import { describe, expect, it } from 'vitest'
import { carriesLevel, hashOfLevel, levelOfHash } from './level-link.ts'

const level = {
  title: 'Majority',
  text: 'y is 1 when two inputs are.',
  tests: "test('x', () => {})",
  starter: "circuit('A', {})",
  parts: ['Nand'],
  par: { gates: 6 },
}

describe('a level in a link', () => {
  it('comes back as it was', async () => {
    const hash = await hashOfLevel(level)
    expect(carriesLevel(hash)).toBe(true)
    expect(await levelOfHash(hash)).toEqual(level)
  })

  it('is refused in words when it is none', async () => {
    const hash = await hashOfLevel(level)
    for (const wrong of [hash.slice(0, -5), '#level=', '#level=1r.AAAA']) {
      expect(await levelOfHash(wrong)).toMatchObject({ problem: expect.stringMatching(/link/) })
    }
    for (const value of [null, 7, {}, { ...level, tests: '' }, { ...level, title: 3 }]) {
      expect(await levelOfHash(`#level=${await encodeCode(JSON.stringify(value))}`)).toMatchObject({
        problem: expect.stringMatching(/no level/),
      })
    }
  })

  it('takes nothing but what a level has', async () => {
    const value = { ...level, parts: ['Nand', 7], lambdas: 'yes', par: { gates: 1.5, depth: 2, other: 1 }, extra: 1 }
    const { extra: _, lambdas: __, ...rest } = value
    expect(await levelOfHash(`#level=${await encodeCode(JSON.stringify(value))}`)).toEqual({
      ...rest,
      parts: ['Nand'],
      par: { depth: 2 },
    })
  })
})
