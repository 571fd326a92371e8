// Tests of the adder: first a case that is easy to follow, then
// the property that makes it an adder, for bytes that a library
// picks. Run them with `simten test examples/ripple-adder`.
import { simulate } from '@simten/core/sim'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RippleAdder } from './circuit'

test('a carry ripples through all places', () => {
  const adder = simulate(RippleAdder)
  adder.set({ a: 255, b: 1 })
  expect(adder.read()).toEqual({ sum: 0, cout: 1 })
})

test('it adds any two bytes and a carry', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const bit = fc.integer({ min: 0, max: 1 })
  fc.assert(
    fc.property(byte, byte, bit, (a, b, cin) => {
      const adder = simulate(RippleAdder)
      adder.set({ a, b, cin })
      expect(adder.get('cout') * 256 + adder.get('sum')).toBe(a + b + cin)
      adder.dispose()
    }),
  )
})
