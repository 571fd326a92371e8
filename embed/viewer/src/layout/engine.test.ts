import type { ElkNode } from 'elkjs/lib/elk-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtures } from '../../test/support/fixtures.ts'
import { buildScene } from '../scene/scene.ts'
import { type Running, workerEngine } from './engine.ts'
import { Layouter } from './layout.ts'

/** Workers whose layouts take as long as the graph says, in milliseconds. */
function workers() {
  const log: string[] = []
  let count = 0
  const start = (): Running => {
    const name = `worker${++count}`
    log.push(`${name} starts`)
    let ended = false
    return {
      layout: (graph) =>
        new Promise((resolve) => {
          log.push(`${name} gets ${graph.id}`)
          setTimeout(() => !ended && resolve(graph), graph.width)
        }),
      broken: new Promise(() => {}),
      end: () => {
        ended = true
        log.push(`${name} ends`)
      },
    }
  }
  return { log, engine: workerEngine(start) }
}

const graph = (id: string, ms: number): ElkNode => ({ id, width: ms })

describe('the layout engine', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lays out one graph after the other in one worker', async () => {
    const { log, engine } = workers()
    const both = Promise.all([engine(graph('a', 50)), engine(graph('b', 50))])
    await vi.advanceTimersByTimeAsync(40)
    expect(log).toEqual(['worker1 starts', 'worker1 gets a'])
    await vi.advanceTimersByTimeAsync(100)
    expect((await both).map((g) => g.id)).toEqual(['a', 'b'])
    expect(log).toEqual(['worker1 starts', 'worker1 gets a', 'worker1 gets b'])
  })

  it('ends a long layout that nobody waits for, and goes on with the next', async () => {
    const { log, engine } = workers()
    const stop = new AbortController()
    const long = engine(graph('long', 20_000), stop.signal).catch((e: Error) => e.message)
    await vi.advanceTimersByTimeAsync(3_000)
    stop.abort()
    const next = engine(graph('next', 50))
    await vi.advanceTimersByTimeAsync(60)
    expect(await long).toContain('not wanted')
    expect((await next).id).toBe('next')
    expect(log).toEqual(['worker1 starts', 'worker1 gets long', 'worker1 ends', 'worker2 starts', 'worker2 gets next'])
  })

  it('lets a short layout come to its end, and never begins one that was given up while it waited', async () => {
    const { log, engine } = workers()
    const stop = new AbortController()
    const short = engine(graph('short', 200), stop.signal)
    const queued = engine(graph('queued', 200), stop.signal).catch((e: Error) => e.message)
    await vi.advanceTimersByTimeAsync(50)
    stop.abort()
    await vi.advanceTimersByTimeAsync(500)
    expect((await short).id).toBe('short')
    expect(await queued).toContain('not wanted')
    expect(log).toEqual(['worker1 starts', 'worker1 gets short'])
  })

  it('gives a layout up after a minute, and starts again', async () => {
    const { log, engine } = workers()
    const endless = engine(graph('endless', 1e9)).catch((e: Error) => e.message)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await endless).toContain('longer than 60 s')
    const next = engine(graph('next', 1))
    await vi.advanceTimersByTimeAsync(10)
    await next
    expect(log.slice(2)).toEqual(['worker1 ends', 'worker2 starts', 'worker2 gets next'])
  })
})

describe('a layout that nobody waits for', () => {
  const scene = buildScene(fixtures.halfAdder().compiled, [])
  const layouter = () => {
    const signals: AbortSignal[] = []
    const engine = (_: ElkNode, signal?: AbortSignal) => {
      if (signal) signals.push(signal)
      return new Promise<ElkNode>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('given up')))
      })
    }
    return { signals, layouter: new Layouter(engine) }
  }

  it('is given up, and begun anew when it is asked for again', async () => {
    const { signals, layouter: one } = layouter()
    const stop = new AbortController()
    const first = one.layout(scene, undefined, stop.signal).catch((e: Error) => e.message)
    expect(signals.map((s) => s.aborted)).toEqual([false])
    stop.abort()
    void one.layout(scene).catch(() => {})
    expect(signals.map((s) => s.aborted)).toEqual([true, false])
    expect(await first).toBe('given up')
    void one.layout(scene).catch(() => {})
    expect(signals.length).toBe(2)
  })

  it('goes on while another canvas waits for it', () => {
    const { signals, layouter: one } = layouter()
    const [a, b] = [new AbortController(), new AbortController()]
    for (const { signal } of [a, b]) one.layout(scene, undefined, signal).catch(() => {})
    a.abort()
    expect(signals.map((s) => s.aborted)).toEqual([false])
    b.abort()
    expect(signals.map((s) => s.aborted)).toEqual([true])
  })
})
