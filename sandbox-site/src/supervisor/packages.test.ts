import type { Reply } from '@simten/client/protocol.gen'
import { describe, expect, it } from 'vitest'
import { Bench } from '../../test/bench.ts'
import { moduleHostAt } from '../module-host.ts'
import type { ModuleFile } from '../worker-messages.ts'
import { namesOf } from './packages.ts'

const source = 'import /figlet?x /@noble/hashes@2; counts'

async function started(limits = {}): Promise<Bench> {
  const bench = new Bench(1, limits)
  bench.supervisor.start()
  await bench.time.pass(50)
  return bench
}

/** A module host that answers when it is told to. */
class Host {
  readonly asked: string[] = []
  private readonly open: (() => void)[] = []
  signal: AbortSignal | undefined

  constructor(bench: Bench) {
    bench.modules = (path, signal) => {
      this.asked.push(path)
      this.signal = signal
      return new Promise((resolve) => {
        const answer = (failure: string): ModuleFile => ({
          path,
          final: path,
          type: 'text/javascript',
          failure,
          offline: false,
        })
        signal.addEventListener('abort', () => resolve(answer('did not come in time')))
        this.open.push(() => resolve({ ...answer(''), bytes: new TextEncoder().encode(path) }))
      })
    }
  }

  answer(): void {
    for (const resolve of this.open.splice(0)) resolve()
  }
}

const compile = (text: string) => ({ type: 'compile', compile: { source: text } }) as const

describe('packages of npm', () => {
  it('are fetched, and the app sees one reply and how far it is', async () => {
    const bench = await started()
    const reply = await bench.ask('a', compile(source))
    expect(reply.compile?.design).toBeDefined()
    expect(reply.compile?.needs).toBeUndefined()
    expect(bench.replies).toHaveLength(1)
    const told = bench.events.filter((event) => event.event === 'fetching')
    expect(told[0]).toMatchObject({ slot: 'a', fetching: { packages: ['figlet', '@noble/hashes'], bytes: 0 } })
    expect(told.at(-1)?.fetching?.packages).toEqual([])
  })

  it('are fetched once', async () => {
    const bench = await started()
    const host = new Host(bench)
    const first = bench.send('a', compile(source))
    await bench.time.pass(20)
    host.answer()
    await bench.time.pass(50)
    expect(bench.reply(first)?.compile?.design).toBeDefined()
    await bench.ask('b', compile(source))
    expect(host.asked).toEqual(['/figlet?x', '/@noble/hashes@2'])
  })

  it('take time that is no run time', async () => {
    const bench = await started({ runMilliseconds: 500, moduleMilliseconds: 60_000 })
    const host = new Host(bench)
    const id = bench.send('a', compile(source))
    await bench.time.pass(30_000)
    expect(bench.reply(id)).toBeUndefined()
    expect(bench.living[0]).toBe(bench.workers[0])
    host.answer()
    await bench.time.pass(50)
    expect(bench.reply(id)?.compile?.design).toBeDefined()
  })

  it('have a deadline of their own', async () => {
    const bench = await started({ moduleMilliseconds: 3_000 })
    const host = new Host(bench)
    const id = bench.send('a', compile(source))
    await bench.time.pass(2_900)
    expect(bench.reply(id)).toBeUndefined()
    await bench.time.pass(200)
    expect(host.signal?.aborted).toBe(true)
    expect(bench.reply(id)?.compile?.diagnostics[0]?.message).toBe('/figlet?x did not come in time')
  })

  it('are not fetched again when a worker is lost', async () => {
    const bench = await started()
    const host = new Host(bench)
    const id = bench.send('a', compile(source))
    await bench.time.pass(20)
    host.answer()
    await bench.time.pass(50)
    expect(bench.reply(id)?.compile?.design).toBeDefined()
    await bench.ask('a', { type: 'tick', tick: { count: 3 } })
    bench.living[0]?.crash()
    await bench.time.pass(2_000)
    expect(bench.events.some((event) => event.event === 'revived' && event.slot === 'a' && !event.error)).toBe(true)
    expect((await bench.ask('a', { type: 'tick', tick: { count: 1 } })).status?.cycle).toBe(4)
    expect(host.asked).toHaveLength(2)
  })

  it('are there for the next worker when the first is lost meanwhile', async () => {
    const bench = await started()
    const host = new Host(bench)
    const id = bench.send('a', compile(source))
    await bench.time.pass(20)
    bench.living[0]?.crash()
    await bench.time.pass(5)
    host.answer()
    await bench.time.pass(2_000)
    expect(bench.reply(id)?.compile?.design).toBeDefined()
    expect(host.asked).toHaveLength(2)
  })

  it('are given up with their compile', async () => {
    const bench = await started()
    const host = new Host(bench)
    const id = bench.send('a', compile(source))
    await bench.time.pass(20)
    const abort = bench.send('a', { type: 'abort', abort: { request: id } })
    expect(bench.reply(id)?.error?.code).toBe('ABORTED')
    expect(bench.reply(abort)).toMatchObject({ id: abort })
    expect(host.signal?.aborted).toBe(true)
    await bench.time.pass(100)
    expect(bench.replies.filter((reply: Reply) => reply.id === id)).toHaveLength(1)
  })

  it('hold later requests of the slot back, of no other', async () => {
    const bench = await started()
    const host = new Host(bench)
    const id = bench.send('a', compile(source))
    await bench.time.pass(20)
    const tick = bench.send('a', { type: 'tick', tick: { count: 2 } })
    expect((await bench.ask('b', compile('counts'))).compile?.design).toBeDefined()
    expect(bench.reply(tick)).toBeUndefined()
    host.answer()
    await bench.time.pass(100)
    expect(bench.reply(id)?.compile?.design).toBeDefined()
    expect(bench.reply(tick)?.status?.cycle).toBe(2)
  })

  it('make way for a newer source', async () => {
    const bench = await started()
    const host = new Host(bench)
    const old = bench.send('a', compile(source))
    await bench.time.pass(20)
    const reply = await bench.ask('a', compile('counts'))
    expect(reply.compile?.design).toBeDefined()
    expect(bench.reply(old)?.error?.code).toBe('ABORTED')
    expect(host.signal?.aborted).toBe(true)
  })
})

describe('paths on a module host', () => {
  it('are told by the names of their packages', () => {
    const paths = [
      '/figlet@1.0.0?target=es2022',
      '/figlet/x.js',
      '/node_modules/@noble/hashes@2/sha2.js',
      '/v135/react@18/es2022/react.js',
    ]
    expect(namesOf(paths)).toEqual(['figlet', '@noble/hashes', 'react'])
  })

  it('are below the host that is configured', () => {
    expect(moduleHostAt('https://esm.sh', 'http://localhost:3002')).toBe('https://esm.sh')
    expect(moduleHostAt('/npm', 'http://localhost:3002')).toBe('http://localhost:3002/npm')
    expect(moduleHostAt(undefined, 'http://localhost:3002')).toBe('')
  })
})
