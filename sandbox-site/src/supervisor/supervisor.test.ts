import { type Request, TYPES, type Type } from '@simten/client/protocol.gen'
import { describe, expect, it } from 'vitest'
import { Accumulator } from '../../test/accumulator.ts'
import { Bench } from '../../test/bench.ts'

type Part = Omit<Request, 'id' | 'slot'>

async function started(limits = {}): Promise<Bench> {
  const bench = new Bench(1, limits)
  bench.supervisor.start()
  await bench.time.pass(100)
  return bench
}

/** The state of a slot as a snapshot shows it. */
async function stateOf(bench: Bench, slot: string): Promise<string | undefined> {
  return (await bench.ask(slot, { type: 'snapshot' })).snapshot?.snapshot
}

describe('requests', () => {
  it('A223 before the engine is ready wait for it', async () => {
    const bench = new Bench()
    bench.supervisor.start()
    const id = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
    expect(bench.reply(id)).toBeUndefined()
    await bench.time.pass(100)
    expect(bench.reply(id)?.compile?.design).toBeDefined()
    expect(bench.eventsOf('health').at(-1)?.health?.state).toBe('ready')
  })

  it('A216 A218 that are malformed are answered and counted', async () => {
    const bench = await started()
    bench.supervisor.receive({ id: 1, slot: 'a', type: 'explode' })
    bench.supervisor.receive({ id: 2, slot: '', type: 'pause' })
    bench.supervisor.receive({ id: 3, slot: 'a', type: 'tick' })
    bench.supervisor.receive({ id: 4, slot: 'a', type: 'pause', more: 1 })
    bench.supervisor.receive({ id: 5, slot: 'a', type: 'run', run: { cyclesPerSecond: Number.NaN } })
    expect(bench.replies.map((reply) => [reply.id, reply.error?.code])).toEqual(
      [1, 2, 3, 4, 5].map((id) => [id, 'INVALID_REQUEST']),
    )
    bench.supervisor.receive('hello')
    bench.supervisor.receive({ id: 5, slot: 'a', type: 'pause' })
    bench.supervisor.receive({ id: Number.POSITIVE_INFINITY, slot: 'a', type: 'pause' })
    expect(bench.eventsOf('refused')).toHaveLength(3)
    expect(bench.supervisor.refused).toBe(8)
  })

  it('A118 A221 in a flood are refused, and served again later', async () => {
    const bench = await started({ requestsPerSecond: 10 })
    for (let i = 0; i < 50; i++) bench.send('a', { type: 'dispose' })
    expect(bench.replies.filter((reply) => reply.error?.code === 'OVERLOADED')).toHaveLength(40)
    await bench.time.pass(1_000)
    expect((await bench.ask('a', { type: 'dispose' })).error).toBeUndefined()
  })

  it('A221 A267 outside of any request are told of in part, and all are counted', async () => {
    const bench = await started()
    for (let i = 0; i < 500; i++) bench.supervisor.receive('hello')
    for (let i = 0; i < 500; i++) bench.supervisor.blocked('connect-src', `https://x.example/${'x'.repeat(10_000)}`)
    expect(bench.supervisor.refused).toBe(500)
    expect(bench.eventsOf('refused')).toHaveLength(20)
    await bench.time.pass(1_000)
    bench.supervisor.blocked('connect-src', `https://x.example/${'x'.repeat(10_000)}`)
    expect(bench.eventsOf('refused')).toHaveLength(21)
    expect(bench.eventsOf('refused').at(-1)?.error?.message.length).toBeLessThan(1_200)
  })

  it('A084 A222 that are too large are refused', async () => {
    const bench = await started({ sourceBytes: 10, messageBytes: 20 })
    expect((await bench.compile('a', 'ä'.repeat(6))).error?.code).toBe('PAYLOAD_TOO_LARGE')
    expect((await bench.compile('a', 'ä'.repeat(5))).error).toBeUndefined()
    const reply = await bench.ask('a', { type: 'restore', restore: { snapshot: 'x'.repeat(21) } })
    expect(reply.error?.code).toBe('PAYLOAD_TOO_LARGE')
  })
})

describe('a worker for which nobody waits', () => {
  for (const editing of [true, false]) {
    it(editing ? 'practises in a page for editing' : 'does not practise in a page for reading', async () => {
      const bench = new Bench(1, {}, editing)
      bench.supervisor.start()
      await bench.compile('a', 'ok')
      await bench.time.pass(5_000)
      const warm = bench.workers.map((worker) => worker.received.filter((message) => message.kind === 'warm'))
      expect(warm).toEqual([
        [{ kind: 'warm', practise: editing }],
        [{ kind: 'warm', practise: false }], // the spare one shares what the first has learned
      ])
    })
  }
})

