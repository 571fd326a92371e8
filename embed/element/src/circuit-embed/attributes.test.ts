import { describe, expect, it } from 'vitest'
import { count, cssLength, flag, inputValues, runSpeed } from './attributes.ts'

describe('flag', () => {
  it.each(['', 'true', 'yes', '1', 'show-controls', 'on'])('is set by %j', (text) => expect(flag(text)).toBe(true))
  it.each(['false', 'no', '0', 'off', ' False'])('is not set by %j', (text) => expect(flag(text, true)).toBe(false))
  it('has a value where it is not written', () => expect([flag(null), flag(null, true)]).toEqual([false, true]))
})

describe('runSpeed', () => {
  it.each([
    [null, undefined, undefined],
    ['false', 100, undefined],
    ['', undefined, 5],
    ['true', 500, 2],
    ['30', 500, 30],
    ['max', undefined, 0],
    ['-1', undefined, 5],
    ['fast', 250, 4],
  ])('of run=%j and %j ms is %j', (run, period, speed) => {
    expect(runSpeed(run, period)).toBe(speed)
  })
})

describe('inputValues', () => {
  it('reads both forms', () => {
    expect(inputValues(' a=1, b=0xff; c=1_000 ')).toEqual({ a: '1', b: '0xff', c: '1_000' })
    expect(inputValues('{"a": 1, "b": "0xff", "c": true}')).toEqual({ a: 1, b: '0xff', c: 1 })
    expect(inputValues('')).toEqual({})
    expect(inputValues(null)).toEqual({})
  })
  it.each(['a', 'a=', '=1', '{a:1}', '{"a": null}', '{"a": [1]}', '{'])('says how to write %j', (text) => {
    expect(() => inputValues(text)).toThrow('a=1 b=0xff')
  })
})

it('takes numbers for pixels', () => {
  expect([cssLength('300'), cssLength(' 300.5 '), cssLength('50vh')]).toEqual(['300px', '300.5px', '50vh'])
})

it('counts from 0 on', () => {
  expect([count('12'), count('-1'), count('x'), count(null), count('')]).toEqual([
    12,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
