import { describe, expect, it } from 'vitest'
import { circuit } from '../../test/support/model.ts'
import { shorten } from '../faces/text.ts'
import { previewOf } from './preview.ts'

describe('previewOf', () => {
  it('puts nodes in columns by their distance from the inputs', () => {
    const c = circuit('C', { a: 1 }, { y: 1 }, { x: 'Not', y: 'Not', z: 'And' }, [
      ['a', 'x.in', 'z.b'],
      ['x.out', 'y.in'],
      ['y.out', 'z.a'],
      ['z.out', 'y'],
    ])
    const { points, lines } = previewOf(c)
    expect(points.map((p) => p.x)).toEqual([0, 0.5, 1])
    expect(lines).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  it('stands loops', () => {
    const c = circuit('Latch', { s: 1, r: 1 }, { q: 1 }, { a: 'Nor', b: 'Nor' }, [
      ['r', 'a.a'],
      ['s', 'b.b'],
      ['a.out', 'b.a', 'q'],
      ['b.out', 'a.b'],
    ])
    const { points, lines } = previewOf(c)
    expect(new Set(points.map((p) => p.x))).toEqual(new Set([0, 1]))
    expect(lines).toHaveLength(2)
  })

  it('leaves out what would be a smudge', () => {
    const nodes = Object.fromEntries([...Array(40).keys()].map((i) => [`n${i}`, 'Not']))
    const chain = [...Array(39).keys()].map((i) => [`n${i}.out`, `n${i + 1}.in`])
    const { points, lines } = previewOf(circuit('Chain', {}, {}, nodes, chain))
    expect(points.length).toBeLessThanOrEqual(8)
    for (const [a, b] of lines) expect(Math.max(a, b)).toBeLessThan(points.length)
  })
})

describe('shorten', () => {
  it.each([
    ['carry_out', 'carry_out'],
    ['a_name_that_is_long', 'a_name_tha…'],
    ['\u{202e}abc', '\ufffdabc'],
    ['a\u{2066}b\u{2069}', 'a\ufffdb\ufffd'],
  ])('shows %j as %j', (name, shown) => expect(shorten(name, 11)).toBe(shown))
})