describe('a worker that hangs', () => {
  it('A279 A281 in a tick is replaced; the tick fails and everything else is as it was', async () => {
    const bench = await started()
    await bench.compile('good', 'ok')
    await bench.ask('good', { type: 'set', set: { values: { a: 7 } } })
    await bench.ask('good', { type: 'tick', tick: { count: 5 } })
    const before = await stateOf(bench, 'good')
    await bench.compile('evil', 'hang at 3')
    await bench.ask('evil', { type: 'tick', tick: { count: 2 } })
    await bench.time.pass(2_000) // a spare is there
    const asked = bench.time.now
    const reply = await bench.ask('evil', { type: 'tick', tick: { count: 9 } })
    expect(reply.error).toMatchObject({ code: 'TIMEOUT', circuit: 'Inner', node: 'top.n', line: 7 })
    expect(reply.error?.advice).not.toBe('')
    expect(bench.time.now - asked).toBeLessThan(9_000) // the time limit and its grace, and half as much again for finding out where
    expect(await stateOf(bench, 'good')).toBe(before)
    const revived = bench.eventsOf('revived')
    expect(revived.map((event) => [event.slot, event.error?.code])).toEqual([
      ['good', undefined],
      ['evil', 'TIMEOUT'],
    ])
    expect(revived[1]?.status).toMatchObject({ cycle: 3, running: false })
    expect(JSON.parse((await stateOf(bench, 'evil')) ?? '')[1]).toBe(3)
  })

  it('A280 in a compile keeps the circuit that was there, running as before', async () => {
    const bench = await started()
    await bench.compile('a', 'ok')
    await bench.ask('a', { type: 'run', run: { cyclesPerSecond: 50 } })
    await bench.time.pass(500)
    const reply = await bench.compile('a', 'hang compile')
    expect(reply.error?.code).toBe('TIMEOUT')
    await bench.time.pass(500)
    const status = (await bench.ask('a', { type: 'pause' })).status
    expect(bench.eventsOf('revived').at(-1)?.status).toMatchObject({ running: true, cyclesPerSecond: 50 })
    expect(status?.cycle).toBeGreaterThan(0)
  })

  it('A280 in a run stops that run before the step, and others go on running', async () => {
    const bench = await started()
    await bench.compile('good', 'ok')
    await bench.ask('good', { type: 'run', run: { cyclesPerSecond: 0 } })
    await bench.compile('evil', 'hang at 1000')
    await bench.ask('evil', { type: 'run', run: { cyclesPerSecond: 0 } })
    await bench.time.pass(9_000)
    const revived = bench.eventsOf('revived')
    expect(revived.find((event) => event.slot === 'evil')).toMatchObject({
      error: { code: 'TIMEOUT' },
      status: { running: false },
    })
    expect(revived.find((event) => event.slot === 'good')?.status?.running).toBe(true)
    const first = (await bench.ask('good', { type: 'snapshot' })).status?.cycle ?? 0
    await bench.time.pass(200)
    expect((await bench.ask('good', { type: 'snapshot' })).status?.cycle).toBeGreaterThan(first)
  })

  it('is replaced although the page had no spare yet', async () => {
    const bench = await started()
    const reply = await bench.compile('a', 'hang compile')
    expect(reply.error?.code).toBe('TIMEOUT')
    expect((await bench.compile('a', 'ok')).error).toBeUndefined()
  })

  it('A240 is not blamed for a time in which this page slept', async () => {
    const bench = await started()
    await bench.compile('a', 'ok')
    bench.send('a', { type: 'tick', tick: { count: 100_000 } })
    await bench.time.pass(1_000)
    bench.time.now += 60_000
    await bench.time.pass(1_000)
    expect(bench.eventsOf('revived')).toEqual([])
  })
})

