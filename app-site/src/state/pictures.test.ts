import { describe, expect, it } from 'vitest'
import type { CompileResult } from '../engine.ts'
import { examples } from '../examples/catalogue.ts'
import { pictured, pictureOfExample } from '../examples/pictures.ts'
import { Pictures } from './pictures.ts'
import { initialState } from './state.ts'
import { storage } from './storage.fake.ts'
import { Store } from './store.ts'

const first = pictureOfExample(examples[0]?.text ?? '') as CompileResult

/** The engine's result for the first example, as far as it counts here. */
const compiled = (more: object = {}): CompileResult => ({
  ...first,
  diagnostics: [],
  circuits: [],
  design: { nets: [1, 1], signals: [] } as unknown as NonNullable<CompileResult['design']>,
  ...more,
})
const opened = (text: string) => new Store({ ...initialState, text })
const drawn = (place: Storage | undefined, text: string) => {
  const store = opened(text)
  new Pictures(place).show(store)
  return store.state.picture
}

describe('pictures', () => {
  it('of the first example are there at once, of the others when their file is there', async () => {
    for (const { id, text } of examples) {
      const store = opened(text)
      new Pictures(undefined).show(store)
      if (text !== examples[0]?.text) {
        expect(store.state.picture, id).toBeUndefined()
        await pictureOfExample(text)
        await Promise.resolve()
      }
      expect(store.state.picture, id).toMatchObject({ circuit: { nodes: expect.anything() }, main: expect.any(String) })
    }
  })

  it('show what a first picture shows and nothing else', async () => {
    for (const { id, text } of examples) {
      const shipped = (await pictureOfExample(text)) as CompileResult
      expect(pictured(shipped), id).toEqual(shipped)
      const more = { ...shipped.library, Unseen: { ...shipped.circuit, name: 'Unseen' } }
      expect(pictured({ ...shipped, library: more } as CompileResult), id).toEqual(shipped)
    }
  })

  it('of the last text are kept for the next visit', () => {
    const place = storage()
    new Pictures(place).keep('mine', compiled())
    expect(drawn(place, 'mine')).toMatchObject({ main: 'HalfAdder', circuit: first.circuit })
    expect(drawn(place, 'another')).toBeUndefined()
    new Pictures(place).keep('another', compiled({ main: 'Other' }))
    expect(drawn(place, 'mine')).toBeUndefined()
    expect(drawn(place, 'another')).toMatchObject({ main: 'Other' })
  })

  it('give way to what has been compiled, and to another text', async () => {
    const store = opened(examples[0]?.text ?? '')
    store.update({ compiled: compiled() })
    new Pictures(undefined).show(store)
    expect(store.state.picture).toBeUndefined()

    const later = opened(examples[1]?.text ?? '')
    new Pictures(undefined).show(later)
    later.update({ text: 'typed since' })
    await pictureOfExample(examples[1]?.text ?? '')
    await Promise.resolve()
    expect(later.state.picture).toBeUndefined()
  })

  it('are not kept when they are large, and do without storage', () => {
    const place = storage()
    new Pictures(place).keep('wide', compiled({ design: { nets: Array(3000).fill(1), signals: [] } }))
    new Pictures(place).keep('long', compiled({ main: 'x'.repeat(70_000) }))
    expect(place.length).toBe(0)
    new Pictures(undefined).keep('mine', compiled())
    new Pictures(storage(10)).keep('mine', compiled())
    expect(drawn(undefined, 'mine')).toBeUndefined()
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['another form', '[1]'],
    ['a picture of another form', '{"of":"OF","picture":{"main":1}}'],
    ['a picture that is none', '{"of":"OF","picture":null}'],
    ['fields that nobody knows', '{"of":"OF","picture":{"main":"A","later":1}}'],
  ])('are not drawn of %s', (_, kept) => {
    const place = storage()
    new Pictures(place).keep('mine', compiled())
    const { of } = JSON.parse(place.getItem('simten.picture') ?? '') as { of: string }
    place.setItem('simten.picture', kept.replace('OF', of))
    expect(drawn(place, 'mine')).toBeUndefined()
  })
})
