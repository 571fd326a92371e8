import { Assembly, divide } from '@simten/client/chunks'
import { DEFAULT_LIMITS, type Request } from '@simten/client/protocol.gen'
import { describe, expect, it } from 'vitest'
import { Bench } from './bench.ts'

const CHUNKS = 5

async function started(manners = {}, limits = {}): Promise<Bench> {
  const bench = new Bench(1, limits)
  bench.manners = { start: 20, ...manners }
  bench.supervisor.start()
  await bench.time.pass(100)
  return bench
}

/** Numbers of the chunks that the app was sent for a request, 0 for the message itself. */
const sent = (bench: Bench, id: number) =>
  bench.messages.filter((message) => message.id === id).map((message) => ('chunk' in message ? message.chunk : 0))

const names = Array.from({ length: CHUNKS }, (_, i) => `A${i + 1}`)

describe('a reply in chunks', () => {
  it('A222 goes on chunk by chunk, and is one reply', async () => {
    const bench = await started({ chunks: CHUNKS })
    const id = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
    while (sent(bench, id).length < 3) await bench.time.pass(1)
    expect(bench.reply(id)).toBeUndefined()
    await bench.time.pass(500)
    expect(sent(bench, id)).toEqual([0, 1, 2, 3, 4, 5])
    expect(bench.reply(id)?.compile?.circuits).toEqual(names)
    expect(bench.messages.every((message) => JSON.stringify(message).length <= DEFAULT_LIMITS.resultBytes)).toBe(true)
    expect((await bench.ask('a', { type: 'tick', tick: { count: 2 } })).status?.cycle).toBe(2)
    const whole = await bench.ask('a', { type: 'snapshot' })
    expect(JSON.parse(whole.snapshot?.snapshot ?? '')[1]).toBe(2)
  })

  it('A280 begins anew when the worker is lost between two chunks', async () => {
    const bench = await started({ chunks: CHUNKS })
    const id = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
    while (sent(bench, id).length < 3) await bench.time.pass(1)
    bench.living[0]?.crash()
    await bench.time.pass(2_000)
    expect(sent(bench, id).filter((chunk) => chunk === 0)).toHaveLength(2)
    expect(bench.replies.filter((reply) => reply.id === id)).toHaveLength(1)
    expect(bench.reply(id)?.compile?.circuits).toEqual(names)
    expect((await bench.ask('a', { type: 'tick', tick: { count: 2 } })).status?.cycle).toBe(2)
  })

  it('A283 of a snapshot ends when it is given up in the middle', async () => {
    const bench = await started({ chunks: CHUNKS })
    await bench.compile('a', 'ok')
    const id = bench.send('a', { type: 'snapshot' })
    while (sent(bench, id).length < 3) await bench.time.pass(1)
    const before = sent(bench, id).length
    const abort = bench.send('a', { type: 'abort', abort: { request: id } })
    await bench.time.pass(500)
    expect(bench.reply(abort)?.error).toBeUndefined()
    expect(bench.reply(id)?.error?.code).toBe('ABORTED')
    expect(sent(bench, id)).toHaveLength(before + 1) // the error
    expect((await bench.ask('a', { type: 'snapshot' })).snapshot).toBeDefined()
  })

  it('A283 of a compile goes on when it is given up in the middle: its circuit is there', async () => {
    const bench = await started({ chunks: CHUNKS })
    const id = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
    while (sent(bench, id).length < 3) await bench.time.pass(1)
    bench.send('a', { type: 'abort', abort: { request: id } })
    await bench.time.pass(500)
    expect(bench.reply(id)?.compile?.circuits).toEqual(names)
    expect((await bench.ask('a', { type: 'tick', tick: { count: 1 } })).error).toBeUndefined()
  })

  it('A216 with a chunk that does not fit the schema replaces the worker', async () => {
    const bench = await started({ chunks: CHUNKS, badChunk: 3 })
    const id = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
    bench.manners = { start: 20, chunks: CHUNKS }
    await bench.time.pass(2_000)
    expect(bench.workers.length).toBeGreaterThan(1)
    expect(bench.workers[0]?.terminated).toBe(true)
    expect(JSON.stringify(bench.messages)).not.toContain('[7]')
    expect(bench.replies.filter((reply) => reply.id === id)).toHaveLength(1)
  })
})