describe('where a worker was lost is found out in another one', () => {
  const where = { circuit: 'Inner', node: 'top.n', line: 7, column: 5 }

  it('A119 A281 of a run: circuit, node, line, and the cycle of the step', async () => {
    const bench = await started()
    await bench.compile('good', 'ok')
    await bench.ask('good', { type: 'run', run: { cyclesPerSecond: 0 } })
    await bench.compile('evil', 'hang at 1000')
    await bench.ask('evil', { type: 'set', set: { values: { x: 2 } } })
    await bench.ask('evil', { type: 'run', run: { cyclesPerSecond: 0 } })
    await bench.until(() => bench.eventsOf('revived').some((event) => event.slot === 'evil'))
    const [good, evil] = bench.eventsOf('revived')
    expect(good).toMatchObject({ slot: 'good', status: { running: true } })
    expect(evil).toMatchObject({ slot: 'evil', status: { running: false, cycle: 1000 }, error: where })
    expect(evil?.error?.message).toMatch(/^onTick of Inner: .* inside the built-in function match\.$/)
    const model = new Accumulator()
    model.set({ x: 2 })
    model.step(1000)
    expect(await stateOf(bench, 'evil')).toBe(model.save())
  })

  it.each([
    ['tick', { type: 'tick', tick: { count: 5000 } }, 'hang at 1000', where, 1000],
    ['set', { type: 'set', set: { values: { x: 1 } } }, 'hang in set', { ...where, line: 3 }, 0],
    ['compile', { type: 'compile', compile: { source: 'hang compile' } }, 'ok', { line: 2, column: 5 }, 0],
    ['tick out of memory', { type: 'tick', tick: { count: 5000 } }, 'memory at 90', { ...where, code: 'MEMORY' }, 90],
  ] as const)('of a %s, which fails; what waits behind it goes on', async (_, part, source, place, cycle) => {
    const bench = await started()
    await bench.compile('evil', source)
    const id = bench.send('evil', part)
    await bench.time.pass(20)
    const behind = bench.send('evil', { type: 'pause' })
    await bench.until(() => bench.reply(behind) !== undefined)
    expect(bench.reply(id)?.error).toMatchObject(place)
    expect(bench.reply(behind)?.status).toMatchObject({ cycle })
    expect(bench.workers.filter((worker) => worker.traced && !worker.terminated)).toEqual([])
  })

  it('keeps nobody waiting: others go on, and are open for new circuits', async () => {
    const bench = await started()
    await bench.compile('good', 'ok')
    await bench.compile('evil', 'hang at 3')
    const id = bench.send('evil', { type: 'tick', tick: { count: 5 } })
    await bench.until(() => bench.workers.some((worker) => worker.traced))
    expect((await bench.ask('good', { type: 'tick', tick: { count: 4 } })).status?.cycle).toBe(4)
    expect((await bench.compile('new', 'ok')).error).toBeUndefined()
    expect(bench.reply(id)).toBeUndefined()
    await bench.until(() => bench.reply(id) !== undefined)
    expect(bench.reply(id)?.error).toMatchObject(where)
  })

  it('a slow request goes on as if nothing had been', async () => {
    const bench = await started()
    await bench.compile('a', 'ok')
    const id = bench.send('a', { type: 'tick', tick: { count: 3000 } })
    await bench.time.pass(20)
    bench.living[0]?.hang()
    await bench.until(() => bench.reply(id) !== undefined)
    expect(bench.reply(id)).toMatchObject({ status: { cycle: 3000 } })
    expect(bench.reply(id)?.error).toBeUndefined()
  })

  it('a request that hangs only now and then fails at the second time, without a place', async () => {
    const bench = await started()
    await bench.compile('a', 'hang once at 9')
    const reply = await bench.ask('a', { type: 'tick', tick: { count: 30 } })
    expect(reply.error).toMatchObject({ code: 'TIMEOUT', circuit: 'A' })
    expect(reply.error?.line).toBeUndefined()
    expect(bench.workers.filter((worker) => worker.traced)).toHaveLength(1)
  })

  it('a new source, an abort and a worker that does not start end the search', async () => {
    for (const [end, code] of [
      ['compile', 'TIMEOUT'],
      ['abort', 'ABORTED'],
      ['deaf', 'TIMEOUT'],
    ] as const) {
      const bench = await started()
      await bench.compile('a', 'hang at 3')
      await bench.time.pass(2_000) // a spare is there
      if (end === 'deaf') bench.manners = { start: 20, deaf: true }
      const id = bench.send('a', { type: 'tick', tick: { count: 5 } })
      await bench.until(() => bench.workers.some((worker) => worker.traced))
      if (end === 'compile') bench.send('a', { type: 'compile', compile: { source: 'ok' } })
      if (end === 'abort') bench.send('a', { type: 'abort', abort: { request: id } })
      await bench.until(() => bench.reply(id) !== undefined)
      expect(bench.reply(id)?.error?.code).toBe(code)
      const tick = end === 'compile' ? 5 : 1
      expect((await bench.ask('a', { type: 'tick', tick: { count: tick } })).status?.cycle).toBe(
        end === 'compile' ? 5 : 1,
      )
    }
  })
})

