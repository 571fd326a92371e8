import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection, type Port } from '../src/connection.ts'
import type { SandboxError } from '../src/error.ts'
import {
  DEFAULT_LIMITS,
  PROTOCOL_VERSION,
  type ProtocolEvent,
  type Reply,
  type Request,
  TYPES,
} from '../src/protocol.gen.ts'
import { Slot } from '../src/slot.ts'

const NONCE = '0123456789abcdef'
const status = (cycle: number) => ({ cycle, running: false, cyclesPerSecond: 0, achieved: 0 })
const design = {
  sequential: true,
  inputs: [],
  outputs: [],
  nets: [8],
  signals: [{ path: '__top__.q', net: 0, driven: true }],
  nodeCount: 1,
  states: [],
  pictures: [],
}

/** A port whose other side is the test. */
class FakePort implements Port {
  readonly sent: Request[] = []
  onmessage: ((event: MessageEvent) => void) | null = null
  closed = false
  postMessage(message: unknown): void {
    this.sent.push(message as Request)
  }
  close(): void {
    this.closed = true
  }
  says(message: unknown): void {
    this.onmessage?.({ data: message } as MessageEvent)
  }
  welcome(): void {
    this.says({ welcome: 'simten', nonce: NONCE, version: PROTOCOL_VERSION, limits: DEFAULT_LIMITS })
  }
  /** Answers the n-th message that was sent. */
  answer(n: number, rest: Partial<Reply> = {}): void {
    const { id, slot, type } = this.sent[n] as Request
    this.says({ id, slot, type, ...rest })
  }
}

let port: FakePort
let connection: Connection
let slot: Slot
let broken: SandboxError[]
let events: ProtocolEvent[]

beforeEach(() => {
  port = new FakePort()
  broken = []
  events = []
  connection = new Connection(port, NONCE, {
    welcome: () => {},
    event: (event) => {
      events.push(event)
      slot.heard(event)
    },
    reply: (reply) => slot.replied(reply),
    receiving: (_, done) => slot.receiving(done),
    broken: (error) => broken.push(error),
  })
  slot = new Slot(
    'a',
    (part, signal) => connection.request(part, signal),
    () => {},
  )
})

