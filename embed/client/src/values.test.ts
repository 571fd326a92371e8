import { expect, it } from 'vitest'
import { cell } from './states.ts'
import { Values } from './values.ts'

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

const shown = {
  ...design,
  states: [
    { path: 'ram', field: 'memory', kind: 'memory' as const, width: 12, cells: 8 },
    { path: 'r', field: 'value', kind: 'number' as const, width: 8, cells: 1 },
    { path: 'term', field: 'text', kind: 'text' as const, width: 0, cells: 0 },
  ],
  pictures: [{ path: 'screen', state: 0, width: 4, height: 2, bits: 12 }],
}

const patch = (ranges: number[], bytes: number[], whole = false) => ({
  ...frame([], []),
  ranges: Uint32Array.from(ranges),
  bytes: Uint8Array.from(bytes),
  ...(whole && { whole }),
})

it('D102 keeps the state beside displays', () => {
  const values = new Values(shown)
  const ram = values.state('ram', 'memory')
  if (!ram) throw new Error('not there')
  expect(values.picture('screen')?.memory).toBe(ram)
  expect(values.apply(patch([0, 2, 4, 1, 0, 1], [0x34, 2, 0x78, 5, 9]))).toBe(true)
  expect([cell(ram, 0), cell(ram, 1), cell(ram, 2)]).toEqual([0, 0x234, 0x578])
  const before = ram.version
  values.apply(frame([], []))
  expect(ram.version).toBe(before)
  const number = values.state('r', 'value')
  expect(number && cell(number, 0)).toBe(9)
  expect(values.state('r', 'other')).toBeUndefined()
  expect(values.picture('r')).toBeUndefined()
})

it('D102 a whole frame makes everything void that it does not carry', () => {
  const values = new Values(shown)
  values.apply({ ...patch([0, 0, 2], [1, 1]), texts: { term: 'old' } })
  values.apply(patch([0, 4, 2], [7, 0], true))
  const ram = values.state('ram', 'memory')
  expect(ram && [cell(ram, 0), cell(ram, 2)]).toEqual([0, 7])
  expect(values.text('term')).toBeUndefined()
})

it('D102 ignores ranges that do not fit the states', () => {
  for (const [ranges, bytes] of [
    [[0, 0], []],
    [[3, 0, 1], [1]],
    [
      [0, 15, 2],
      [1, 1],
    ],
    [[0, 0xffffffff, 1], [1]],
    [[0, 0, 0xffffffff], [1]],
    [[0, 0, 2], [1]],
    [
      [0, 0, 2],
      [1, 2, 3],
    ],
    [[2, 0, 1], [1]],
  ] as const) {
    const values = new Values(shown)
    expect(values.apply(patch([...ranges], [...bytes]))).toBe(false)
    expect(values.state('ram', 'memory')?.bytes).toEqual(new Uint8Array(16))
  }
  expect(new Values(shown).apply({ ...frame([], []), bytes: Uint8Array.of(1) })).toBe(false)
})