describe('a worker that dies', () => {
  it('A148 of memory fails the guilty request with MEMORY', async () => {
    const bench = await started()
    await bench.compile('a', 'memory at 5')
    const reply = await bench.ask('a', { type: 'tick', tick: { count: 9 } })
    expect(reply.error?.code).toBe('MEMORY')
    expect((await bench.ask('a', { type: 'pause' })).status?.cycle).toBe(5)
  })

  it('A279 takes no unanswered request with it', async () => {
    const bench = await started()
    await bench.compile('a', 'ok')
    await bench.compile('b', 'ok')
    await bench.ask('b', { type: 'tick', tick: { count: 4 } })
    bench.send('a', { type: 'tick', tick: { count: 1_000_000 } })
    const set = bench.send('b', { type: 'set', set: { values: { x: 1 } } })
    const tick = bench.send('b', { type: 'tick', tick: { count: 6 } })
    bench.living[0]?.crash()
    await bench.time.pass(1_000)
    expect(bench.reply(set)).toMatchObject({ at: 4 })
    expect(bench.reply(tick)?.status?.cycle).toBe(10)
    const model = new Accumulator()
    model.step(4)
    model.set({ x: 1 })
    model.step(6)
    expect(await stateOf(bench, 'b')).toBe(model.save())
  })

  it('A282 A288 again and again without being asked anything ends in unavailable', async () => {
    const bench = new Bench()
    bench.manners = { start: 20, deaf: true }
    bench.supervisor.start()
    const id = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
    await bench.time.pass(60_000)
    expect(bench.reply(id)?.error?.code).toBe('UNAVAILABLE')
    expect(bench.eventsOf('health').at(-1)?.health?.state).toBe('unavailable')
    expect((await bench.ask('a', { type: 'dispose' })).error?.code).toBe('UNAVAILABLE')
  })
})

it('a blocked policy violation is told', async () => {
  const bench = await started()
  bench.supervisor.blocked('connect-src', 'https://evil.example')
  expect(bench.eventsOf('refused')[0]?.error).toMatchObject({
    code: 'DENIED',
    message: expect.stringContaining('connect-src'),
  })
})

