import { encodeCode } from '@simten/client/share-link'
import fc from 'fast-check'
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

  it('is a level or a problem in words, whatever stands in the address', async () => {
    const whole = fc.record({ title: fc.string(), text: fc.string(), tests: fc.string(), starter: fc.string() })
    const any = fc.oneof(
      fc.json(),
      whole.map((v) => JSON.stringify(v)),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(any, fc.integer({ min: 0, max: 8 }), async (text, cut) => {
        const hash = `#level=${await encodeCode(text)}`
        const found = await levelOfHash(hash.slice(0, hash.length - cut))
        if ('problem' in found) expect(found.problem).toMatch(/link|level/)
        else
          expect([found.title, found.text, found.tests, found.starter].every((t) => typeof t === 'string')).toBe(true)
      }),
    )
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
