import { DEFAULT_LIMITS } from '@simten/client/protocol.gen'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkerLoop } from './worker-loop.ts'
import type { FromWorker } from './worker-messages.ts'

/** The loop's functions for the engine, as far as the fake uses them. */
interface Host {
  event(text: string, arrays?: object): void
  started(...entries: ((argument: unknown) => unknown)[]): void
  reply(text: string): void
}

/**
 * Go's half of the runtime with a program that a test makes. As in wasm_exec.js, what an inner call throws is an error
 * of the call that led to it, and the program goes on.
 */
class FakeGo {
  static program: (go: FakeGo, host: Host) => void
  static inner: () => void
  /** The answer of the third entry point, warm. */
  static warm: (practise: unknown) => boolean = () => false
  /** The work and the answer of the second entry point, run; undefined for no more than the program. */
  static run: ((host: Host) => number) | undefined
  readonly importObject = {}
  exit = (_code: number) => {}
  work: (() => void)[] = []

  async run(): Promise<void> {
    const host = Reflect.get(globalThis, 'simtenHost') as Host
    const entry = () => {
      this.work.push(() => FakeGo.program(this, host))
      this._resume()
    }
    const warm = (practise: unknown) => {
      entry()
      return FakeGo.warm(practise)
    }
    const run = () => {
      entry()
      return FakeGo.run?.(host)
    }
    host.started(entry, run, warm, entry, entry, entry, entry)
  }

  /** valueCall of something that calls the program back. */
  called(): 'fine' | 'failed' {
    this.work.push(FakeGo.inner)
    try {
      this._resume()
      return 'fine'
    } catch {
      return 'failed'
    }
  }

  _resume(): void {
    this.work.pop()?.()
  }
}