describe('A283 aborting', () => {
  it('a request that waits answers it at once', async () => {
    const bench = new Bench()
    bench.supervisor.start()
    const id = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
    bench.send('a', { type: 'abort', abort: { request: id } })
    expect(bench.reply(id)?.error?.code).toBe('ABORTED')
    expect(bench.replies).toHaveLength(2)
  })

  it('a tick that works in slices ends it where it is', async () => {
    const bench = await started()
    await bench.compile('a', 'ok')
    const id = bench.send('a', { type: 'tick', tick: { count: 1_000_000 } })
    await bench.time.pass(100)
    bench.send('a', { type: 'abort', abort: { request: id } })
    await bench.time.pass(50)
    expect(bench.reply(id)?.error?.code).toBe('ABORTED')
    expect(bench.workers).toHaveLength(1)
  })

  it('a request that does not listen replaces the worker within half a second', async () => {
    const bench = await started()
    await bench.compile('a', 'ok')
    await bench.ask('a', { type: 'tick', tick: { count: 3 } })
    await bench.time.pass(2_000)
    const id = bench.send('a', { type: 'compile', compile: { source: 'hang compile' } })
    await bench.time.pass(100)
    bench.send('a', { type: 'abort', abort: { request: id } })
    await bench.time.pass(500)
    expect(bench.reply(id)?.error?.code).toBe('ABORTED')
    expect((await bench.ask('a', { type: 'tick', tick: { count: 1 } })).status?.cycle).toBe(4)
  })

  const parts: Record<Exclude<Type, 'abort'>, Part> = {
    compile: { type: 'compile', compile: { source: 'hang compile' } },
    set: { type: 'set', set: { values: { x: 1 } } },
    tick: { type: 'tick', tick: { count: 5 } },
    run: { type: 'run', run: { cyclesPerSecond: 0 } },
    pause: { type: 'pause' },
    reset: { type: 'reset' },
    snapshot: { type: 'snapshot' },
    restore: { type: 'restore', restore: { snapshot: '[5,5,{}]' } },
    seek: { type: 'seek', seek: { cycle: 1 } },
    move: { type: 'move', move: { by: -1 } },
    undo: { type: 'undo' },
    replay: { type: 'replay', replay: {} },
    inspect: { type: 'inspect', inspect: { node: 'a' } },
    ask: { type: 'ask', ask: { why: { signal: 'a', cycle: 0 } } },
    precompile: { type: 'precompile', precompile: { source: 'x' } },
    grade: { type: 'grade', grade: { source: 'x', tests: 'y' } },
    import: { type: 'import', import: { files: { 'a.v': '' } } },
    bitstream: { type: 'bitstream', bitstream: { verilog: '', top: 'a', device: 'up5k' } },
    dispose: { type: 'dispose' },
  }

  it.each(TYPES.filter((type) => type !== 'abort'))('%s ends it at once, and everything is as it was', async (type) => {
    const bench = await started()
    await bench.compile('other', 'ok')
    await bench.ask('other', { type: 'run', run: { cyclesPerSecond: 0 } })
    await bench.compile('a', `hang in ${type}`)
    await bench.time.pass(2_000) // a spare is there
    const id = bench.send('a', parts[type as keyof typeof parts])
    await bench.time.pass(60)
    const asked = bench.time.now
    bench.send('a', { type: 'abort', abort: { request: id } })
    while (!bench.reply(id)) await bench.time.pass(10)
    expect(bench.reply(id)?.error?.code).toBe('ABORTED')
    expect(bench.time.now - asked).toBeLessThan(500)
    const still = await bench.ask('a', { type: type === 'pause' ? 'snapshot' : 'pause' })
    expect(still).toMatchObject({ status: { cycle: 0, running: false, history: { first: 0, last: 0 } } })
    const status = (await bench.ask('other', { type: 'pause' })).status
    expect(status?.cycle).toBeGreaterThan(0)
    const model = new Accumulator()
    model.step(status?.cycle ?? 0)
    expect(await stateOf(bench, 'other')).toBe(model.save())
  })

  it('an abort of a finished request changes nothing', async () => {
    const bench = await started()
    const done = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
    await bench.time.pass(50)
    expect((await bench.ask('a', { type: 'abort', abort: { request: done } })).error).toBeUndefined()
  })
})

describe('a question', () => {
  it('over which a worker hangs fails alone: the run that it is about goes on', async () => {
    const bench = await started()
    await bench.compile('a', 'hang in ask')
    await bench.ask('a', { type: 'run', run: { cyclesPerSecond: 0 } })
    await bench.time.pass(2_000)
    const id = bench.send('a', { type: 'ask', ask: { why: { signal: 'a', cycle: 0 } } })
    while (!bench.reply(id)) await bench.time.pass(50)
    expect(bench.reply(id)?.error?.code).toBe('TIMEOUT')
    await bench.time.pass(500)
    expect(bench.eventsOf('stopped')).toHaveLength(0)
    const before = (await bench.ask('a', { type: 'snapshot' })).status
    expect(before?.running).toBe(true)
  })

  it('that was under way when its worker died is asked again', async () => {
    const bench = await started()
    await bench.compile('a', 'ok')
    await bench.time.pass(2_000)
    const id = bench.send('a', { type: 'ask', ask: { why: { signal: 'a', cycle: 0 } } })
    bench.living[0]?.crash()
    while (!bench.reply(id)) await bench.time.pass(50)
    expect(bench.reply(id)?.error).toBeUndefined()
  })

  it('tells how far it is by the number that the page gave it', async () => {
    const bench = await started()
    await bench.compile('a', 'hang in ask')
    const id = bench.send('a', { type: 'ask', ask: { why: { signal: 'a', cycle: 0 } } })
    await bench.time.pass(20)
    const worker = bench.living[0]
    const asked = worker?.received.findLast((message) => message.kind === 'request')
    const request = JSON.parse(asked?.kind === 'request' ? asked.text : '{}').id
    for (const of of [request, request + 1]) {
      const event = { event: 'asking', slot: 'a', asking: { request: of, done: 0.5 } }
      worker?.say({ kind: 'event', text: JSON.stringify(event) })
    }
    await bench.time.pass(20)
    expect(bench.eventsOf('asking').map((event) => event.asking)).toEqual([{ request: id, done: 0.5 }])
  })
})

