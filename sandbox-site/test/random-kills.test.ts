import type { Request, Status } from '@simten/client/protocol.gen'
import { expect, it } from 'vitest'
import { count } from '../../invariants/thorough/thorough.ts'
import { Accumulator, TAPE } from './accumulator.ts'
import { Bench } from './bench.ts'

/**
 * Kills workers at random moments while slots are ticked, run, set, reset, restored, sent through their past, replayed
 * and compiled from texts that mean the same, and then compares every slot with a model that applied each acknowledged
 * request at the cycle that its reply named: its state, the range of its history, and what it shows of the past and of
 * the branch that was set aside.
 */

type Part = Omit<Request, 'id' | 'slot'>

const SEEDS = count(50)
const ROUNDS = 20 // kills per seed
const SLOTS = ['a', 'b', 'c', 'd']

interface Sent {
  id: number
  slot: string
  part: Part
}

function randomPart(bench: Bench, slot: string, snapshots: Map<string, string>): Part {
  const { random } = bench
  // The last slot is only ticked, so that its cycles can be counted.
  const kind = slot === 'd' ? random.below(4) : random.below(18)
  if (kind <= 1) return { type: 'set', set: { values: { [random.pick(['x', 'y'])]: random.below(256) } } }
  if (kind <= 3) return { type: 'tick', tick: { count: 1 + random.below(300) } }
  if (kind <= 5) return { type: 'run', run: { cyclesPerSecond: 0 } }
  if (kind === 6) return { type: 'pause' }
  if (kind === 7) return { type: 'reset' }
  if (kind === 10) return { type: 'undo' }
  if (kind === 11) return { type: 'seek', seek: { cycle: random.below(400) } }
  if (kind === 14) {
    const deposit = { node: 'n', field: 'f', first: random.below(256), cells: 'AA==' }
    return { type: 'set', set: { values: {}, deposits: [deposit] } }
  }
  if (kind >= 16) return { type: 'replay', replay: { file: true } }
  if (kind === 15) return { type: 'compile', compile: { source: `ok // ${random.below(9)}`, keep: true } }
  if (kind >= 12) return { type: 'move', move: { by: random.below(300) - 200 } }
  const snapshot = snapshots.get(slot)
  return kind === 8 && snapshot ? { type: 'restore', restore: { snapshot } } : { type: 'snapshot' }
}

function kill(bench: Bench): void {
  const [active] = bench.living
  if (bench.random.below(2) === 0) active?.crash()
  else active?.hang()
}

const ready = (bench: Bench) => bench.eventsOf('health').at(-1)?.health?.state === 'ready'

function apply(model: Accumulator, part: Part, status?: Status): void {
  if (part.set) model.set(part.set.values, part.set.deposits)
  else if (part.restore) model.load(part.restore.snapshot)
  else if (part.seek) model.seek(part.seek.cycle)
  else if (part.move) model.move(part.move.by)
  else if (part.type === 'undo') model.undo()
  else if (part.type === 'replay') {
    model.beginTape()
    model.playTape(status?.cycle ?? TAPE.last)
  } else model.reset()
}

/** Visits a cycle, the branch that was set aside, and a cycle of that. */
async function compareThePast(bench: Bench, slot: string, model: Accumulator, seed: number): Promise<void> {
  const visits: Part['type'][] = ['seek', 'undo', 'seek']
  for (const type of visits) {
    const { first, last } = model.range
    const part: Part =
      type === 'undo' ? { type } : { type, seek: { cycle: first + bench.random.below(last - first + 1) } }
    const { error } = await bench.ask(slot, part)
    expect(error?.code, `seed ${seed}: ${type} in slot ${slot}`).toBe(
      type === 'undo' && !model.range.undo ? 'INVALID_REQUEST' : undefined,
    )
    apply(model, part)
    const there = await bench.ask(slot, { type: 'snapshot' })
    expect(there.snapshot?.snapshot, `seed ${seed}: the past of slot ${slot}`).toBe(model.save())
    expect(there.status?.history).toEqual(model.range)
  }
}

async function session(seed: number): Promise<void> {
  const bench = new Bench(seed, { runMilliseconds: 200 })
  const sent: Sent[] = []
  const snapshots = new Map<string, string>()
  let killsInARow = 0
  bench.supervisor.start()
  for (const slot of SLOTS) await bench.compile(slot, 'ok')
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = bench.random.below(12); i >= 0; i--) {
      const slot = bench.random.pick(SLOTS)
      const part = randomPart(bench, slot, snapshots)
      sent.push({ id: bench.send(slot, part), slot, part })
      await bench.time.pass(bench.random.below(20))
      const latest = bench.replies.at(-1)
      if (latest?.snapshot) snapshots.set(latest.slot, latest.snapshot.snapshot)
    }
    kill(bench)
    killsInARow++
    await bench.time.pass(bench.random.below(3_000))
    // A slot over which three workers are lost is given up on purpose, so twice in a row has to do.
    while (killsInARow >= 2 && !ready(bench)) await bench.time.pass(100)
    if (ready(bench)) killsInARow = 0
  }
  await bench.time.pass(10_000)
  for (const slot of SLOTS) await bench.ask(slot, { type: 'pause' })

  for (const slot of SLOTS) {
    const model = new Accumulator()
    let ticks = 0
    for (const { id, part } of sent.filter((entry) => entry.slot === slot)) {
      const reply = bench.reply(id)
      expect(reply, `seed ${seed}: request ${id} is answered`).toBeDefined()
      // A replay that a compile has ended stands where it came to; its worker has told a checkpoint of that.
      const ended = part.type === 'replay' && reply?.error?.code === 'ABORTED'
      if (!reply || (reply.error && !ended)) continue
      if (part.type === 'tick') ticks += part.tick?.count ?? 0
      if (part.type === 'compile') expect(reply.compile?.kept, `seed ${seed}: slot ${slot} goes on`).toBe(true)
      if (['tick', 'run', 'pause', 'snapshot', 'compile'].includes(part.type)) continue
      model.step((reply.at ?? 0) - model.cycle)
      apply(model, part, reply.status)
    }
    const last = await bench.ask(slot, { type: 'snapshot' })
    model.step((last.status?.cycle ?? 0) - model.cycle)
    expect(last.snapshot?.snapshot, `seed ${seed}: slot ${slot}`).toBe(model.save())
    expect(last.status?.history, `seed ${seed}: history of slot ${slot}`).toEqual(model.range)
    await compareThePast(bench, slot, model, seed)
    if (slot === 'd') expect(last.status?.cycle, `seed ${seed}: cycles`).toBe(ticks)
  }
  const answered = bench.replies.map((reply) => reply.id)
  expect(new Set(answered).size, `seed ${seed}: nothing is answered twice`).toBe(answered.length)
}

it(`A280 A281 loses nothing when workers are killed at ${SEEDS * ROUNDS} random moments`, async () => {
  for (let seed = 1; seed <= SEEDS; seed++) await session(seed)
}, 120_000)
