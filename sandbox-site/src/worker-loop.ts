import type { ErrorCode, Limits } from '@simten/client/protocol.gen'
import {
  buffersOf,
  type FrameArrays,
  type FromWorker,
  type Kept,
  type NumberedState,
  type ToWorker,
} from './worker-messages.ts'

/** Milliseconds that the engine may work before messages are looked at. */
const SLICE = 4
/** Milliseconds between signs of life while one piece of work follows another. */
const SIGN_OF_LIFE = 250

/** A frame that nobody took for so many milliseconds shows that the processors have more to do than they can. */
const LATE = 40
/** The engine then rests between slices for this share of the time that the frame has waited. */
const REST_SHARE = 1 / 4
/** The longest rest, in milliseconds. */
const LONGEST_REST = 50

/** Milliseconds between the rounds of a practice, so that it takes half of a processor. */
const BREATH = 20

/** The entry points that the engine hands over when it has started; see wasm/main.go. */
interface Engine {
  handle(text: string, kept: Kept | undefined): void
  /** Works for about the given milliseconds; returns how long to wait before the next call, or −1. */
  run(milliseconds: number): number
  /**
   * Does in idle time what the next compile needs, a part of it when it is to practise; returns whether more is of use.
   */
  warm(practise: boolean): boolean
  /** Sends a frame with every value of a slot. */
  refresh(slot: string): void
  /** Takes states of a slot that was restored without them. */
  recall(slot: string, states: NumberedState[]): void
  /** Takes a module that a compile needed. */
  provide(
    path: string,
    final: string,
    type: string,
    bytes: Uint8Array | undefined,
    failure: string,
    offline: boolean,
  ): void
  /** Tells every place of user code from now on; of long calls, those after so many steps. */
  trace(steps: number): void
}

/** The surroundings as the loop uses them. */
export interface Place {
  post(message: FromWorker, transfer: Transferable[]): void
  /** Calls back as soon as waiting messages had their turn. */
  soon(callback: () => void): void
  /** The end of what the engine wrote: after a crash, its reason. */
  lastWords(): string
  /** Compiles no WebAssembly from now on. */
  seal(): void
}

/**
 * Starts the Go engine, passes messages in and out, and gives it time in slices. It contains no decision about
 * circuits.
 */
export class WorkerLoop {
  private engine: Engine | undefined
  private dead = false
  /** Why the engine is of no use any more, until that could be told. */
  private untold: { error: unknown } | { code: ErrorCode; message: string } | undefined
  private queued = false
  private tracing = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private practice: ReturnType<typeof setTimeout> | undefined
  /** When frames were posted that are not taken yet. */
  private untaken: number[] = []
  private resting: ReturnType<typeof setTimeout> | undefined
  /** The received pieces of a request that comes in several. */
  private pieces: string[] = []
  /** The last sign of life, so that not every slice is announced. */
  private entered: { slot: string; request: number; at: number } | undefined

