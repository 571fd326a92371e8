import { describe, expect, it } from 'vitest'
import { examples } from '../examples/catalogue.ts'
import { firstLayouts, insidesOf, layoutsOf } from '../examples/layouts.ts'
import { KeptLayouts } from './layouts.ts'

function storage(limit = Number.POSITIVE_INFINITY) {
  const data = new Map<string, string>()
  return {
    getItem: (key: string) => data.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > limit) throw new Error('full')
      data.set(key, value)
    },
  }
}

const graph = (name: string) => ({ id: 'root', children: [{ id: name, x: 1, y: 2 }] })
const layouts = (place: ReturnType<typeof storage> | undefined, opening?: string, text = 'text') =>
  new KeptLayouts(place, () => text, opening)

describe('kept layouts', () => {
  it('come back in the next visit, which expects the text that was drawn last', async () => {
    const place = storage()
    expect(layouts(place, 'mine').expected).toBe(false)
    layouts(place, 'mine', 'mine').put('1:a', graph('a'))
    const next = layouts(place, 'mine')
    expect(next.expected).toBe(true)
    expect(next.get('1:a')).toEqual(graph('a'))
    expect(await next.get('1:b')).toBeUndefined()
    expect(layouts(place, 'other').expected).toBe(false)
    expect(layouts(place).expected).toBe(false)
  })

  it('are the last dozen, and none is large', async () => {
    const place = storage()
    const kept = layouts(place)
    for (let i = 0; i < 13; i++) kept.put(`1:${i}`, graph(`${i}`))
    kept.put('1:large', graph('x'.repeat(50_000)))
    const next = layouts(place)
    expect(await next.get('1:0')).toBeUndefined()
    expect(next.get('1:1')).toEqual(graph('1'))
    expect(await next.get('1:large')).toBeUndefined()
  })

  it('of the first example are there at once', () => {
    const kept = layouts(undefined, examples[0]?.text)
    expect(kept.expected).toBe(true)
    expect(firstLayouts).toHaveLength(1)
    expect(kept.get(String(firstLayouts[0]?.[0]))).toEqual(firstLayouts[0]?.[1])
  })

  it('of every other example come when it is opened, and stay for its text with changes', async () => {
    for (const { id, text } of examples.slice(1)) {
      const list = (await layoutsOf(text)) ?? []
      expect(list.length, id).toBeGreaterThan(0)
      const place = storage()
      const kept = layouts(place, text, text)
      expect(kept.expected).toBe(true)
      for (const [key, graph] of list) expect(await kept.get(key)).toBe(graph)
      if (JSON.stringify(list).length < 40_000)
        for (const [key, graph] of list) expect(layouts(place).get(key)).toEqual(graph)
    }
    expect(layoutsOf('text')).toBeUndefined()
  })

  it('of what is inside of an example come, too', async () => {
    const text = examples.find(({ id }) => id === 'rv32i-computer')?.text ?? ''
    const list = (await insidesOf(text)) ?? []
    expect(list.length).toBeGreaterThan(0)
    const kept = layouts(storage(), text, text)
    for (const [key, graph] of list) expect(await kept.get(key)).toBe(graph)
  })

  it('are no problem where nothing is kept, or nonsense', async () => {
    const full = storage(10)
    layouts(full).put('1:a', graph('a'))
    expect(await layouts(full).get('1:a')).toBeUndefined()
    for (const text of ['{', '7', '[[1]]', '[["1:a", null]]']) {
      const place = storage()
      place.setItem('simten.layouts', text)
      expect(await layouts(place).get('1:a')).toBeUndefined()
    }
  })
})
