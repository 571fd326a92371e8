import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { decode } from '@simten/client/precompiled'
import {
  DEFAULT_LIMITS,
  type Precompiled,
  type ProtocolEvent,
  type Reply,
  type Request,
} from '@simten/client/protocol.gen'
import { unfold } from '@simten/client/tables'
import { Values } from '@simten/client/values'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { some } from '../../invariants/thorough/thorough.ts'
import { PrecompiledLoop } from '../src/precompiled/loop.ts'
import { fileName, precompiledFor } from '../src/precompiled/store.ts'
import { Supervisor } from '../src/supervisor/supervisor.ts'
import { lastWords } from '../src/worker-console.ts'
import { WorkerLoop } from '../src/worker-loop.ts'
import { Random } from './fake-time.ts'
import { Receiver } from './receiver.ts'

/** Every precompiled circuit, first without and then with the real engine, which takes it over. */

const built = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.url))
const engine = built(env.SIMTEN_ENGINE ?? 'build/wasm')
const folder = built('build/precompiled')
const there = existsSync(`${engine}engine.json`) && existsSync(folder)

type Part = Omit<Request, 'id' | 'slot'>

const LIMITS = { ...DEFAULT_LIMITS, runMilliseconds: 60_000, requestsPerSecond: 1_000_000, slots: 100 }

/** The requests to a slot, drawn by chance: sets, ticks and resets. */
function steps(circuit: Precompiled, random: Random, count: number): Part[] {
  const controls = Object.entries(circuit.controls)
  const list: Part[] = []
  for (let i = 0; i < count; i++) {
    const kind = random.below(8)
    const [name, control] = controls[random.below(Math.max(1, controls.length))] ?? []
    if (kind < 4 && name !== undefined && control) {
      const value = random.below(2)
        ? random.below(2 ** Math.min(control.width, 31))
        : `0x${random.below(2 ** 31).toString(16)}`
      list.push({ type: 'set', set: { values: { [name]: value } } })
    } else if (kind < 7) list.push({ type: 'tick', tick: { count: 1 + random.below(200) } })
    else list.push({ type: 'reset' })
  }
  return list
}

