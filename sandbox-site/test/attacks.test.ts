import { DEFAULT_LIMITS } from '@simten/client/protocol.gen'
import { describe, expect, it } from 'vitest'
import { Bench } from './bench.ts'

/** Attacks of the catalogue (docs/attacks.md) on the supervisor. */

async function started(limits = {}): Promise<Bench> {
  const bench = new Bench(1, limits)
  bench.supervisor.start()
  await bench.time.pass(100)
  return bench
}

/** Things that are no requests, in every position where a request could be. */
const oddities: unknown[] = [
  null,
  undefined,
  0,
  -1,
  Number.NaN,
  2 ** 53,
  '',
  'x',
  '__proto__',
  [],
  {},
  new Map(),
  new Date(0),
  () => 1,
  Symbol.iterator,
  1n,
  Object.create({ id: 1, slot: 'a', type: 'pause' }),
]

/** JSON of brackets inside each other. */
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

describe('A160 A216 A218 A227 what is no request', () => {
  it('is answered or counted, whatever it is, and nothing throws', async () => {
    const bench = await started({ requestsPerSecond: 100_000 })
    let sent = 0
    const receive = (message: unknown) => {
      sent++
      bench.supervisor.receive(message)
    }
    for (const odd of oddities) {
      receive(odd)
      receive({ id: odd, slot: 'a', type: 'pause' })
      receive({ id: 900 + sent, slot: odd, type: odd })
      receive({ id: 900 + sent, slot: 'a', type: 'tick', tick: { count: odd } })
      receive({ id: 900 + sent, slot: 'a', type: 'set', set: { values: odd } })
      receive({ id: 900 + sent, slot: 'a', type: 'compile', compile: odd })
      receive({ id: 900 + sent, slot: 'a', type: 'pause', extra: odd })
    }
    for (const count of [2 ** 31, 2 ** 53, -1, Number.NaN, '10', Number.POSITIVE_INFINITY, { valueOf: () => 1 }]) {
      receive({ id: 5_000 + sent, slot: 'a', type: 'tick', tick: { count } })
    }
    receive(nested(100_000))
    receive({ id: 9_000, slot: 'a', type: 'set', set: { values: { x: nested(10_000) } } })
    const refused = bench.supervisor.refused
    expect(refused).toBeGreaterThan(sent - 20)
    expect(({} as Record<string, unknown>).extra).toBeUndefined()
  })

  it('A227 a slot may be called like what every object has', async () => {
    const bench = await started()
    for (const slot of ['__proto__', 'constructor', 'toString', '😀']) {
      expect((await bench.compile(slot, 'ok')).compile?.design).toBeDefined()
      expect((await bench.ask(slot, { type: 'tick', tick: { count: 2 } })).status?.cycle).toBe(2)
    }
  })

  it('A228 inputs with names of every object reach the worker as data', async () => {
    const bench = await started()
    await bench.compile('a', 'ok')
    const values = Object.fromEntries(
      ['constructor', 'toString', '__proto__x', '😀', 'n'.repeat(1_000)].map((n) => [n, 1]),
    )
    expect((await bench.ask('a', { type: 'set', set: { values } })).error).toBeUndefined()
  })
})

it('A219 what a circuit says is data, however much it looks like a message', async () => {
  const bench = await started()
  const text = JSON.stringify({ kind: 'reply', text: JSON.stringify({ id: 1, slot: 'b', type: 'compile' }) })
  const before = bench.replies.length
  await bench.compile('a', `ok ${text}`)
  expect(bench.replies.length).toBe(before + 1)
})

it('A220 A298 what a replaced worker still says is not heard', async () => {
  const bench = await started()
  await bench.compile('a', 'ok')
  const id = bench.send('a', { type: 'tick', tick: { count: 20_000 } })
  await bench.time.pass(50)
  const [old] = bench.living
  old?.crash()
  await bench.time.pass(3_000)
  const events = bench.events.length
  const replies = bench.replies.filter((reply) => reply.id === id).length
  // Whatever number a call had there, its answer does not count any more, nor a frame, nor the end of the worker.
  const status = { cycle: 99, running: false, cyclesPerSecond: 0, achieved: 0 }
  for (let call = 1; call <= 20; call++) {
    old?.say({ kind: 'reply', text: JSON.stringify({ id: call, slot: 'a', type: 'tick', status }) })
  }
  old?.say({ kind: 'event', text: JSON.stringify({ event: 'stopped', slot: 'a', status }) })
  old?.say({ kind: 'broken', code: 'RUNTIME', message: 'late' })
  expect(bench.replies.filter((reply) => reply.id === id).length).toBe(replies)
  expect(bench.events.length).toBe(events)
  expect((await bench.ask('a', { type: 'snapshot' })).status?.cycle).not.toBe(99)
})

it('A276 pages do not share a supervisor: each has slots of its own', async () => {
  const [one, other] = [await started(), await started()]
  await one.compile('a', 'ok')
  expect((await other.ask('a', { type: 'tick', tick: { count: 1 } })).error?.code).toBe('INVALID_REQUEST')
})

it('A291 every limit holds at the supervisor, before the worker hears of the request', async () => {
  const limits = { sourceBytes: 100, messageBytes: 200, ticksPerRequest: 10, requestsPerSecond: 1_000 }
  const bench = await started(limits)
  await bench.compile('a', 'ok')
  const worker = bench.living[0]
  const heard = worker?.received.length
  const codes = [
    await bench.compile('a', 'x'.repeat(101)),
    await bench.ask('a', { type: 'restore', restore: { snapshot: 'x'.repeat(201) } }),
    await bench.ask('a', { type: 'tick', tick: { count: 11 } }),
  ].map((reply) => reply.error?.code)
  expect(codes).toEqual(['PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE', 'INVALID_REQUEST'])
  expect(worker?.received.length).toBe(heard)
  expect(DEFAULT_LIMITS.runMilliseconds).toBeGreaterThan(0)
})