describe('a connection', () => {
  it('A223 sends nothing before the welcome, then everything in order', () => {
    void slot.tick(1)
    void slot.tick(2)
    expect(port.sent).toEqual([])
    port.welcome()
    expect(port.sent.map((request) => [request.id, request.tick?.count])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it.each([
    ['another nonce', { welcome: 'simten', nonce: 'x'.repeat(16), version: PROTOCOL_VERSION, limits: DEFAULT_LIMITS }],
    ['another version', { welcome: 'simten', nonce: NONCE, version: 99, limits: DEFAULT_LIMITS }],
    ['something else', { event: 'ready' }],
  ])('closes on a welcome with %s', async (_, message) => {
    const tick = slot.tick()
    port.says(message)
    await expect(tick).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(broken).toHaveLength(1)
    expect(port.closed).toBe(true)
    expect(port.sent).toEqual([])
  })

  it('A216 closes on a message that is not of the protocol', async () => {
    port.welcome()
    const tick = slot.tick()
    port.says({ id: 1, slot: 'a', type: 'tick', surprise: true })
    await expect(tick).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(slot.tick()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('A217 A293 ignores a second reply', async () => {
    port.welcome()
    const tick = slot.tick()
    port.answer(0, { status: status(1) })
    port.answer(0, { status: status(9) })
    expect((await tick)?.cycle).toBe(1)
    expect(slot.status?.cycle).toBe(1)
  })
})

describe('a slot', () => {
  beforeEach(() => port.welcome())

  it('has the values when the promise settles', async () => {
    const compile = slot.compile('x', { harness: true })
    expect(port.sent[0]?.compile).toEqual({ source: 'x', harness: true })
    port.answer(0, { compile: { diagnostics: [], circuits: ['A'], design }, status: status(0) })
    port.says({
      event: 'frame',
      slot: 'a',
      status: status(0),
      frame: { nets: Uint32Array.of(0), limbs: Uint32Array.of(7) },
    })
    await compile
    expect(slot.values.number(slot.values.net('__top__.q') ?? -1)).toBe(7)
    expect(slot.status?.cycle).toBe(0)
  })

  it('keeps the circuit when a source has errors', async () => {
    const first = slot.compile('x')
    port.answer(0, { compile: { diagnostics: [], circuits: ['A'], design } })
    await first
    const { values, compiled } = slot
    const second = slot.compile('y')
    const diagnostics = [{ stage: 'source' as const, code: 'E001', severity: 'error' as const, message: 'no' }]
    port.answer(1, { compile: { diagnostics, circuits: [] } })
    expect((await second).diagnostics).toEqual(diagnostics)
    expect(slot.values).toBe(values)
    expect(slot.compiled).toBe(compiled)
  })

  it('rejects with code, place and advice', async () => {
    const tick = slot.tick()
    port.answer(0, { error: { code: 'TIMEOUT', message: 'too long', circuit: 'C', node: 'n', line: 3, column: 7 } })
    await expect(tick).rejects.toMatchObject({
      name: 'SandboxError',
      code: 'TIMEOUT',
      circuit: 'C',
      node: 'n',
      line: 3,
      column: 7,
      advice: expect.stringContaining('loop'),
    })
  })

  it('gathers sets while one is under way', async () => {
    const first = slot.set({ a: 1 })
    const later = [slot.set({ a: 2, b: 5n }), slot.set({ a: 3 }), slot.set({ c: '0x10' })]
    expect(port.sent).toHaveLength(1)
    port.answer(0, { status: status(1) })
    await first
    await vi.waitFor(() => expect(port.sent).toHaveLength(2))
    expect(port.sent[1]?.set?.values).toEqual({ a: 3, b: '5', c: '0x10' })
    port.answer(1, { status: status(2) })
    expect(await Promise.all(later)).toEqual([status(2), status(2), status(2)])
    const again = slot.set({ a: 4 })
    expect(port.sent).toHaveLength(3)
    port.answer(2)
    await again
  })

  it('goes on with gathered sets after one that failed', async () => {
    const first = slot.set({ x: 1 })
    const second = slot.set({ a: 1 })
    port.answer(0, { error: { code: 'INVALID_REQUEST', message: 'no x' } })
    await expect(first).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await vi.waitFor(() => expect(port.sent).toHaveLength(2))
    port.answer(1, { status: status(0) })
    await expect(second).resolves.toEqual(status(0))
  })

  it('A283 gives up on a signal, and takes what was done nevertheless', async () => {
    const controller = new AbortController()
    const compile = slot.compile('x', { signal: controller.signal })
    controller.abort()
    await expect(compile).rejects.toMatchObject({ code: 'ABORTED' })
    expect(port.sent[1]).toMatchObject({ type: 'abort', abort: { request: port.sent[0]?.id } })
    port.answer(0, { compile: { diagnostics: [], circuits: ['A'], design } })
    expect(slot.compiled?.design).toBeDefined()
  })

  const kinds: Record<string, (options: { signal: AbortSignal }) => Promise<unknown>> = {
    compile: (options) => slot.compile('x', options),
    set: (options) => slot.set({ a: 1 }, options),
    tick: (options) => slot.tick(9, options),
    run: (options) => slot.run(0, options),
    pause: (options) => slot.pause(options),
    reset: (options) => slot.reset(options),
    seek: (options) => slot.seek(3, options),
    move: (options) => slot.move(-1, options),
    undo: (options) => slot.undo(options),
    replay: (options) => slot.replay(options),
    snapshot: (options) => slot.snapshot(options),
    restore: (options) => slot.restore('AAAA', options),
    inspect: (options) => slot.inspect('a', 0, options),
    precompile: (options) => slot.precompile('x', undefined, options),
    import: (options) => slot.importVerilog({ files: { 'a.v': '' } }, options),
    bitstream: (options) => slot.bitstream({ verilog: '', top: 'a', device: 'up5k' }, options),
    grade: (options) => slot.grade({ source: 'x', tests: 'y' }, options),
    ask: (options) => slot.why({ signal: 'a', cycle: 0 }, options),
    dispose: (options) => slot.dispose(options),
  }

  it('has a signal for every kind of request', () => {
    expect(Object.keys(kinds).sort()).toEqual(TYPES.filter((type) => type !== 'abort').sort())
  })

  it.each(Object.entries(kinds))('gives up on %s at once', async (type, request) => {
    const controller = new AbortController()
    const answer = request({ signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
    expect(port.sent).toMatchObject([{ type }, { type: 'abort', abort: { request: port.sent[0]?.id } }])
  })

  it.each(Object.entries(kinds))('does not send %s that was given up before', async (_, request) => {
    await expect(request({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
    expect(port.sent).toEqual([])
  })

  it('seeks only the last of the cycles that a slider passes meanwhile', async () => {
    const first = slot.seek(10)
    const later = [slot.seek(9), slot.seek(8), slot.seek(7)]
    expect(port.sent).toHaveLength(1)
    port.answer(0, { status: status(10) })
    await first
    await vi.waitFor(() => expect(port.sent).toHaveLength(2))
    expect(port.sent[1]?.seek).toEqual({ cycle: 7 })
    port.answer(1, { status: status(7) })
    expect(await Promise.all(later)).toEqual([status(7), status(7), status(7)])
  })

  it('runs to a cycle that a reset before it sets aside', async () => {
    const past = (last: number) => ({ ...status(last), history: { first: 0, last } })
    void slot.tick(8)
    port.answer(0, { status: past(8) })
    void slot.reset()
    void slot.runTo(4)
    await Promise.resolve()
    port.answer(1, { status: past(0) })
    await vi.waitFor(() => expect(port.sent).toHaveLength(3))
    expect(port.sent[2]?.run?.until).toEqual({ when: 'cycle >= 4', on: 'true' })
  })

  it('keeps the order in which requests of different kinds are made', () => {
    void slot.set({ a: 1 })
    void slot.set({ a: 2 })
    void slot.seek(5)
    void slot.seek(6)
    void slot.tick()
    void slot.set({ a: 3 })
    void slot.move(-1)
    expect(port.sent.map((request) => request.set?.values.a ?? request.seek?.cycle ?? request.type)).toEqual([
      1,
      2,
      5,
      6,
      'tick',
      3,
      'move',
    ])
  })

  it('knows what a replay has set again', async () => {
    const past = (last: number) => ({ ...status(last), history: { first: 0, last } })
    const compiled = { diagnostics: [], circuits: ['A'], design }
    void slot.compile('x')
    port.answer(0, { compile: compiled, status: past(0) })
    const sets = [slot.set({ a: 1, gone: 2 }), slot.tick(5)]
    port.answer(1, { status: past(0) })
    port.answer(2, { status: past(5), at: 0 })
    await Promise.all(sets)
    const edit = slot.compile('y', { keep: true })
    port.answer(3, { compile: { ...compiled, former: { cycle: 5, last: 5 } }, status: past(0) })
    await edit
    expect(slot.log.list).toEqual([])
    const replay = slot.replay()
    port.answer(4, { replay: { missing: ['gone'] }, status: past(5) })
    expect(await replay).toEqual({ missing: ['gone'] })
    expect(slot.log.list).toEqual([{ at: 0, values: { a: 1 } }])
  })

  it('tells of stopped and revived runs', () => {
    const told: unknown[] = []
    slot.on('stopped', (error) => told.push(['stopped', error.code]))
    slot.on('revived', (error) => told.push(['revived', error?.code]))
    const off = slot.on('status', (s) => told.push(s.cycle))
    port.says({ event: 'stopped', slot: 'a', status: status(5), error: { code: 'RUNTIME', message: 'threw' } })
    port.says({ event: 'revived', slot: 'a', status: status(6) })
    off()
    port.says({ event: 'revived', slot: 'a', status: status(7), error: { code: 'TIMEOUT', message: 'hung' } })
    expect(told).toEqual([
      5,
      ['stopped', 'RUNTIME'],
      6,
      ['revived', undefined],
      ['revived', 'TIMEOUT'],
      ['stopped', 'TIMEOUT'],
    ])
  })

  it('tells how far a compile has come, before its reply, and nothing else with it', async () => {
    const told: unknown[] = []
    slot.on('progress', (progress) => told.push([progress.phase, progress.done]))
    slot.on('status', () => told.push('status'))
    slot.on('frame', () => told.push('frame'))
    const compile = slot.compile('x')
    port.says({ event: 'progress', slot: 'a', progress: { phase: 'build', done: 0.02 } })
    port.says({ event: 'progress', slot: 'a', progress: { phase: 'lower', done: 0.4 } })
    expect(told).toEqual([
      ['build', 0.02],
      ['lower', 0.4],
    ])
    port.answer(0, { compile: { diagnostics: [], circuits: ['A'], design } })
    await compile
    expect(told).toHaveLength(2)
  })

  it('closes on progress in a phase that does not exist', () => {
    port.says({ event: 'progress', slot: 'a', progress: { phase: 'guess', done: 0.5 } })
    expect(broken).toHaveLength(1)
    expect(port.closed).toBe(true)
  })

  it('takes a large design by its upper levels and without its structure', async () => {
    const compile = slot.compile('x')
    const omitted = { nodes: 25_000, connections: 25_001 }
    const upper = { ...design, nets: [1, 1, 8], signals: [{ path: '__top__.q', net: 2, driven: true }], levels: 0 }
    port.answer(0, { compile: { diagnostics: [], circuits: ['A'], design: upper, omitted }, status: status(0) })
    expect((await compile).omitted).toEqual(omitted)
    expect(slot.compiled?.design?.levels).toBe(0)
    port.says({
      event: 'frame',
      slot: 'a',
      status: status(0),
      frame: { nets: Uint32Array.of(2), limbs: Uint32Array.of(7) },
    })
    expect(slot.values.number(slot.values.net('__top__.q') ?? -1)).toBe(7)
    expect(slot.values.net('inside.q')).toBeUndefined()
  })

  it('A225 is of no use after dispose', async () => {
    const gone = slot.dispose()
    port.answer(0)
    await gone
    await slot.dispose()
    await expect(slot.tick()).rejects.toMatchObject({ code: 'ABORTED' })
    expect(port.sent).toHaveLength(1)
  })
})

describe('a reply in chunks', () => {
  const head = (id: number, chunks: number) => ({
    id,
    slot: 'a',
    type: 'compile',
    chunks,
    compile: { diagnostics: [], circuits: [], library: {}, design: { ...design, nets: [], signals: [] } },
  })
  const chunk = (id: number, n: number, ...patches: unknown[]) => ({ chunk: n, id, patches })
  const at = (...path: string[]) => path

  it('A222 is put together as it comes, with progress, and then there at once', async () => {
    port.welcome()
    const progress: unknown[] = []
    slot.on('progress', (event) => progress.push(event))
    const compiled = slot.compile('x')
    port.says(head(1, 3))
    port.says(chunk(1, 1, { at: at('compile', 'design', 'nets'), list: [8, 1] }))
    expect(slot.compiled).toBeUndefined()
    const circuit = {
      version: 1,
      name: 'C',
      ...Object.fromEntries(['inputs', 'outputs', 'clocks', 'state', 'nodes', 'connections'].map((k) => [k, []])),
      implementation: { kind: 'primitive' },
      metadata: {},
    }
    port.says(
      chunk(
        1,
        2,
        { at: at('compile', 'design', 'nets'), list: [4] },
        { at: at('compile', 'library'), map: Object.fromEntries([['__proto__', circuit]]) },
        { at: at('compile', 'library', '__proto__', 'inputs'), list: [{ name: 'a', portType: { kind: 'bit' } }] },
      ),
    )
    port.says(chunk(1, 3, { at: at('compile', 'circuits'), list: ['C'] }))
    const result = await compiled
    expect(result.design?.nets).toEqual([8, 1, 4])
    expect(result.circuits).toEqual(['C'])
    expect(Object.keys(result.library ?? {})).toEqual(['__proto__'])
    expect(Object.getOwnPropertyDescriptor(result.library, '__proto__')?.value.inputs).toHaveLength(1)
    expect(slot.compiled).toBe(result)
    expect(progress).toEqual([1 / 3, 2 / 3, 1].map((done) => ({ phase: 'send', done })))
    expect(({} as Record<string, unknown>).name).toBeUndefined()
  })

  it('A222 has its tables made of their pieces', async () => {
    port.welcome()
    const compiled = slot.compile('x')
    const reply = head(1, 2)
    port.says({ ...reply, compile: { ...reply.compile, tables: new Uint8Array() } })
    // No text, kind or circuit; two nets, of 8 and 1 bit, the first driven; one circuit without ports; no signals.
    port.says(chunk(1, 1, { at: at('compile', 'tables'), bytes: Uint8Array.of(0, 0, 0, 0, 2, 17) }))
    port.says(chunk(1, 2, { at: at('compile', 'tables'), bytes: Uint8Array.of(2, 1, 0, 0, 0, 0) }))
    const result = await compiled
    expect(result).not.toHaveProperty('tables')
    expect(result.design?.nets).toEqual([8, 1])
  })

  it.each([
    ['A216 bytes where there are none', [chunk(1, 1, { at: at('compile', 'circuits'), bytes: new Uint8Array(1) })]],
    [
      'A216 bytes of which the message said nothing',
      [chunk(1, 1, { at: at('compile', 'tables'), bytes: new Uint8Array(1) })],
    ],
    ['A217 a chunk twice', [chunk(1, 1), chunk(1, 1)]],
    ['A217 a chunk left out', [chunk(1, 2)]],
    ['A216 what does not fit', [chunk(1, 1, { at: at('compile', 'design', 'nets'), list: ['8'] })]],
    ['A216 a place that is none', [chunk(1, 1, { at: at('compile', 'design', 'width'), list: [8] })]],
    [
      'A216 a circuit that is not there',
      [chunk(1, 1, { at: at('compile', 'library', 'toString', 'nodes'), list: [] })],
    ],
    ['A043 a way through the prototype', [chunk(1, 1, { at: at('__proto__'), map: { x: 1 } })]],
    ['A046 a chunk of another kind', [Object.assign(Object.create({ chunk: 1 }), chunk(1, 1))]],
    [
      'A222 more than one message may have',
      [chunk(1, 1, { at: at('compile', 'circuits'), list: ['x'.repeat(1 << 20)] })],
    ],
    [
      'A222 more than all may have',
      Array.from({ length: 17 }, (_, i) =>
        chunk(1, i + 1, { at: at('compile', 'circuits'), list: ['x'.repeat((1 << 20) - 40)] }),
      ),
    ],
  ])('closes on %s', async (_, messages) => {
    port.welcome()
    const compiled = slot.compile('x')
    port.says(head(1, 50))
    for (const message of messages) port.says(message)
    await expect(compiled).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(port.closed).toBe(true)
  })

  it('A283 can be given up in the middle; what is still taken is the circuit that is there', async () => {
    port.welcome()
    const controller = new AbortController()
    const compiled = slot.compile('x', { signal: controller.signal })
    port.says(head(1, 2))
    port.says(chunk(1, 1, { at: at('compile', 'circuits'), list: ['A'] }))
    controller.abort()
    await expect(compiled).rejects.toMatchObject({ code: 'ABORTED' })
    expect(port.sent.at(-1)).toMatchObject({ type: 'abort', abort: { request: 1 } })
    port.says(chunk(1, 2, { at: at('compile', 'circuits'), list: ['B'] }))
    expect(slot.compiled?.circuits).toEqual(['A', 'B'])
    port.says(chunk(1, 3))
    port.says(chunk(77, 1))
    expect(port.closed).toBe(false)
  })

  it('A283 that is answered with an error instead is forgotten', async () => {
    port.welcome()
    const snapshot = slot.snapshot()
    port.says({ id: 1, slot: 'a', type: 'snapshot', chunks: 2, snapshot: { snapshot: '', cycle: 0 } })
    port.says(chunk(1, 1, { at: at('snapshot', 'snapshot'), text: 'abc' }))
    port.answer(0, { error: { code: 'ABORTED', message: 'Given up.' } })
    await expect(snapshot).rejects.toMatchObject({ code: 'ABORTED' })
    port.says(chunk(1, 2, { at: at('snapshot', 'snapshot'), text: 'def' }))
    expect(port.closed).toBe(false)
  })

  it('A222 sends what is too large for one message in chunks, too', async () => {
    port.welcome()
    const text = 'ab😀'.repeat(200_000)
    void slot.restore(text).catch(() => {})
    const messages = port.sent as unknown as { patches?: { text: string }[] }[]
    expect(messages.length).toBeGreaterThan(3)
    for (const message of messages) expect(JSON.stringify(message).length).toBeLessThanOrEqual(1 << 20)
    expect(messages.flatMap((message) => message.patches?.map((patch) => patch.text) ?? []).join('')).toBe(text)
  })
})
