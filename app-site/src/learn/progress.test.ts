import { describe, expect, it } from 'vitest'
import { storage } from '../state/storage.fake.ts'
import { againstPar, Progress, starsOf } from './progress.ts'

const result = (gates: number, depth: number, cycles = 0) => ({ gates, depth, cycles })

describe('progress', () => {
  it('keeps the best of each number over visits', () => {
    const kept = storage()
    const first = new Progress(kept)
    first.passed('not', result(5, 2))
    first.passed('not', result(4, 3))
    expect(new Progress(kept).of('not')).toEqual(result(4, 2))
    expect(new Progress(kept).of('constructor')).toBeUndefined()
  })

  it('keeps the text of a level until it is taken back', () => {
    const kept = storage()
    new Progress(kept).write('not', 'text')
    expect(new Progress(kept).text('not')).toBe('text')
    new Progress(kept).write('not', undefined)
    expect(new Progress(kept).text('not')).toBeUndefined()
  })

  it('works without storage and with what is no progress', () => {
    const none = new Progress(undefined)
    none.passed('not', result(1, 1))
    none.write('not', 'x')
    expect(none.of('not')).toEqual(result(1, 1))
    for (const text of ['{', 'null', '7', '{"a":null}', '{"a":{"gates":"x"}}']) {
      const kept = storage()
      kept.setItem('simten.learn', text)
      expect(new Progress(kept).of('a')).toBeUndefined()
    }
    expect(() => new Progress(storage(1)).passed('x', result(1, 1))).not.toThrow()
  })

  it('gives a star for passing and one for each number of par', () => {
    expect(starsOf({ gates: 4, depth: 3 }, result(4, 4))).toEqual({ got: 2, of: 3 })
    expect(starsOf({ gates: 4, depth: 3 }, undefined)).toEqual({ got: 0, of: 3 })
    expect(starsOf(undefined, result(9, 9))).toEqual({ got: 1, of: 1 })
    expect(againstPar({ cycles: 9 }, result(1, 1, 12))).toEqual([{ name: 'cycles', is: 12, par: 9, holds: false }])
  })
})
