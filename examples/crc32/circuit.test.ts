// Tests of a circuit with a clock: each byte of a message is
// one tick. Run them with `simten test examples/crc32`.
import { simulate } from '@simten/core/sim'
import { expect, test } from 'vitest'
import { Crc32 } from './circuit'

const start = () => simulate(Crc32)

function feed(crc: ReturnType<typeof start>, message: string) {
  for (const letter of message) {
    crc.set({ data: letter.charCodeAt(0), valid: 1 })
    crc.tick()
  }
  crc.set({ valid: 0 })
}

test('gives the check value of the standard', () => {
  const crc = start()
  feed(crc, '123456789')
  expect(crc.get('crc')).toBe(0xcbf43926)
})

test('takes a byte only when it is valid', () => {
  const crc = start()
  feed(crc, '1234')
  const before = crc.get('crc')
  crc.set({ data: 0xff })
  crc.tickN(3)
  expect(crc.get('crc')).toBe(before)
  feed(crc, '56789')
  expect(crc.get('crc')).toBe(0xcbf43926)
})

test('clear begins a new message', () => {
  const crc = start()
  feed(crc, 'something else')
  crc.set({ clear: 1 })
  crc.tick()
  crc.set({ clear: 0 })
  expect(crc.get('crc')).toBe(0)
  feed(crc, '123456789')
  expect(crc.get('crc')).toBe(0xcbf43926)
})

test('sees a single bit that is wrong', () => {
  const crc = start()
  feed(crc, '123456788')
  expect(crc.get('crc')).not.toBe(0xcbf43926)
})
