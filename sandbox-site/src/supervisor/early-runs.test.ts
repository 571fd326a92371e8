import type { Reply } from '@simten/client/protocol.gen'
import { describe, expect, it } from 'vitest'
import { Accumulator } from '../../test/accumulator.ts'
import { Bench } from '../../test/bench.ts'

/** A bench whose slot "a" runs without the engine. */
async function early(source = 'ok'): Promise<Bench> {
  const bench = new Bench()
  bench.precompiled.add(source)
  expect((await bench.compile('a', source)).compile?.design).toBeDefined()
  expect(bench.workers).toHaveLength(0)
  return bench
}

const set = (a: number) => ({ type: 'set', set: { values: { a } } }) as const
const tick = (count: number) => ({ type: 'tick', tick: { count } }) as const

async function stateOf(bench: Bench): Promise<string | undefined> {
  return (await bench.ask('a', { type: 'snapshot' })).snapshot?.snapshot
}

describe('a precompiled circuit', () => {
  it('runs before the engine is there, which goes on in its state without a word', async () => {
    const bench = await early()
    await bench.ask('a', set(3))
    expect((await bench.ask('a', tick(5))).status?.cycle).toBe(5)
    await bench.ask('a', set(4))
    bench.supervisor.start()
    const model = new Accumulator()
    model.set({ a: 3 })
    model.step(5)
    model.set({ a: 4 })
    expect(await stateOf(bench)).toBe(model.save())
    expect(bench.eventsOf('revived')).toEqual([])
    expect(bench.early.every((worker) => worker.terminated)).toBe(true)
  })

  it('goes on running, and says when the engine may be loaded', async () => {
    const bench = await early()
    expect(bench.turns).toBe(1)
    await bench.ask('a', { type: 'run', run: { cyclesPerSecond: 100 } })
    await bench.time.pass(300)
    bench.supervisor.start()
    await bench.time.pass(300)
    const { status } = await bench.ask('a', { type: 'pause' })
    expect(status?.cycle).toBeGreaterThan(40)
    const model = new Accumulator()
    model.step(status?.cycle ?? 0)
    expect(await stateOf(bench)).toBe(model.save())
  })

  it('is not lost when the engine is lost while it takes over', async () => {
    const bench = await early()
    await bench.ask('a', set(7))
    await bench.ask('a', tick(9))
    bench.supervisor.start()
    await bench.until(() => bench.living[0]?.received.some((message) => message.kind === 'request') === true)
    bench.living[0]?.crash()
    const model = new Accumulator()
    model.set({ a: 7 })
    model.step(9)
    expect(await stateOf(bench)).toBe(model.save())
    expect((await bench.ask('a', tick(1))).status?.cycle).toBe(10)
  })

  it.each([
    ['a name that it does not know', { type: 'set', set: { values: { b: 1 } } }],
    ['a number in words', { type: 'set', set: { values: { a: "'A'" } } }],
    ['a visit to the past', { type: 'seek', seek: { cycle: 1 } }],
  ] as const)('leaves %s to the engine, and all that follows', async (_, request) => {
    const bench = await early()
    await bench.ask('a', tick(2))
    const first = bench.send('a', request)
    const second = bench.send('a', tick(1))
    await bench.time.pass(500)
    expect(bench.reply(first)).toBeUndefined()
    expect(bench.reply(second)).toBeUndefined()
    bench.supervisor.start()
    const answered = (id: number): Reply | undefined => bench.reply(id)
    await bench.until(() => answered(first) !== undefined && answered(second) !== undefined)
    expect(answered(second)?.error).toBeUndefined()
  })

  it('leaves more cycles than the engine repeats at once to the engine', async () => {
    const bench = await early()
    const id = bench.send('a', tick(100_001))
    await bench.time.pass(500)
    expect(bench.early[0]?.received.filter((message) => message.kind === 'request')).toHaveLength(1) // the compile
    expect(bench.reply(id)).toBeUndefined()
  })

  it('keeps what was told when it cannot go on, and repeats what was not', async () => {
    const bench = await early('crash at 6')
    await bench.ask('a', tick(4))
    const id = bench.send('a', tick(5))
    await bench.time.pass(500)
    expect(bench.reply(id)).toBeUndefined()
    bench.supervisor.start()
    await bench.until(() => bench.reply(id) !== undefined)
    expect(bench.reply(id)).toMatchObject({ error: { circuit: 'A' } }) // the engine met the same
  })

  it('gives way to another text', async () => {
    const bench = await early()
    await bench.ask('a', tick(3))
    const id = bench.send('a', { type: 'compile', compile: { source: 'ok // other' } })
    const behind = bench.send('a', tick(1))
    bench.supervisor.start()
    await bench.until(() => bench.reply(behind) !== undefined)
    expect(bench.reply(id)?.compile?.design).toBeDefined()
    expect(bench.reply(behind)?.status?.cycle).toBe(1)
  })
})

it('a circuit that is not precompiled waits for the engine, which is asked for at once', async () => {
  const bench = new Bench()
  const id = bench.send('a', { type: 'compile', compile: { source: 'ok' } })
  await bench.time.pass(10)
  expect(bench.turns).toBe(1)
  bench.supervisor.start()
  await bench.time.pass(100)
  expect(bench.reply(id)?.compile?.design).toBeDefined()
})