describe('a request in chunks', () => {
  const limits = { ...DEFAULT_LIMITS, resultBytes: 4_000, sourceBytes: 40_000, messageBytes: 40_000 }
  const request = (id: number, source: string): Request => ({ id, slot: 'a', type: 'compile', compile: { source } })
  const source = `ok ${'ä😀'.repeat(5_000)}`

  it('is put together again, whichever of its texts is long', () => {
    const long = 'xy"\n'.repeat(60_000)
    const chunks: Omit<Request, 'id' | 'slot'>[] = [
      { type: 'ask', ask: { file: { name: 'a.vcd', clock: 'tb.clk', data: long } } },
      { type: 'ask', ask: { convert: { dump: long } } },
      { type: 'ask', ask: { compare: { limit: 3, compile: { source: long, harness: true } } } },
      {
        type: 'set',
        set: {
          values: { a: 1 },
          deposits: [
            { node: 'n', field: 'f', text: 't' },
            { node: 'm', field: 'f', cells: long },
          ],
        },
      },
    ]
    for (const chunk of chunks) {
      const whole: Request = { id: 1, slot: 'a', ...chunk }
      const [head, ...rest] = divide(structuredClone(whole), { ...DEFAULT_LIMITS, resultBytes: 1 << 16 })
      expect(rest.length).toBeGreaterThan(3)
      const assembly = new Assembly('Request', head, DEFAULT_LIMITS, { left: 1 << 20 })
      const done = rest.map((p) => assembly.add(p))
      expect(done.at(-1)).toEqual(whole)
    }
  })

  it('A222 is put together, in order, and reaches the worker in messages within the limit', async () => {
    const bench = await started({}, limits)
    const messages = divide(request(1, source), limits)
    expect(messages.length).toBeGreaterThan(10)
    for (const message of messages) {
      expect(new TextEncoder().encode(JSON.stringify(message)).length).toBeLessThanOrEqual(limits.resultBytes)
      bench.supervisor.receive(structuredClone(message))
    }
    await bench.time.pass(200)
    expect(bench.reply(1)?.compile?.circuits).toEqual(['A'])
    const texts = (bench.workers[0]?.received ?? []).flatMap((message) =>
      message.kind === 'request' ? [message.text] : [],
    )
    for (const text of texts) expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(limits.resultBytes)
    expect(JSON.parse(texts.join('')).compile.source).toBe(source)
    expect(JSON.parse(texts.join('')).chunks).toBeUndefined()
  })

  it('A222 too large as one message, or as all its chunks, is refused', async () => {
    const bench = await started({}, limits)
    bench.supervisor.receive(request(1, 'x'.repeat(4_001)))
    for (const message of divide(request(2, 'x'.repeat(40_001)), limits)) bench.supervisor.receive(message)
    bench.supervisor.receive({ id: 3, slot: 'a', type: 'pause' })
    await bench.time.pass(100)
    expect(bench.replies.map((reply) => [reply.id, reply.error?.code])).toEqual([
      [1, 'PAYLOAD_TOO_LARGE'],
      [2, 'PAYLOAD_TOO_LARGE'],
      [3, 'INVALID_REQUEST'], // there is no circuit
    ])
    expect(bench.workers[0]?.received.filter((message) => message.kind === 'request')).toHaveLength(1)
  })

  it.each([
    ['A217 a chunk twice', (chunks: unknown[]) => [chunks[0], chunks[1], chunks[1]]],
    ['A217 a chunk left out', (chunks: unknown[]) => [chunks[0], chunks[2]]],
    ['A216 a chunk of another request', (chunks: unknown[]) => [chunks[0], { ...(chunks[1] as object), id: 7 }]],
    ['A216 a chunk with more in it', (chunks: unknown[]) => [chunks[0], { ...(chunks[1] as object), more: 1 }]],
    ['A043 a way through the prototype', (chunks: unknown[]) => [chunks[0], patch(['__proto__', 'x'], { text: 'x' })]],
    ['A043 a way to the constructor', (chunks: unknown[]) => [chunks[0], patch(['constructor'], { map: { x: 1 } })]],
    ['A216 a list for a text', (chunks: unknown[]) => [chunks[0], patch(['compile', 'source'], { list: ['x'] })]],
    ['A216 a text for a number', (chunks: unknown[]) => [chunks[0], patch(['id'], { text: 'x' })]],
    ['A216 nothing to add', (chunks: unknown[]) => [chunks[0], patch(['compile', 'source'], {})]],
    [
      'A216 a field that is not there',
      (chunks: unknown[]) => [chunks[0], patch(['restore', 'snapshot'], { text: 'x' })],
    ],
    ['A077 half of a character', (chunks: unknown[]) => [chunks[0], patch(['compile', 'source'], { text: '\ud800' })]],
    ['A220 another message in between', (chunks: unknown[]) => [chunks[0], { id: 9, slot: 'b', type: 'dispose' }]],
  ])('is refused with %s', async (_, made) => {
    const bench = await started({}, limits)
    const messages = divide(request(1, source), limits)
    for (const message of made(messages)) bench.supervisor.receive(message)
    for (const message of messages.slice(1)) bench.supervisor.receive(message) // what still comes of it
    expect(bench.replies.find((reply) => reply.id === 1)?.error?.code).toBe('INVALID_REQUEST')
    expect(bench.replies.filter((reply) => reply.id === 1)).toHaveLength(1)
    expect(bench.supervisor.refused).toBeGreaterThan(messages.length - 3)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
    const next = divide(request(10, source), limits)
    for (const message of next) bench.supervisor.receive(message)
    await bench.time.pass(200)
    expect(bench.reply(10)?.compile?.circuits).toEqual(['A'])
  })

  const patch = (at: string[], more: object) => ({ chunk: 1, id: 1, patches: [{ at, ...more }] })

  it('A221 in a flood is refused as a whole', async () => {
    const bench = await started({}, { ...limits, requestsPerSecond: 5 })
    for (const message of divide(request(1, source), limits)) bench.supervisor.receive(message)
    expect(bench.replies.map((reply) => [reply.id, reply.error?.code])).toEqual([[1, 'OVERLOADED']])
    expect(bench.eventsOf('refused')).toHaveLength(0)
  })
})