  constructor(private readonly place: Place) {}

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'start':
        this.start(message).catch((error: unknown) => {
          this.broken('UNAVAILABLE', `The engine could not start: ${String(error)}`)
        })
        return
      case 'request': {
        clearTimeout(this.practice)
        this.wake()
        this.pieces.push(message.text)
        if (message.more) return
        const text = this.pieces.join('')
        this.pieces = []
        this.guarded((engine) => engine.handle(text, message.kept))
        this.schedule(0)
        return
      }
      case 'taken':
        this.untaken.shift()
        if (this.untaken.length === 0) this.wake()
        return
      case 'seal':
        this.place.seal()
        return
      case 'refresh':
        this.guarded((engine) => engine.refresh(message.slot))
        return
      case 'recall':
        this.guarded((engine) => engine.recall(message.slot, message.states))
        return
      case 'provide':
        for (const { path, final, type, bytes, failure, offline } of message.files) {
          this.guarded((engine) => engine.provide(path, final, type, bytes, failure, offline))
        }
        return
      case 'trace':
        this.tracing = true
        this.guarded((engine) => engine.trace(message.steps))
        return
      case 'warm':
        this.warm(message.practise)
    }
  }

  /**
   * A practice ends with the next request, or when the engine says so, as it does while something runs. The supervisor
   * asks for the rest after the next compile.
   */
  private warm(practise: boolean): void {
    clearTimeout(this.practice)
    if (!this.guarded((engine) => engine.warm(practise))) return
    this.practice = setTimeout(() => this.warm(practise), BREATH)
  }

  /** Ends the loop; the engine gets no more time. */
  close(): void {
    this.dead = true
    clearTimeout(this.timer)
    clearTimeout(this.practice)
    clearTimeout(this.resting)
  }

  private async start({ module, limits, moduleHost, traced }: ToWorker & { kind: 'start' }): Promise<void> {
    Object.assign(globalThis, { simtenHost: this.host(limits, moduleHost, traced === true) })
    const go = new Go()
    go.exit = () => {
      const words = this.place.lastWords()
      const memory = words.includes('out of memory') || words.includes('cannot allocate')
      this.broken(
        memory ? 'MEMORY' : 'RUNTIME',
        memory
          ? `The engine needed more than ${limits.memoryMebibytes} MiB.`
          : `The engine ended: ${words.slice(0, 300)}`,
      )
    }
    this.watch(go)
    await go.run(await WebAssembly.instantiate(module, go.importObject))
  }

  /**
   * Go can be called while it waits for a call of its own, such as that of a generated module. An exception of such an
   * inner call, when the browser's stack is full for one, comes through wasm_exec.js to the outer one as an error that
   * a program may survive: but the inner frames are gone halfway, and the memory is as they left it.
   */
  private watch(go: Go): void {
    const resume = go._resume
    go._resume = () => {
      try {
        resume.call(go)
      } catch (error) {
        if (!this.dead) this.untold = { error }
        this.dead = true
        try {
          setTimeout(this.tell)
        } catch {} // there was no room on the stack for that: it is told with the next message, or at the end
        throw error
      }
    }
  }

  /** Functions that the engine calls; see wasm/main.go. */
  private host(limits: Limits, moduleHost: string, traced: boolean) {
    return {
      limits: JSON.stringify(limits),
      moduleHost,
      traced,
      started: (
        handle: Engine['handle'],
        run: Engine['run'],
        warm: Engine['warm'],
        refresh: Engine['refresh'],
        recall: Engine['recall'],
        provide: Engine['provide'],
        trace: Engine['trace'],
      ) => {
        this.engine = { handle, run, warm, refresh, recall, provide, trace }
        this.post({ kind: 'ready', milliseconds: performance.now() })
      },
      reply: (text: string, bytes?: Uint8Array) => this.post(...withBytes({ kind: 'reply', text }, bytes)),
      chunk: (text: string, bytes?: Uint8Array) => this.post(...withBytes({ kind: 'chunk', text }, bytes)),
      event: (text: string, arrays: FrameArrays | undefined) => {
        if (!arrays) {
          this.post({ kind: 'event', text })
          return
        }
        this.untaken.push(performance.now())
        this.post({ kind: 'event', text, arrays }, buffersOf(arrays))
      },
      checkpoint: (
        slot: string,
        cycle: number,
        root: Uint8Array,
        present: number,
        states: NumberedState[],
        forgotten: number[],
      ) => {
        const buffers = [root.buffer, ...states.map(([, bytes]) => bytes.buffer)]
        this.post({ kind: 'checkpoint', slot, cycle, root, present, states, forgotten }, buffers)
      },
      enter: (slot: string, request: number, cycle: number) => {
        const at = performance.now()
        const last = this.entered
        if (!this.tracing && last && last.slot === slot && last.request === request && at - last.at < SIGN_OF_LIFE)
          return
        this.entered = { slot, request, at }
        this.post({ kind: 'enter', slot, request, cycle })
      },
      beat: (steps: number) => this.post({ kind: 'beat', steps }),
      place: (circuit: string, node: string, lambda: string, builtin: string, line: number, column: number) =>
        this.post({ kind: 'place', place: { circuit, node, lambda, builtin, line, column } }),
      broken: (code: ErrorCode, message: string) => this.broken(code, message),
    }
  }

  /** Tells the supervisor. A broken engine may go on for a while; nothing that it says counts any more. */
  private post(message: FromWorker, transfer: Transferable[] = []): void {
    if (this.dead) this.tell()
    else this.place.post(message, transfer)
  }

  private broken(code: ErrorCode, message: string): void {
    if (!this.dead) this.untold = { code, message }
    this.dead = true
    this.tell()
  }

  private readonly tell = (): void => {
    const { untold } = this
    if (!untold) return
    try {
      this.place.post({ kind: 'broken', ...('error' in untold ? stopped(untold.error) : untold) }, [])
      this.untold = undefined
    } catch {
      setTimeout(this.tell) // there was no room on the stack for that
    }
  }

  /** Calls into the engine. An exception went through Go's own frames, so the engine is not usable afterwards. */
  private guarded<T>(call: (engine: Engine) => T): T | undefined {
    let answer: T | undefined
    if (!this.dead && this.engine) {
      try {
        answer = call(this.engine)
      } catch (error) {
        if (!this.dead) this.untold = { error }
        this.dead = true
      }
    }
    if (this.untold) this.tell()
    return this.dead ? undefined : answer
  }

  private slice(): void {
    this.queued = false
    const wait = this.guarded((engine) => engine.run(SLICE))
    if (wait !== undefined) this.schedule(wait)
  }

  /**
   * How long the engine rests before its next slice. With a processor of its own it never does. Where others want it
   * too, the page and the browser's painting would wait behind a run that takes whatever it gets.
   */
  private rest(): number {
    const [oldest] = this.untaken
    const waited = oldest === undefined ? 0 : performance.now() - oldest
    return waited < LATE ? 0 : Math.min(LONGEST_REST, waited * REST_SHARE)
  }

  /** Ends a rest. */
  private wake(): void {
    if (this.resting === undefined) return
    clearTimeout(this.resting)
    this.resting = undefined
    this.place.soon(() => this.slice())
  }

  private schedule(wait: number): void {
    clearTimeout(this.timer)
    if (wait === 0) {
      if (this.queued) return
      this.queued = true
      const rest = this.rest()
      if (rest === 0) this.place.soon(() => this.slice())
      else this.resting = setTimeout(() => this.wake(), rest)
      return
    }
    if (wait > 0) this.timer = setTimeout(() => this.schedule(0), wait)
    if (!this.entered) return
    this.entered = undefined
    this.post({ kind: 'idle' })
  }
}

function withBytes(
  message: FromWorker & { kind: 'reply' | 'chunk' },
  bytes: Uint8Array | undefined,
): [FromWorker, Transferable[]] {
  return bytes ? [{ ...message, bytes }, [bytes.buffer]] : [message, []]
}

function stopped(error: unknown): { code: ErrorCode; message: string } {
  // The browser's stack is full. Firefox throws an error of a class of its own for that.
  const overflow = error instanceof RangeError || (error instanceof Error && error.name === 'InternalError')
  return {
    code: 'RUNTIME',
    message: overflow ? 'The program nests deeper than the engine can follow.' : `The engine stopped: ${String(error)}`,
  }
}
