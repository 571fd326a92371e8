import { expect, it } from 'vitest'
import { keepBookmarks, keepRows, keptBookmarks, keptRows, ListOfCircuit } from './kept-lists.ts'
import { storage } from './storage.fake.ts'

it('keeps the rows of each circuit', () => {
  const kept = storage()
  keepRows('A', [{ signal: 'a' }], kept)
  keepRows('B', [{ signal: 'b', radix: 'dec' }], kept)
  keepRows('A', [{ signal: 'a' }, { signal: 'x + 1' }], kept)
  expect(keptRows('A', kept)).toEqual([{ signal: 'a' }, { signal: 'x + 1' }])
  expect(keptRows('B', kept)).toEqual([{ signal: 'b', radix: 'dec' }])
  expect(keptRows('C', kept)).toBeUndefined()
})

it('forgets the circuit that was changed longest ago', () => {
  const kept = storage()
  for (let i = 0; i < 21; i++) keepRows(`C${i}`, [{ signal: 'a' }], kept)
  expect(keptRows('C0', kept)).toBeUndefined()
  expect(keptRows('C1', kept)).toBeDefined()
  expect(keptRows('C20', kept)).toBeDefined()
})

it.each(['', '{', '[]', '[1]', '[["A"]]', '[[1,[]]]', '[["A",{}]]'])('reads %s without harm', (text) => {
  const kept = storage()
  kept.setItem('simten.wave-rows', text)
  expect(keptRows('A', kept) ?? []).toEqual([])
})

it('keeps the bookmarks of each circuit, and reads no others', () => {
  const kept = storage()
  keepBookmarks('A', [{ cycle: 7, name: 'overflow' }], kept)
  expect(keptBookmarks('A', kept)).toEqual([{ cycle: 7, name: 'overflow' }])
  expect(keptBookmarks('B', kept)).toEqual([])
  const odd = [
    { cycle: 9, name: '' },
    { cycle: -1, name: '' },
    { cycle: 3, name: 'x' },
    { cycle: 3, name: 'y' },
    4,
    { cycle: 1.5, name: 'z' },
  ]
  kept.setItem('simten.bookmarks', JSON.stringify([['A', odd]]))
  expect(keptBookmarks('A', kept)).toEqual([
    { cycle: 3, name: 'x' },
    { cycle: 9, name: '' },
  ])
})

it('gives the same list as long as the circuit is the same', () => {
  const saved = new Map<string, number[]>([['A', [1]]])
  const lists = new ListOfCircuit<number[]>(
    [],
    (circuit) => [...(saved.get(circuit) ?? [])],
    (circuit, list) => void saved.set(circuit, list),
  )
  expect(lists.of(undefined)).toEqual([])
  const first = lists.of('A')
  expect(first).toEqual([1])
  expect(lists.of('A')).toBe(first)
  lists.keep('A', [1, 2])
  expect(lists.of('A')).toEqual([1, 2])
  expect(lists.of('B')).toEqual([])
  expect(lists.of('A')).toEqual([1, 2])
  expect(lists.of(undefined)).toEqual([])
})
