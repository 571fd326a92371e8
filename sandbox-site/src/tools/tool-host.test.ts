import type { Request } from '@simten/client/protocol.gen'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Loading } from './tool-files.ts'
import { ToolHost } from './tool-host.ts'
import type { FromTools, ToolJob } from './tool-messages.ts'

const loading: Loading = {
  fetch: async () => new Response(new Uint8Array(10)),
  cache: async () => undefined,
  compile: async (response) => {
    await response.arrayBuffer()
    return {} as WebAssembly.Module
  },
}

const fileOf = (name: string) => [{ name, url: `/assets/${name}`, bytes: 10 }]
const tools = {
  yosys: fileOf('yosys.wasm'),
  importer: fileOf('importer.wasm'),
  nextpnr: fileOf('nextpnr.wasm'),
  up5k: fileOf('5k.bin'),
  hx1k: fileOf('1k.bin'),
}

interface Started {
  readonly jobs: ToolJob[]
  say(message: FromTools): void
  fail(text: string): void
  ended: boolean
}

/** A host with workers that do what the test says. */
function started() {
  const workers: Started[] = []
  const host = new ToolHost(
    tools,
    (heard, failed) => {
      const worker: Started = { jobs: [], say: heard, fail: failed, ended: false }
      workers.push(worker)
      return {
        post: (job) => worker.jobs.push(job),
        terminate: () => {
          worker.ended = true
        },
      }
    },
    loading,
  )
  const told: string[] = []
  const run = (request: Partial<Request>, signal = new AbortController().signal) =>
    host.run({ id: 1, slot: 'a', type: 'import', ...request }, (t) => told.push(t.phase), signal)
  return { workers, run, told }
}

const design: Partial<Request> = { import: { files: { 'a.v': '' } } }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the host of programs of others', () => {
  it('gives a worker the modules once, and ends it when nobody asks any more', async () => {
    const { workers, run, told } = started()
    for (const id of [1, 2]) {
      const answer = run(design)
      await vi.waitFor(() => expect(workers[0]?.jobs).toHaveLength(id))
      workers[0]?.say({ kind: 'phase', id, phase: 'read', name: 'a.v' })
      workers[0]?.say({ kind: 'done', id, result: { import: { problems: [] } } })
      expect(await answer).toEqual({ import: { problems: [] } })
    }
    expect(workers[0]?.jobs.map(({ modules }) => Object.keys(modules))).toEqual([['yosys.wasm', 'importer.wasm'], []])
    expect(told).toContain('read')
    await vi.advanceTimersByTimeAsync(61_000)
    expect(workers[0]?.ended).toBe(true)
  })

  it('ends a worker that is given up, that takes too long, or that breaks down, and goes on with another', async () => {
    const { workers, run } = started()
    const giveUp = new AbortController()
    const first = run(design, giveUp.signal)
    await vi.waitFor(() => expect(workers).toHaveLength(1))
    giveUp.abort()
    expect((await first).error?.code).toBe('ABORTED')
    const second = run(design)
    await vi.waitFor(() => expect(workers).toHaveLength(2))
    await vi.advanceTimersByTimeAsync(120_000)
    expect((await second).error?.code).toBe('TIMEOUT')
    const third = run(design)
    await vi.waitFor(() => expect(workers).toHaveLength(3))
    workers[2]?.fail('out of memory')
    expect((await third).import?.problems[0]?.message).toContain('out of memory')
    expect(workers.map(({ ended }) => ended)).toEqual([true, true, true])
  })

  it('loads what a chip needs', async () => {
    const { workers, run } = started()
    void run({ type: 'bitstream', bitstream: { verilog: '', top: 'a', device: 'hx1k' } })
    await vi.waitFor(() => expect(workers).toHaveLength(1))
    expect(Object.keys(workers[0]?.jobs[0]?.modules ?? {})).toEqual([
      'yosys.wasm',
      'importer.wasm',
      'nextpnr.wasm',
      '1k.bin',
    ])
  })
})
