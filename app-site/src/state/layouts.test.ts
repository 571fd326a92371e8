import { describe, expect, it } from 'vitest'
import { examples } from '../examples/catalogue.js'
import first from '../examples/first-layouts.gen.json'
import { KeptLayouts } from './layouts.js'

function storage(most = Number.POSITIVE_INFINITY) {
  const data = new Map<string, string>()
  return {
    getItem: (key: string) => data.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > most) throw new Error('full')
      data.set(key, value)
    },
  }
}

const graph = (name: string) => ({ id: 'root', children: [{ id: name, x: 1, y: 2 }] })
const layouts = (place: ReturnType<typeof storage> | undefined, opening?: string, text = 'text') =>
  new KeptLayouts(place, () => text, opening)

describe('kept layouts', () => {
  it('come back in the next visit, which expects the text that was drawn last', () => {
    const place = storage()
    expect(layouts(place, 'mine').expected).toBe(false)
    layouts(place, 'mine', 'mine').put('1:a', graph('a'))
    const next = layouts(place, 'mine')
    expect(next.expected).toBe(true)
    expect(next.get('1:a')).toEqual(graph('a'))
    expect(next.get('1:b')).toBeUndefined()
    expect(layouts(place, 'other').expected).toBe(false)
    expect(layouts(place).expected).toBe(false)
  })

  it('are the last dozen, and none is large', () => {
    const place = storage()
    const kept = layouts(place)
    for (let i = 0; i < 13; i++) kept.put(`1:${i}`, graph(`${i}`))
    kept.put('1:large', graph('x'.repeat(50_000)))
    const next = layouts(place)
    expect(next.get('1:0')).toBeUndefined()
    expect(next.get('1:1')).toEqual(graph('1'))
    expect(next.get('1:large')).toBeUndefined()
  })

  it('of the first example come with the page', () => {
    const kept = layouts(undefined, examples[0]?.text)
    expect(kept.expected).toBe(true)
    expect(first).toHaveLength(1)
    expect(kept.get(String(first[0]?.[0]))).toEqual(first[0]?.[1])
  })

  it('are no problem where nothing is kept, or nonsense', () => {
    const full = storage(10)
    layouts(full).put('1:a', graph('a'))
    expect(layouts(full).get('1:a')).toBeUndefined()
    for (const text of ['{', '7', '[[1]]', '[["1:a", null]]']) {
      const place = storage()
      place.setItem('simten.layouts', text)
      expect(layouts(place).get('1:a')).toBeUndefined()
    }
  })
})