describe('the loop around the engine', () => {
  const told: FromWorker[] = []
  let post: (message: FromWorker) => void

  const started = async () => {
    const loop = new WorkerLoop({
      lastWords: () => '',
      soon: () => {},
      seal: () => {},
      post: (message) => post(message),
    })
    const module = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))
    loop.receive({ kind: 'start', module, limits: DEFAULT_LIMITS, moduleHost: '' })
    await vi.waitFor(() => expect(told.map((message) => message.kind)).toEqual(['ready']))
    told.length = 0
    return loop
  }

  beforeEach(() => {
    told.length = 0
    post = (message) => told.push(message)
    vi.stubGlobal('Go', FakeGo)
    FakeGo.program = (go, host) => host.reply(go.called())
  })
  afterEach(() => {
    FakeGo.run = undefined
    vi.unstubAllGlobals()
    Reflect.deleteProperty(globalThis, 'simtenHost')
  })

  it('hands on what the engine says after it was called back', async () => {
    FakeGo.inner = () => {}
    const loop = await started()
    loop.receive({ kind: 'refresh', slot: 'a' })
    expect(told).toEqual([{ kind: 'reply', text: 'fine' }])
  })

  for (const [name, error, message] of [
    ["the end of the browser's stack", new RangeError(), 'The program nests deeper than the engine can follow.'],
    [
      "the end of Firefox's stack",
      Object.assign(new Error('too much recursion'), { name: 'InternalError' }),
      'The program nests deeper than the engine can follow.',
    ],
    ['an error', new Error('unreachable'), 'The engine stopped: Error: unreachable'],
  ] as const) {
    it(`A158 an engine that goes on after ${name} in an inner call is broken, and says nothing more`, async () => {
      FakeGo.inner = () => {
        throw error
      }
      const loop = await started()
      loop.receive({ kind: 'refresh', slot: 'a' })
      expect(told).toEqual([{ kind: 'broken', code: 'RUNTIME', message }])
      loop.receive({ kind: 'request', text: '{}' })
      loop.receive({ kind: 'warm', practise: false })
      expect(told).toHaveLength(1)
    })
  }

  it('A158 what could not be told for want of stack is told at the next opportunity', async () => {
    FakeGo.inner = () => {
      throw new RangeError()
    }
    const loop = await started()
    let full = true
    post = (message) => {
      if (!full) told.push(message)
      else {
        full = false
        throw new RangeError()
      }
    }
    loop.receive({ kind: 'refresh', slot: 'a' })
    expect(told.map((message) => message.kind)).toEqual(['broken'])
    await new Promise((resolve) => setTimeout(resolve))
    expect(told).toHaveLength(1)
  })

  describe('a run', () => {
    let now = 0
    let slices = 0
    let soon: (() => void)[] = []

    /** Each slice of the run takes four milliseconds; the first one posts a frame. */
    const running = async () => {
      const loop = new WorkerLoop({
        lastWords: () => '',
        soon: (f) => soon.push(f),
        seal: () => {},
        post: (message) => post(message),
      })
      const module = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))
      loop.receive({ kind: 'start', module, limits: DEFAULT_LIMITS, moduleHost: '' })
      await vi.advanceTimersByTimeAsync(0)
      loop.receive({ kind: 'request', text: '{}' })
      return loop
    }
    /** The slices that follow each other within some time. */
    const during = (milliseconds: number) => {
      const before = slices
      for (const end = now + milliseconds; now < end; ) {
        const next = soon.shift()
        if (next) next()
        else now++
        vi.advanceTimersByTime(next ? 4 : 1)
      }
      return slices - before
    }

    beforeEach(() => {
      FakeGo.program = () => {}
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      now = slices = 0
      soon = []
      vi.spyOn(performance, 'now').mockImplementation(() => now)
      FakeGo.run = (host) => {
        if (slices === 0) host.event('{}', { nets: new Uint32Array(), limbs: new Uint32Array() })
        slices++
        now += 4
        return 0
      }
    })
    afterEach(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })

    it('takes a whole processor as long as its frames are taken', async () => {
      const loop = await running()
      during(8)
      loop.receive({ kind: 'taken' })
      expect(during(400)).toBe(100)
    })

    it('rests while a frame waits, and goes on at full speed when it was taken', async () => {
      const loop = await running()
      during(40)
      const slow = during(400)
      expect(slow).toBeGreaterThan(4)
      expect(slow).toBeLessThan(50)
      loop.receive({ kind: 'taken' })
      expect(during(400)).toBeGreaterThanOrEqual(99)
    })

    it('takes a request at once, also while it rests', async () => {
      const loop = await running()
      during(1000)
      while (soon.length > 0) during(4) // until it rests
      loop.receive({ kind: 'request', text: '{}' })
      expect(soon).toHaveLength(1)
    })
  })

  describe('a practice', () => {
    const rounds: unknown[] = []

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      rounds.length = 0
      FakeGo.program = () => {}
      FakeGo.warm = (practise) => rounds.push(practise) < 3
    })
    afterEach(() => {
      vi.useRealTimers()
      FakeGo.warm = () => false
    })

    it('goes on in rounds as long as the engine says that more is of use', async () => {
      const loop = await started()
      loop.receive({ kind: 'warm', practise: true })
      expect(rounds).toEqual([true])
      vi.advanceTimersByTime(1000)
      expect(rounds).toEqual([true, true, true])
    })

    it('ends with the next request', async () => {
      const loop = await started()
      loop.receive({ kind: 'warm', practise: true })
      loop.receive({ kind: 'request', text: '{}' })
      vi.advanceTimersByTime(1000)
      expect(rounds).toEqual([true])
    })

    it('begins although a slice is due, which the engine judges', async () => {
      const loop = await started()
      loop.receive({ kind: 'request', text: '{}' })
      loop.receive({ kind: 'warm', practise: true })
      expect(rounds).toEqual([true])
    })

    it('ends with the loop', async () => {
      const loop = await started()
      loop.receive({ kind: 'warm', practise: true })
      loop.close()
      vi.advanceTimersByTime(1000)
      expect(rounds).toEqual([true])
    })
  })
})