describe('a slot that cannot be brought back', () => {
  it('is given up, and the others are not', async () => {
    const bench = await started()
    await bench.compile('good', 'ok')
    await bench.ask('good', { type: 'tick', tick: { count: 2 } })
    await bench.compile('evil', 'ok at first')
    bench.manners = { start: 20, fickle: 'ok at first' }
    for (const worker of bench.living) worker.hang()
    bench.send('good', { type: 'tick', tick: { count: 1 } })
    await bench.time.pass(30_000)
    expect(bench.eventsOf('revived').find((event) => event.slot === 'evil' && !event.status)?.error?.code).toBe(
      'TIMEOUT',
    )
    expect((await bench.ask('evil', { type: 'tick', tick: { count: 1 } })).error?.code).toBe('INVALID_REQUEST')
    // The tick that was under way was none of it, and is done after all.
    expect((await bench.ask('good', { type: 'tick', tick: { count: 1 } })).status?.cycle).toBe(4)
  })
})

describe('A309 a strict circuit', () => {
  const strict = { type: 'compile', compile: { source: 'ok', strict: true } } as const
  const sealed = (bench: Bench) =>
    bench.living.map((worker) => worker.received.findIndex((message) => message.kind === 'seal') >= 0)

  it('closes the compiler before the worker hears of it, also in the next worker', async () => {
    const bench = await started()
    await bench.ask('a', strict)
    await bench.compile('b', 'ok')
    const heard = bench.workers[0]?.received.map((message) => message.kind)
    expect(heard?.indexOf('seal')).toBeGreaterThanOrEqual(0)
    expect(heard?.indexOf('seal')).toBeLessThan(heard?.indexOf('request') as number)
    bench.living[0]?.crash()
    expect((await bench.ask('a', { type: 'tick', tick: { count: 3 } })).status?.cycle).toBe(3)
    const kinds = bench.living[0]?.received.map((message) => message.kind)
    expect(kinds?.indexOf('seal')).toBeLessThan(
      kinds?.findIndex((kind, i) => kind === 'request' && isOf(bench, i, 'a')) as number,
    )
  })

  it('leaves the compiler closed until no slot holds one; then all go on in a worker that compiles', async () => {
    const bench = await started()
    await bench.ask('a', strict)
    await bench.ask('b', { ...strict, compile: { ...strict.compile, source: 'ok // b' } })
    await bench.ask('a', { type: 'tick', tick: { count: 7 } })
    await bench.ask('b', { type: 'tick', tick: { count: 5 } })
    await bench.ask('a', { type: 'compile', compile: { source: 'ok', keep: true } })
    await bench.time.pass(2_000)
    expect(sealed(bench)[0]).toBe(true)
    await bench.ask('b', { type: 'compile', compile: { source: 'bad' } })
    await bench.time.pass(2_000)
    expect(sealed(bench)[0]).toBe(true) // the strict circuit is still there
    await bench.ask('b', { type: 'dispose' })
    await bench.time.pass(2_000)
    expect(sealed(bench)[0]).toBe(false)
    expect((await bench.ask('a', { type: 'tick', tick: { count: 1 } })).status?.cycle).toBe(8)
    expect(bench.replies.filter((reply) => reply.error)).toEqual([])
  })

  /** Whether the message that the active worker got is a request of the slot. */
  function isOf(bench: Bench, i: number, slot: string): boolean {
    const message = bench.living[0]?.received[i]
    return message?.kind === 'request' && JSON.parse(message.text).slot === slot
  }
})

describe('many slots', () => {
  const names = Array.from({ length: 32 }, (_, i) => `slot ${i}`)

  it('with circuits of one name do not mix, and all come back', async () => {
    const bench = await started()
    for (const name of names) await bench.compile(name, 'ok')
    for (const [i, name] of names.entries()) {
      await bench.ask(name, { type: 'set', set: { values: { x: i } } })
      await bench.ask(name, { type: 'run', run: { cyclesPerSecond: 0 } })
    }
    await bench.time.pass(1_000)
    bench.living[0]?.crash()
    await bench.time.pass(10_000)
    expect(bench.eventsOf('revived').map((event) => event.slot)).toEqual(names)
    for (const [i, name] of names.entries()) {
      const { status } = await bench.ask(name, { type: 'pause' })
      const model = new Accumulator()
      const at = bench.replies.find((reply) => reply.slot === name && reply.type === 'set')?.at ?? 0
      model.step(at)
      model.set({ x: i })
      model.step((status?.cycle ?? 0) - at)
      expect(status?.cycle).toBeGreaterThan(100)
      expect(await stateOf(bench, name)).toBe(model.save())
    }
  }, 60_000)
})
