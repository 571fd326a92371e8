import { existsSync, readFileSync } from 'node:fs'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { DEFAULT_LIMITS, type ProtocolEvent, type Reply, type Request } from '@simten/client/protocol.gen'
import { Values } from '@simten/client/values'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Supervisor } from '../src/supervisor/supervisor.ts'
import { lastWords } from '../src/worker-console.ts'
import { WorkerLoop } from '../src/worker-loop.ts'
import type { ModuleFile } from '../src/worker-messages.ts'
import { Receiver } from './receiver.ts'

/**
 * The supervisor and the worker's loop with the real engine, in this process. Needs `go run ./wasm/build -out
 * build/wasm`, which `make test` runs first.
 */

// make test runs these on the module as it is linked, too.
const folder = fileURLToPath(new URL(`../../${env.SIMTEN_ENGINE ?? 'build/wasm'}/`, import.meta.url))
const built = existsSync(`${folder}engine.json`)

const COUNTER = `export const Counter = circuit('Counter', {
  inputs: { step: bus(8) },
  outputs: { value: bus(32) },
  state: { n: reg(32), seen: mem(16, 8) },
  eval: ({ n }) => ({ value: n }),
  onTick: ({ n, step, seen }) => {
    seen[n & 15] = step
    return { n: n + step, seen }
  },
})`

const HOST = 'https://modules.example'

/** A module host with one package. */
const moduleAt = (path: string): ModuleFile => {
  const text = new Map([
    ['/tiny?target=es2022', 'export * from "/tiny@1.0.0/es2022/tiny.mjs"'],
    ['/tiny@1.0.0?target=es2022', 'export * from "/tiny@1.0.0/es2022/tiny.mjs"'],
    ['/tiny@1.0.0/es2022/tiny.mjs', 'export const twice = (x) => 2 * x'],
  ]).get(path)
  if (text === undefined) return { path, final: '', type: '', failure: 'is not there', offline: false }
  const bytes = new TextEncoder().encode(text)
  return { path, final: path, type: 'application/javascript; charset=utf-8', bytes, failure: '', offline: false }
}

/**
 * Calls into the engine with less and less of the stack left, until that is too little. How large a frame is cannot be
 * measured beforehand, since the browser translates functions anew when they are called often: so the way down calls.
 */
function endOfStack(loop: WorkerLoop): void {
  const refresh = () => loop.receive({ kind: 'refresh', slot: 'a' })
  const dead = () => Reflect.get(loop, 'dead') === true
  // Code that has to be translated first needs more room than Go does, and would end before it: so all of it runs once
  // here.
  const other = new WorkerLoop({ lastWords, soon: () => {}, seal: () => {}, post: () => {} })
  const overflow = () => {
    throw new RangeError()
  }
  Reflect.set(other, 'engine', { refresh: overflow })
  other.receive({ kind: 'refresh', slot: 'a' })
  for (let i = 0; i < 3; i++) refresh()
  expect(dead()).toBe(false)

  const descend = (depth: number): void => {
    try {
      if (depth % 8 === 0) refresh()
    } catch {} // no room to tell it either
    if (!dead()) descend(depth + 1)
  }
  descend(1)
  refresh() // at the latest, the next message makes it tell
  expect(dead()).toBe(true)
}

type Part = Omit<Request, 'id' | 'slot'>

/** Nothing here is about limits, and the machine may be busy. */
const LIMITS = { ...DEFAULT_LIMITS, runMilliseconds: 60_000 }

