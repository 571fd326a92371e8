import fc from 'fast-check'
import packing from 'lz-string'
import { describe, expect, it } from 'vitest'
import { publicLinkIn, storedElsewhere, textOfPublicLink } from './public-link.ts'

describe('paths of public Simten', () => {
  it.each([
    ['IZA', 'a'],
    ['BYUwNmD2Q', 'hello'],
    ['MYSwTsCuIC5A', 'circuit'],
    ['JdA', 'é'],
    ['t9pgVtI', '電子'],
    ['rwbkKdo', '💡'],
    ['MYewdgzgLgBAHjAvDAjAbgFBA', 'const x = 1;\n'],
    ['IY1o', 'aaaaaaaaaa'],
  ])('unpacks /circuit/%s', (packed, text) => {
    expect(publicLinkIn(`/circuit/${packed}`)).toEqual({ kind: 'text', packed })
    expect(textOfPublicLink(packed)).toBe(text)
  })

  it('unpacks any text that public Simten packs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        fc.pre(!text.includes('\0'))
        const packed = packing.compressToEncodedURIComponent(text)
        expect(textOfPublicLink(packed)).toBe(text)
        expect(textOfPublicLink(packed.replaceAll('+', ' '))).toBe(text)
        expect(textOfPublicLink(packed.replaceAll('+', '%2B').replaceAll('$', '%24'))).toBe(text)
      }),
    )
  })

  it('tells a link that lost its end from a circuit', () => {
    const whole = packing.compressToEncodedURIComponent("circuit('A', { inputs: { a: bit }, outputs: { y: bit } })")
    for (let length = 1; length < whole.length; length++) {
      expect(() => textOfPublicLink(whole.slice(0, length))).toThrow('damaged')
    }
  })

  it('refuses more than a compile takes, before it is unpacked', () => {
    expect(() => textOfPublicLink('A'.repeat(300_000))).toThrow('larger than 1 MB')
    const bomb = packing.compressToEncodedURIComponent('a'.repeat(1_100_000))
    expect(bomb.length).toBeLessThan(4000)
    expect(() => textOfPublicLink(bomb)).toThrow('larger than 1 MB')
  })

  it('reads as lz-string does, or refuses, whatever the path', () => {
    const unit = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$')
    const changed = fc.tuple(fc.string({ minLength: 1 }), fc.nat(), unit).map(([text, at, character]) => {
      const packed = packing.compressToEncodedURIComponent(text)
      const place = at % packed.length
      return packed.slice(0, place) + character + packed.slice(place + 1)
    })
    let read = 0
    fc.assert(
      fc.property(fc.oneof(changed, fc.string({ unit, minLength: 1, maxLength: 30 })), (packed) => {
        let text: string
        try {
          text = textOfPublicLink(packed)
        } catch (error) {
          expect((error as Error).message).toContain('damaged')
          return
        }
        read++
        expect(packing.decompressFromEncodedURIComponent(packed)).toBe(text)
      }),
      { numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(100)
  })

  it('says what a stored circuit would need', () => {
    expect(publicLinkIn('/circuit/s/2cf24dba5fb0a30e26e8')).toEqual({ kind: 'stored', hash: '2cf24dba5fb0a30e26e8' })
    expect(storedElsewhere('2cf24dba5fb0a30e26e8')).toContain('simten.dev')
    expect(storedElsewhere('2cf24')).toContain('not whole')
    expect(storedElsewhere('<b>')).not.toContain('<b>')
  })

  it.each(['/', '/circuit', '/circuit/', '/play', '/circuit/a/b', '/circuits/IZA'])('has no circuit in %s', (path) => {
    expect(publicLinkIn(path)).toBeUndefined()
  })
})
