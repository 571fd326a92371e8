import { describe, expect, it, vi } from 'vitest'
import { layoutFile, layoutText, Places, takeLayout } from './places.ts'
import { storage as fakeStorage } from './storage.fake.ts'

const one = { a: { x: 1, y: 2 } }
const two = { a: { x: 3, y: 4 }, 'dut.g': { x: 5, y: 6, loose: true as const } }

describe('places', () => {
  it('are kept for a circuit, and another visit has them', () => {
    const storage = fakeStorage()
    const changed = vi.fn()
    const places = new Places(changed, storage, fakeStorage())
    expect(places.of('Counter')).toBeUndefined()
    places.keep('Counter', 'text', two, 'moved')
    expect(changed).toHaveBeenCalledOnce()
    expect(places.of('Counter')).toBe(two)
    expect(places.of('Other')).toBeUndefined()
    expect(new Places(changed, storage, fakeStorage()).of('Counter')).toEqual(two)
  })

  it('can be taken back, a row of steps by keys at once', () => {
    vi.useFakeTimers({ now: 0 })
    const places = new Places(() => {}, fakeStorage(), fakeStorage())
    places.keep('Counter', 'text', one, 'a moved')
    places.keep('Counter', 'text', two, 'a moved')
    vi.setSystemTime(5_000)
    places.keep('Counter', 'text', { b: { x: 1, y: 1 } }, 'b moved')
    expect(places.undo('Other', 'text')).toBe(false)
    expect(places.undo('Counter', 'text')).toBe(true)
    expect(places.of('Counter')).toEqual(two)
    expect(places.undo('Counter', 'text')).toBe(true)
    expect(places.of('Counter')).toBeUndefined()
    expect(places.undo('Counter', 'text')).toBe(false)
    vi.useRealTimers()
  })

  it('come with a link, and a reload of it keeps what was moved there', () => {
    const [storage, tab] = [fakeStorage(), fakeStorage()]
    const places = new Places(() => {}, storage, tab)
    places.keep('Counter', 'mine', one, 'moved')
    places.opened('theirs', true, two)
    expect(places.of('Counter')).toBe(two)
    places.opened('theirs', true, undefined)
    expect(places.of('Counter')).toBeUndefined()
    places.opened('mine', false, undefined)
    expect(places.of('Counter')).toEqual(one)
    places.opened('theirs', true, two)
    places.keep('Counter', 'theirs', { b: { x: 1, y: 1 } }, 'moved')
    const again = new Places(() => {}, storage, tab)
    again.opened('theirs', true, two)
    expect(again.of('Counter')).toEqual({ b: { x: 1, y: 1 } })
  })

  it('stand in a file beside the program', () => {
    expect(layoutFile('parts/main.ts')).toBe('parts/main.layout.json')
    const files = new Map([
      ['circuit.ts', 'x'],
      ['circuit.layout.json', layoutText(two)],
      ['other.layout.json', 'no JSON'],
    ])
    const taken = takeLayout(files)
    expect(taken.arrangement).toEqual(two)
    expect([...taken.files.keys()]).toEqual(['circuit.ts', 'other.layout.json'])
  })
})