describe.skipIf(!built)('the engine under the supervisor', () => {
  const replies = new Map<number, (reply: Reply) => void>()
  const events: ProtocolEvent[] = []
  const receiver = new Receiver()
  const loops: { loop: WorkerLoop; fail: (text: string) => void; said: number }[] = []
  /** The one that was asked last. */
  let active: (typeof loops)[number] | undefined
  /** Memories of the engines, in the order in which they were started. */
  const memories: WebAssembly.Memory[] = []
  let module: WebAssembly.Module
  let supervisor: Supervisor
  let id = 0

  const ask = (slot: string, part: Part): Promise<Reply> =>
    new Promise((resolve) => {
      replies.set(++id, resolve)
      supervisor.receive({ id, slot, ...part })
    })
  const compile = (slot: string, source: string) => ask(slot, { type: 'compile', compile: { source } })
  const set = (slot: string, step: number) => ask(slot, { type: 'set', set: { values: { step } } })
  const tick = (slot: string, count: number) => ask(slot, { type: 'tick', tick: { count } })
  const snapshot = async (slot: string) => (await ask(slot, { type: 'snapshot' })).snapshot

  beforeAll(async () => {
    await import(/* @vite-ignore */ `${folder}wasm_exec.js`)
    module = await WebAssembly.compile(readFileSync(`${folder}engine.wasm`))
    const { instantiate } = WebAssembly
    vi.spyOn(WebAssembly, 'instantiate').mockImplementation(async (...args: unknown[]) => {
      const made = (await Reflect.apply(instantiate, WebAssembly, args)) as WebAssembly.Instance
      if (args[0] === module) memories.push(made.exports.mem as WebAssembly.Memory)
      return made as never
    })
    supervisor = new Supervisor({
      limits: LIMITS,
      editing: false,
      now: () => performance.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds)
        return () => clearTimeout(timer)
      },
      tool: async () => ({ error: { code: 'UNAVAILABLE', message: 'there are no programs' } }),
      fetchModule: async (path) => moduleAt(path),
      precompiled: async () => undefined,
      engineTurn: { wait() {}, begin() {} },
      spawnPrecompiled: () => {
        throw new Error('nothing is precompiled')
      },
      spawn(listener) {
        let alive = true
        const loop: WorkerLoop = new WorkerLoop({
          lastWords,
          seal: () => {},
          soon: (callback) => setImmediate(callback),
          post: (message) => {
            entry.said++
            setImmediate(() => alive && listener.message(structuredClone(message)))
          },
        })
        const entry = { loop, fail: (text: string) => listener.failure(text), said: 0 }
        loops.push(entry)
        loop.receive({ kind: 'start', module, limits: LIMITS, moduleHost: HOST })
        return {
          post: (message) => {
            if (message.kind === 'request') active = entry
            setImmediate(() => alive && loop.receive(message))
          },
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
    supervisor.start()
  }, 60_000)

  afterAll(() => {
    for (const { loop } of loops) loop.close()
    vi.restoreAllMocks()
  })

  it('compiles, sets, ticks and shows values', async () => {
    const reply = await compile('a', COUNTER)
    expect(reply.compile?.diagnostics).toEqual([])
    await set('a', 3)
    await tick('a', 5)
    const values = new Values(reply.compile?.design)
    for (const event of events) if (event.slot === 'a' && event.frame) expect(values.apply(event.frame)).toBe(true)
    expect(values.number(values.net('__top__.value') ?? -1)).toBe(15)
  }, 60_000)

  it("A149 is a module that imports Go's runtime only, and cannot grow beyond 512 MiB", () => {
    expect(new Set(WebAssembly.Module.imports(module).map((wanted) => wanted.module))).toEqual(new Set(['gojs']))
    const [memory] = memories
    if (!memory) throw new Error('no engine was started')
    const page = 65_536
    expect(() => memory.grow((512 << 20) / page - memory.buffer.byteLength / page + 1)).toThrow(RangeError)
  })

  it('pauses a run as fast as possible within a slice or two', async () => {
    await ask('a', { type: 'run', run: { cyclesPerSecond: 0 } })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { status } = await ask('a', { type: 'pause' })
    expect(status?.running).toBe(false)
    expect(status?.cycle).toBeGreaterThan(100)
  }, 60_000)

  it('runs a circuit with a package, which it is provided with, and denies it without the grant', async () => {
    const source = `import { twice } from 'tiny'
circuit('Twice', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ a }) => ({ y: twice(a) }) })`
    const denied = await ask('npm', { type: 'compile', compile: { source } })
    expect(denied.compile?.diagnostics[0]).toMatchObject({ code: 'E024', line: 1 })
    const reply = await ask('npm', { type: 'compile', compile: { source, grant: ['modules'] } })
    expect(reply.compile?.diagnostics.filter((d) => d.severity === 'error')).toEqual([])
    expect(reply.compile?.needs).toBeUndefined()
    expect(reply.compile?.lock).toMatchObject({ host: HOST, packages: { tiny: '1.0.0' } })
    expect(Object.keys(reply.compile?.lock?.modules ?? {})).toHaveLength(2)
    const design = reply.compile?.design
    if (!design) throw new Error('no design')
    const values = new Values(design)
    events.length = 0
    await ask('npm', { type: 'set', set: { values: { a: 21 } } })
    for (const event of events) if (event.slot === 'npm' && event.frame) values.apply(event.frame)
    expect(values.bigint(values.net('__top__.y') ?? -1)).toBe(42n)
    const missing = await ask('npm', {
      type: 'compile',
      compile: { source: "import x from 'nothing'\nx()", grant: ['modules'] },
    })
    expect(missing.compile?.diagnostics[0]).toMatchObject({ code: 'E014', line: 1, column: 15 })
    await ask('npm', { type: 'dispose' })
  }, 60_000)

  it('comes back bit by bit after its worker died', async () => {
    await compile('b', COUNTER)
    for (const slot of ['a', 'b']) {
      await set(slot, 7)
      await tick(slot, 123)
      await set(slot, 200)
    }
    const before = [await snapshot('a'), await snapshot('b')]
    loops.at(0)?.fail('The worker died.')
    expect([await snapshot('a'), await snapshot('b')]).toEqual(before)
    expect(events.filter((event) => event.event === 'revived').map((event) => event.slot)).toEqual(['a', 'b'])
    expect(loops.length).toBeGreaterThan(1)
  }, 60_000)

  it('comes back with its past, bit by bit', async () => {
    await compile('c', COUNTER)
    await set('c', 2)
    await tick('c', 60_000)
    await ask('c', { type: 'seek', seek: { cycle: 40_000 } })
    for (let i = 0; i < 70; i++) await set('c', i) // more than a checkpoint apart
    await tick('c', 1_000)
    const { status } = await ask('c', { type: 'move', move: { by: -10 } })
    expect(status).toMatchObject({
      cycle: 40_990,
      history: { first: 0, last: 41_000, undo: { cycle: 40_000, last: 60_000 } },
    })
    const visit = async (): Promise<unknown[]> => {
      const seen: unknown[] = [await snapshot('c')]
      for (const part of [
        { type: 'seek', seek: { cycle: 12_345 } },
        { type: 'undo' },
        { type: 'seek', seek: { cycle: 50_001 } },
        { type: 'undo' },
        { type: 'seek', seek: { cycle: 40_990 } },
      ] satisfies Part[]) {
        const reply = await ask('c', part)
        seen.push(reply.error, reply.status?.history, reply.status?.cycle, await snapshot('c'))
      }
      return seen
    }
    await visit() // undo remembers where one was, so only from now on are visits alike
    const before = await visit()
    for (const { fail } of [...loops]) fail('The worker died.')
    expect(await visit()).toEqual(before)
  }, 60_000)

  it('names a state as the native engine does', async () => {
    // The same text, cycle and digest as in engine/ask/digest_test.go.
    const source =
      "circuit('C', { outputs: { n: bus(8) }, state: { v: reg(8), m: mem(4, 8) }, eval: ({ v }) => ({ n: v }), " +
      'onTick: ({ v, m }) => { m[v & 15] = v; return { v: v + 3, m } } })'
    await ask('d', { type: 'compile', compile: { source } })
    await tick('d', 20)
    const { ask: answer } = await ask('d', { type: 'ask', ask: { digest: { cycle: 20 } } })
    expect(answer?.digest?.digest).toBe('1.ca1195c420a700717460cb49d46e56b1')
    await ask('d', { type: 'dispose' })
  }, 60_000)

  it('A142 A307 gives the verdicts of the native engine on hostile programs, and goes on', async () => {
    const before = loops.length
    for (const [source, code] of [
      ["(() => {}).constructor('return this')()", 'E024'],
      ['const f = (): number => f()\nf()', 'E020'],
      ["'x'.repeat(2 ** 40)", 'E020'],
      ['1n << 100000000000n', 'E020'],
      ["JSON.parse('['.repeat(1e6))", 'E020'],
      ["new Array(1e9) + ''", 'E020'],
      ['const p: any = {}; Object.setPrototypeOf(p, new Proxy(p, {})); p.x', 'E020'],
      ['function* g(): any { yield* g() }; g().next()', 'E020'],
      ['let a: any = []; for (let i = 0; i < 1e4; i++) a = [a]; String(a)', 'E020'],
      [`x=${'('.repeat(100_000)}`, 'E003'],
      ["import('x')", 'E005'],
      ["import fs from 'fs'\nfs.x", 'E024'],
      ["for (let i = 0; i < 20; i++) 'x'.repeat(2e7)", 'E021'],
    ]) {
      const reply = await compile('hostile', source ?? '')
      expect(
        reply.compile?.diagnostics.map((d) => d.code),
        source,
      ).toContain(code)
    }
    expect((await compile('hostile', COUNTER)).compile?.design).toBeDefined()
    expect(loops.length - before, 'a spare at most: no worker was lost').toBeLessThanOrEqual(1)
  }, 120_000)

  it('A119 A120 ends regular expressions that backtrack where they were called, by steps, and loses no worker', async () => {
    const before = loops.length
    for (const pattern of [
      "/^(?=(x+x+)+y)/.test('x'.repeat(40))",
      "'x'.repeat(40).replace(/(x+)+\\1y/, '')",
      "'x'.repeat(40).match(/(?:(x|xx)*)*\\1z/g)",
      "'x'.repeat(1e6).split(/(x*)*\\1y/)",
      "/(?:x?){500}y/.exec('x'.repeat(2e7))",
      "const r = /(?:x?){500}\\b/y; r.lastIndex = 1; r.exec('x'.repeat(1e5))",
      "'é'.repeat(3e6).indexOf('é'.repeat(1e6) + 'x')",
    ]) {
      const source = `try {\n  ${pattern}\n} finally { while (true); }`
      const { compile: result } = await compile('hostile', source)
      expect(result?.diagnostics, pattern).toMatchObject([{ code: 'E023', line: 2 }])
      expect(result?.diagnostics[0]?.message, pattern).toMatch(
        /3,000,000 steps and was stopped here, inside the built-in/,
      )
    }
    const good =
      "console.log(/(a+)\\1b/.exec('xaaaab')?.[1], 'a1b22'.split(/(?<=\\d)(?=\\D)/).join(), /^(?:x?){500}$/.test('x'.repeat(400)))"
    const reply = await ask('hostile', { type: 'compile', compile: { source: good, grant: ['console'] } })
    expect(reply.compile?.console).toEqual(['aa a1,b22 true'])
    expect(loops.length - before).toBeLessThanOrEqual(1)
  }, 300_000)

  it('A142 memory does not grow with the circuits that were disposed of, nor do the records of the supervisor', async () => {
    const memory = () => memories.map(({ buffer }) => buffer.byteLength)
    const round = async (from: number, n: number) => {
      for (let i = from; i < from + n; i++) {
        const reply = await compile(`passing ${i}`, COUNTER.replaceAll('Counter', `Counter${i}`))
        expect(reply.compile?.design).toBeDefined()
        await tick(`passing ${i}`, 500)
        expect((await ask(`passing ${i}`, { type: 'dispose' })).error).toBeUndefined()
      }
    }
    await round(0, 40)
    const workers = loops.length
    const before = memory()
    await round(40, 200)
    // A heap that was collected may grow once more; two hundred circuits that stayed would take hundreds of megabytes.
    const grown = memory().map((bytes, i) => bytes - (before[i] ?? 0))
    expect(Math.max(...grown), `from ${before} by ${grown} bytes`).toBeLessThan(48 << 20)
    expect(loops.length - workers, 'a spare at most').toBeLessThanOrEqual(1)
    const { slots, pending, revival } = supervisor as unknown as Record<'slots' | 'pending', Map<unknown, unknown>> & {
      revival: Record<'absent' | 'errors' | 'tries', Map<unknown, unknown>>
    }
    const { absent, errors, tries } = revival
    for (const [name, records] of Object.entries({ slots, pending, absent, errors, tries })) {
      const left = [...records.keys()]
      expect(
        left.filter((key) => String(key).startsWith('passing')),
        name,
      ).toEqual([])
    }
  }, 240_000)

  const survives = async (provoke: (loop: WorkerLoop) => void) => {
    await compile('a', COUNTER)
    await set('a', 5)
    await tick('a', 7)
    const before = await snapshot('a')
    const guilty = active
    if (!guilty) throw new Error('nobody was asked')
    events.length = 0
    provoke(guilty.loop)
    await vi.waitFor(
      () => expect(events.map((event) => [event.event, event.slot])).toContainEqual(['revived', 'a']),
      60_000,
    )
    expect(await snapshot('a')).toEqual(before)
    expect(active).not.toBe(guilty)
    const { said } = guilty
    guilty.loop.receive({ kind: 'request', text: '{"id":1,"slot":"a","type":"reset"}' })
    guilty.loop.receive({ kind: 'refresh', slot: 'a' })
    expect(guilty.said).toBe(said)
    expect(await snapshot('a')).toEqual(before)
  }
  it('A287 is replaced after a panic, for good, and nothing is lost', async () => {
    await survives((loop) => loop.receive({ kind: 'recall', slot: 'a', states: 7 as never }))
  }, 120_000)
  it("A158 A289 is replaced after the end of the browser's stack, for good, and nothing is lost", async () => {
    await survives(endOfStack)
  }, 120_000)

  it('A228 answers what is malformed and what is unknown', async () => {
    expect((await ask('nobody', { type: 'reset' })).error?.code).toBe('INVALID_REQUEST')
    const reply = await ask('a', { type: 'set', set: { values: { stop: 1 } } })
    expect(reply.error).toMatchObject({ code: 'INVALID_REQUEST', advice: "Did you mean 'step'?" })
  }, 60_000)
})
