// The eight operations of the ALU against the same operations
// in JavaScript, one test for each. Run them with
// `simten test examples/alu`.
import { simulate } from '@simten/core/sim'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Alu8 } from './circuit'

const operations: [string, number, (a: number, b: number) => number][] = [
  ['a + b', 0, (a, b) => a + b],
  ['a - b', 1, (a, b) => a - b],
  ['a AND b', 2, (a, b) => a & b],
  ['a OR b', 3, (a, b) => a | b],
  ['a XOR b', 4, (a, b) => a ^ b],
  ['NOT a', 5, (a) => ~a],
  ['a << b', 6, (a, b) => (b < 8 ? a << b : 0)],
  ['a >> b', 7, (a, b) => (b < 8 ? a >> b : 0)],
]

test.each(operations)('%s', (_name, code, expected) => {
  const alu = simulate(Alu8)
  alu.set({ op0: code & 1, op1: (code >> 1) & 1, op2: code >> 2 })
  const byte = fc.integer({ min: 0, max: 255 })
  const shift = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(byte, fc.oneof(byte, shift), (a, b) => {
      alu.set({ a, b })
      const result = expected(a, b) & 255
      expect(alu.get('result')).toBe(result)
      expect(alu.get('zero')).toBe(result === 0 ? 1 : 0)
      expect(alu.get('negative')).toBe(result >> 7)
    }),
  )
})

test('carry is a carry for +, a borrow for -, and 0 for all others', () => {
  const alu = simulate(Alu8)
  alu.set({ a: 200, b: 100 })
  expect(alu.get('carry')).toBe(1)
  alu.set({ a: 100, b: 200, op0: 1 })
  expect(alu.get('carry')).toBe(1)
  alu.set({ op0: 0, op1: 1 })
  expect(alu.get('carry')).toBe(0)
})