describe.skipIf(!there)('precompiled circuits', () => {
  const circuits: Precompiled[] = []
  const replies = new Map<number, (reply: Reply) => void>()
  const events: ProtocolEvent[] = []
  const receiver = new Receiver()
  const loops: WorkerLoop[] = []
  const early: PrecompiledLoop[] = []
  let supervisor: Supervisor
  let id = 0

  const ask = (slot: string, part: Part): Promise<Reply> =>
    new Promise((resolve) => {
      replies.set(++id, resolve)
      supervisor.receive({ id, slot, ...part })
    })
  const compile = (slot: string, { compile: asked }: Precompiled) => ask(slot, { type: 'compile', compile: asked })
  /** The values that a page would show. */
  const shown = (slot: string, reply: Reply) => {
    const { design } = reply.compile ? unfold(reply.compile) : {}
    if (!design) throw new Error(`${slot} has no design`)
    const values = new Values(design)
    for (const { slot: of, frame } of events) if (of === slot && frame) expect(values.apply(frame)).toBe(true)
    const states = design.states.map(({ path, field }) => ({ ...values.state(path, field), version: 0 }))
    return { nets: design.nets.map((_, net) => values.bigint(net)), states }
  }

  beforeAll(async () => {
    for (const name of some(readdirSync(folder))) {
      circuits.push(decode(JSON.parse(readFileSync(folder + name, 'utf8'))))
      expect(fileName(circuits.at(-1)?.compile.source ?? '')).toBe(name)
    }
    await import(/* @vite-ignore */ `${engine}wasm_exec.js`)
    const module = await WebAssembly.compile(readFileSync(`${engine}engine.wasm`))
    supervisor = new Supervisor({
      limits: LIMITS,
      editing: false,
      now: () => performance.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds)
        return () => clearTimeout(timer)
      },
      tool: async () => ({ error: { code: 'UNAVAILABLE', message: 'there are no programs' } }),
      fetchModule: async (path) => ({ path, final: '', type: '', failure: 'is not there', offline: false }),
      engineTurn: { wait() {}, begin() {} },
      precompiled: async (request) => circuits.find(({ compile: { source } }) => source === request.source),
      spawnPrecompiled(listener, circuit) {
        let alive = true
        const loop = new PrecompiledLoop({
          post: (message) => setImmediate(() => alive && listener.message(structuredClone(message))),
          after: (milliseconds, callback) => setTimeout(callback, milliseconds),
          now: () => performance.now(),
        })
        early.push(loop)
        loop.receive({ kind: 'precompiled', circuit })
        return {
          post: (message) => setImmediate(() => alive && loop.receive(message)),
          terminate: () => {
            alive = false
          },
        }
      },
      spawn(listener) {
        let alive = true
        const loop: WorkerLoop = new WorkerLoop({
          lastWords,
          seal: () => {},
          soon: (callback) => setImmediate(callback),
          post: (message) => setImmediate(() => alive && listener.message(structuredClone(message))),
        })
        loops.push(loop)
        loop.receive({ kind: 'start', module, limits: LIMITS, moduleHost: '' })
        return {
          post: (message) => setImmediate(() => alive && loop.receive(message)),
          terminate: () => {
            alive = false
            loop.close()
          },
        }
      },
      send(message) {
        const reply = 'event' in message ? events.push(message) && undefined : receiver.take(message)
        if (reply) replies.get(reply.id)?.(reply)
      },
    })
  }, 60_000)

  afterAll(() => {
    for (const loop of loops) loop.close()
  })

  it('are what the engine gives, before and after it takes them over', async () => {
    expect(circuits.length).toBeGreaterThanOrEqual(some(Array(16)).length)
    const random = new Random(7)
    const runs = []
    for (const [i, circuit] of circuits.entries()) {
      const slot = `slot ${i}`
      const list = steps(circuit, random, 24)
      const compiled = await compile(slot, circuit)
      for (const step of list) expect((await ask(slot, step)).error).toBeUndefined()
      await new Promise((resolve) => setTimeout(resolve, 5)) // the last frame
      runs.push({ slot, circuit, list, compiled, before: shown(slot, compiled) })
    }
    expect(early).toHaveLength(circuits.length)
    expect(loops).toHaveLength(0) // no engine has seen any of that

    supervisor.start()
    for (const { slot, circuit, list, compiled, before } of runs) {
      const state = await stateOf(slot)
      expect(state).toBeTruthy()
      const again = await compile('reference', circuit)
      const { milliseconds: _, ...result } = again.compile ?? {}
      expect({ ...result, tables: [] }).toEqual({ ...compiled.compile, tables: [] })
      for (const step of list) await ask('reference', step)
      await new Promise((resolve) => setTimeout(resolve, 40))
      expect(before).toEqual(shown('reference', again))
      expect(state).toBe(await stateOf('reference'))
      await new Promise((resolve) => setTimeout(resolve, 40))
      expect(shown(slot, compiled)).toEqual(before) // what the engine shows
      await ask('reference', { type: 'dispose' })
      events.splice(0, events.length, ...events.filter((event) => event.slot !== 'reference'))
    }
    expect(events.filter((event) => event.event === 'revived')).toEqual([]) // nobody has noticed
  }, 120_000)

  /** A text by which equal states are known; it waits until the engine has the slot. */
  const stateOf = async (slot: string) => {
    const { status } = await ask(slot, { type: 'pause' })
    if (!status?.history) return (await ask(slot, { type: 'snapshot' })).snapshot?.snapshot
    const reply = await ask(slot, { type: 'ask', ask: { digest: { cycle: status.cycle } } })
    return reply.ask?.digest?.digest
  }
})

describe('a precompiled circuit is not looked for', () => {
  const found = () => {
    throw new Error('it is')
  }
  it.each([
    ['for another text', { source: 'circuit()' }],
    ['with a lock', { source: '', lock: { host: '', packages: {}, modules: {} } }],
    ['in strict mode', { source: '', strict: true }],
    ['for a file with another name', { source: '', file: 'alu.ts' }],
  ])('%s', async (_, request) => {
    const url = (name: string) => (name === fileName('') ? 'https://sandbox.example/circuit.json' : undefined)
    expect(await precompiledFor(request, found, url)).toBeUndefined()
  })
})
