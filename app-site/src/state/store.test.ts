import { describe, expect, it } from 'vitest'
import { Store } from './store.ts'

describe('Store', () => {
  it('never changes a state that was handed out', () => {
    const store = new Store({ a: 1, b: 2 })
    const before = store.state
    store.update({ a: 3 })
    expect(before).toEqual({ a: 1, b: 2 })
    expect(store.state).toEqual({ a: 3, b: 2 })
    expect(Object.isFrozen(store.state)).toBe(true)
  })

  it('calls back only on a change', () => {
    const store = new Store({ a: 1, b: Number.NaN })
    const seen: unknown[] = []
    const stop = store.subscribe((state, previous) => seen.push([previous.a, state.a]))
    store.update({ a: 1, b: Number.NaN })
    store.update({ a: 2 })
    stop()
    store.update({ a: 3 })
    expect(seen).toEqual([[1, 2]])
  })

  it('lets a subscriber update, and everybody ends with the newest state', () => {
    const store = new Store({ a: 1, twice: 2 })
    const last: number[] = []
    store.subscribe((state) => store.update({ twice: state.a * 2 }))
    store.subscribe((state) => last.push(state.twice))
    store.update({ a: 5 })
    expect(store.state).toEqual({ a: 5, twice: 10 })
    expect(last.at(-1)).toBe(10)
  })

  it('watches one value', () => {
    const store = new Store({ list: [1], other: 0 })
    const lengths: number[] = []
    store.watch(
      (s) => s.list.length,
      (n) => lengths.push(n),
    )
    store.update({ other: 1 })
    store.update({ list: [2] })
    store.update({ list: [2, 3] })
    expect(lengths).toEqual([1, 2])
  })
})
