import type { Request } from '@simten/client/protocol.gen'
import { expect, it } from 'vitest'
import { count } from '../../invariants/thorough/thorough.ts'
import { Accumulator } from './accumulator.ts'
import { Bench } from './bench.ts'

type Part = Omit<Request, 'id' | 'slot'>

const TRIALS = count(100)
const SLOTS = ['a', 'b', 'c']

/** A request of a kind that a page sends while a circuit is watched. */
function part(bench: Bench, slot: string): Part {
  const { random } = bench
  // A new source ends a tick of its slot, so the slot that gets new sources is not ticked.
  const kind = random.below(slot === 'c' ? 6 : 10)
  switch (kind) {
    case 0:
      return { type: 'set', set: { values: { [random.pick(['x', 'y'])]: random.below(256) } } }
    case 1:
      if (slot === 'c') return { type: 'compile', compile: { source: `ok // ${random.below(9)}`, keep: true } }
      return { type: 'snapshot' }
    case 2:
      return { type: 'snapshot' }
    case 3:
      return { type: 'reset' }
    case 4:
      return { type: 'move', move: { by: -random.below(20) } }
    case 5:
      return { type: 'pause' }
    case 6:
      return { type: 'inspect', inspect: { node: 'n' } }
    default:
      return { type: 'tick', tick: { count: 1 + random.below(400) } }
  }
}

async function started(seed: number): Promise<Bench> {
  const bench = new Bench(seed)
  bench.supervisor.start()
  for (const slot of SLOTS) await bench.compile(slot, 'ok')
  return bench
}

/** Ends the active worker while requests of several slots are under way; no circuit is to blame for it. */
async function trial(seed: number, end: 'crash' | 'hang'): Promise<string[]> {
  const bench = await started(seed)
  const { random } = bench
  if (random.below(2) === 0) await bench.time.pass(2_000) // a spare is there
  const sent: { id: number; slot: string; part: Part }[] = []
  for (let i = 4 + random.below(8); i > 0; i--) {
    const slot = random.pick(SLOTS)
    const ask = part(bench, slot)
    sent.push({ id: bench.send(slot, ask), slot, part: ask })
    if (random.below(3) === 0) await bench.time.pass(random.below(10))
  }
  await bench.time.pass(random.below(30))
  bench.living[0]?.[end]()
  await bench.until(() => sent.every(({ id }) => bench.reply(id) !== undefined))
  const refused = sent.filter(({ id }) => bench.reply(id)?.error)
  for (const slot of SLOTS) {
    const model = new Accumulator()
    for (const { id, part } of sent.filter((request) => request.slot === slot)) {
      const reply = bench.reply(id)
      if (!reply || reply.error) continue
      model.step((reply.at ?? 0) - model.cycle)
      if (part.set) model.set(part.set.values)
      if (part.type === 'reset') model.reset()
      if (part.move) model.move(part.move.by)
      if (part.tick) model.step(part.tick.count)
    }
    const last = await bench.ask(slot, { type: 'snapshot' })
    expect(last.snapshot?.snapshot, `seed ${seed}: every request of slot ${slot} was done once`).toBe(model.save())
  }
  return refused.map(({ id, part }) => `seed ${seed}: ${part.type}: ${bench.reply(id)?.error?.message}`)
}

for (const end of ['crash', 'hang'] as const) {
  it(`A279 ${TRIALS} workers that ${end} with requests under way refuse none of them`, async () => {
    const refused: string[] = []
    for (let seed = 1; seed <= TRIALS; seed++) refused.push(...(await trial(seed, end)))
    expect(refused).toEqual([])
  }, 180_000)
}

it(`A279 ${TRIALS} kills of one page, one after the other, refuse nothing and stop no run`, async () => {
  const bench = await started(7)
  await bench.ask('a', { type: 'run', run: { cyclesPerSecond: 0 } })
  for (let i = 0; i < TRIALS; i++) {
    await bench.time.pass(bench.random.below(12_000))
    const ids = ['b', 'c', 'b'].map((slot) => bench.send(slot, { type: 'tick', tick: { count: 200 } }))
    await bench.time.pass(bench.random.below(20))
    bench.living[0]?.crash()
    await bench.until(() => ids.every((id) => bench.reply(id) !== undefined))
  }
  await bench.time.pass(5_000)
  expect(bench.replies.filter((reply) => reply.error)).toEqual([])
  expect((await bench.ask('a', { type: 'snapshot' })).status?.running).toBe(true)
  expect((await bench.ask('b', { type: 'snapshot' })).status?.cycle).toBe(TRIALS * 400)
}, 180_000)

it('A279 the request over which a worker dies is tried alone, refused, and never done beside others again', async () => {
  for (let seed = 1; seed <= TRIALS; seed++) {
    const bench = await started(seed)
    await bench.compile('evil', `crash at ${1 + bench.random.below(90)}`)
    const evil = bench.send('evil', { type: 'tick', tick: { count: 100 } })
    const others = SLOTS.map((slot) => bench.send(slot, { type: 'tick', tick: { count: 100 } }))
    await bench.until(() => [evil, ...others].every((id) => bench.reply(id) !== undefined))
    expect(bench.reply(evil)?.error?.code, `seed ${seed}`).toBe('RUNTIME')
    for (const [i, slot] of SLOTS.entries()) {
      expect(bench.reply(others[i] as number)?.error, `seed ${seed}`).toBeUndefined()
      expect((await bench.ask(slot, { type: 'snapshot' })).status?.cycle, `seed ${seed}`).toBe(100)
    }
    // One worker died beside the others' requests, one alone.
    expect(bench.eventsOf('health').filter(({ health }) => health?.state === 'restarting')).toHaveLength(1)
    const asked = bench.workers.filter((worker) =>
      worker.received.some((message) => message.kind === 'request' && /"evil".*"type":"tick"/.test(message.text)),
    )
    expect(asked).toHaveLength(2)
  }
}, 180_000)
