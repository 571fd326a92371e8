import { expect, it } from 'vitest'
import { Values } from '../../src/client/values'

const design = {
  nets: [1, 32, 33, 64, 100],
  signals: [
    { path: '__top__.a', net: 0, driven: true },
    { path: 'wide.out', net: 4, driven: false },
    { path: 'constructor.out', net: 1, driven: true },
  ],
}

const frame = (nets: number[], limbs: number[], texts?: Record<string, string>) => ({
  nets: Uint32Array.from(nets),
  limbs: Uint32Array.from(limbs),
  ...(texts && { texts }),
})

it('reads nets of every width', () => {
  const values = new Values(design)
  const ones = 0xffffffff
  expect(values.apply(frame([0, 1, 2, 3, 4], [1, ones, 5, 1, ones, ones, 1, 2, 3, 4]))).toBe(true)
  expect(values.number(0)).toBe(1)
  expect(values.number(1)).toBe(4294967295)
  expect(values.number(2)).toBe(2 ** 32 + 5)
  expect(values.number(3)).toBe(2 ** 53 - 1)
  expect(values.bigint(3)).toBe(2n ** 64n - 1n)
  expect(values.bigint(4)).toBe(1n + (2n << 32n) + (3n << 64n) + (4n << 96n))
  expect(values.bigint(0)).toBe(1n)
})

it('takes over only what changed', () => {
  const values = new Values(design)
  values.apply(frame([0, 1, 2, 3, 4], [1, 2, 3, 0, 4, 0, 5, 0, 0, 0]))
  values.apply(frame([2], [7, 1]))
  expect([0, 1, 2, 3, 4].map((net) => values.number(net))).toEqual([1, 2, 2 ** 32 + 7, 4, 5])
})

it('ignores a frame that does not fit as a whole', () => {
  const values = new Values(design)
  expect(values.apply(frame([0, 9], [1, 1]))).toBe(false)
  expect(values.apply(frame([0, 2], [1, 1]))).toBe(false)
  expect(values.apply(frame([0], [1, 1]))).toBe(false)
  expect(values.number(0)).toBe(0)
})

it('finds signals by path', () => {
  const values = new Values(design)
  expect(values.net('wide.out')).toBe(4)
  expect(values.width(4)).toBe(100)
  expect(values.driven('wide.out')).toBe(false)
  expect(values.driven('constructor.out')).toBe(true)
  expect(values.net('constructor')).toBeUndefined()
  expect(values.net('toString')).toBeUndefined()
  expect(values.width(77)).toBe(0)
  expect(values.number(77)).toBe(0)
  expect(values.bigint(77)).toBe(0n)
})

it('keeps texts', () => {
  const values = new Values(design)
  values.apply(frame([], [], { console: 'hi' }))
  values.apply(frame([], []))
  expect(values.text('console')).toBe('hi')
  expect(values.text('other')).toBeUndefined()
})

it('is empty without a design', () => {
  expect(new Values().number(0)).toBe(0)
})
