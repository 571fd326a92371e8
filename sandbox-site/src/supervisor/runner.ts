import { asChunk } from '@simten/client/chunks'
import type { Chunk, ErrorCode, ProtocolEvent, Reply, Request } from '@simten/client/protocol.gen'
import { asEvent, asReply, type Budget } from '@simten/client/validate'
import type { CodePlace, FromWorker, Kept, ModuleFile, NumberedState } from '../worker-messages.ts'
import type { Environment, WorkerPort } from './environment.ts'

/** The state of a slot that a worker tells to be kept. */
export type Checkpoint = FromWorker & { kind: 'checkpoint' }

/** Reports of a runner to its owner. */
export interface RunnerEvents {
  ready(runner: Runner, milliseconds: number): void
  event(runner: Runner, event: ProtocolEvent): void
  checkpoint(runner: Runner, checkpoint: Checkpoint): void
  idle(runner: Runner): void
  violation(directive: string, blocked: string): void
  /** The worker cannot go on. It has not been terminated yet. */
  broken(runner: Runner, code: ErrorCode, message: string): void
}

/** Who is told of a reply. */
export interface Answer {
  /** Takes the reply, once. One that came in chunks is without them, and divided says so. */
  reply(reply: Reply, divided: boolean): void
  /** Takes a reply as it begins of which chunks follow, then each chunk. Without these, chunks are not looked at. */
  head?(reply: Reply): void
  chunk?(chunk: Chunk): void
}

interface Call {
  slot: string
  answer: Answer
}

/** A reply of which chunks are still to come. */
interface Unfinished {
  head: Reply
  chunks: number
}

/** A character of a text has at most three bytes for each of its UTF-16 units. */
const MAX_BYTES_PER_UNIT = 3

/** The work that a worker was last heard to begin. */
export interface Entered {
  slot: string
  /** Id of the call, 0 for a slice of a run. */
  call: number
  /** The cycle shown when it was told. */
  cycle: number
}

/** One worker: numbers its calls, knows what it is doing and since when it has been silent. */
export class Runner {
  started = false
  entered: Entered | undefined
  /** Steps that the call of user code under way had done when it was last heard of. */
  steps = 0
  /** Where user code was last told to be; undefined when something else was told since. */
  place: CodePlace | undefined
  /** It compiles no WebAssembly any more. */
  sealed = false
  /** The engine itself said that it cannot go on. */
  gaveUp = false
  private heard: number
  /** When the call that is under way began. */
  private enteredAt = 0
  private next = 1
  private readonly calls = new Map<number, Call>()
  private readonly begun = new Map<number, number>()
  private readonly port: WorkerPort
  private unfinished: Unfinished | undefined

  constructor(
    private readonly environment: Environment,
    private readonly events: RunnerEvents,
    traced = false,
  ) {
    this.heard = environment.now()
    const listener = {
      message: (message: FromWorker) => {
        try {
          this.receive(message)
        } catch (error) {
          this.events.broken(this, 'RUNTIME', `The worker sent a message that cannot be read: ${String(error)}`)
        }
      },
      failure: (text: string) => this.events.broken(this, 'RUNTIME', text),
    }
    this.port = environment.spawn(listener, traced)
  }

  /** Posts a request, a large one in pieces. Returns the number of the call. */
  call(request: Request, kept: Kept | undefined, answer: Answer): number {
    if (request.compile?.strict) this.seal()
    if (!this.busy) this.heard = this.environment.now()
    const id = this.next++
    this.calls.set(id, { slot: request.slot, answer })
    const text = JSON.stringify({ ...request, id })
    const limit = Math.floor(this.environment.limits.resultBytes / MAX_BYTES_PER_UNIT)
    let at = 0
    for (; text.length - at > limit; at += limit) {
      this.port.post({ kind: 'request', text: text.slice(at, at + limit), more: true })
    }
    const last = text.slice(at)
    this.port.post(kept ? { kind: 'request', text: last, kept } : { kind: 'request', text: last })
    return id
  }

  /** Hands over modules that a compile needed. */
  provide(files: ModuleFile[]): void {
    this.port.post({ kind: 'provide', files })
  }

  /** Has the engine do what the next compile needs, and practise if there may be many. */
  warm(practise = false): void {
    this.port.post({ kind: 'warm', practise })
  }

  /** Has a traced worker tell where user code is; of long calls, what comes after so many steps. */
  trace(steps: number): void {
    this.port.post({ kind: 'trace', steps })
  }

  /**
   * Has the worker compile no WebAssembly from now on, before it hears of what must not reach the browser's compiler.
   */
  seal(): void {
    if (this.sealed) return
    this.sealed = true
    this.port.post({ kind: 'seal' })
  }

  refresh(slot: string): void {
    this.port.post({ kind: 'refresh', slot })
  }

  recall(slot: string, states: NumberedState[]): void {
    if (states.length > 0) this.port.post({ kind: 'recall', slot, states })
  }

  /** Whether something is to be heard of this worker. */
  get busy(): boolean {
    return !this.started || this.calls.size > 0 || this.entered !== undefined
  }

  /** Milliseconds without a sign of life. */
  silence(): number {
    return this.environment.now() - this.heard
  }

  /** Forgets the silence so far: it was the supervisor that slept. */
  excuse(): void {
    this.heard = this.environment.now()
  }

  now(): number {
    return this.environment.now()
  }

  /** Milliseconds that what is under way has worked; of a run, those since the worker was last heard of. */
  worked(): number {
    return this.entered?.call ? this.now() - this.enteredAt : this.silence()
  }

  /** The cycle at which a call began to work, if it did. */
  beganAt(call: number): number | undefined {
    return this.begun.get(call)
  }

  /**
   * The call to blame when the worker hangs or dies now: the one that it last began, else the oldest. One whose reply
   * is under way is done.
   */
  suspect(): Entered | undefined {
    if (this.entered) return this.entered
    const oldest = [...this.calls].find(([id]) => id !== this.unfinished?.head.id)
    return oldest && { slot: oldest[1].slot, call: oldest[0], cycle: 0 }
  }

  terminate(): void {
    this.port.terminate()
    this.calls.clear()
  }

  private receive(message: FromWorker): void {
    // A beat shows that user code runs, not that it comes to an end.
    if (message.kind === 'beat') {
      this.steps = message.steps
      return
    }
    this.heard = this.environment.now()
    if (message.kind !== 'enter' && message.kind !== 'broken') this.place = undefined
    switch (message.kind) {
      case 'place':
        this.place = message.place
        return
      case 'ready':
        this.started = true
        this.events.ready(this, message.milliseconds)
        return
      case 'enter':
        if (this.entered?.call !== message.request) this.enteredAt = this.heard
        this.entered = { slot: message.slot, call: message.request, cycle: message.cycle }
        this.steps = 0
        if (message.request > 0 && !this.begun.has(message.request)) this.begun.set(message.request, message.cycle)
        return
      case 'idle':
        this.entered = undefined
        this.events.idle(this)
        return
      case 'reply':
        this.reply(asReply(replyOf(this.parse(message.text), message.bytes), this.budget))
        return
      case 'chunk':
        this.chunk(chunkOf(this.parse(message.text), message.bytes))
        return
      case 'event':
        if (message.arrays) this.port.post({ kind: 'taken' })
        this.events.event(this, eventOf(message, this.budget))
        return
      case 'checkpoint':
        this.events.checkpoint(this, message)
        return
      case 'violation':
        this.events.violation(message.directive, message.blocked)
        return
      case 'broken':
        this.gaveUp = true
        this.events.broken(this, message.code, message.message)
    }
  }

  /** The limit of one message. */
  private get budget(): Budget {
    return { left: this.environment.limits.resultBytes }
  }

  private parse(text: string): unknown {
    const { resultBytes } = this.environment.limits
    if (text.length > resultBytes)
      throw new Error(`a message of ${text.length} characters; the limit is ${resultBytes}`)
    return JSON.parse(text)
  }

  private reply(reply: Reply): void {
    if (this.unfinished) throw new Error('a reply before the chunks of the last one were there')
    // Its work is done; if more follows, the worker says so again.
    if (this.entered?.call === reply.id) this.entered = undefined
    if (!reply.chunks) {
      this.done(reply, false)
      return
    }
    const { chunks, ...head } = reply
    this.unfinished = { head, chunks }
    this.calls.get(reply.id)?.answer.head?.(reply)
  }

  private chunk(chunk: unknown): void {
    const { unfinished } = this
    if (!unfinished) throw new Error('a chunk of nothing')
    const { answer } = this.calls.get(unfinished.head.id) ?? {}
    answer?.chunk?.(asChunk('Reply', chunk, this.budget))
    if (--unfinished.chunks > 0) return
    this.unfinished = undefined
    this.done(unfinished.head, true)
  }

  private done(reply: Reply, divided: boolean): void {
    const call = this.calls.get(reply.id)
    this.calls.delete(reply.id)
    this.begun.delete(reply.id)
    call?.answer.reply(reply, divided)
  }
}

/** A reply with its bytes, not checked yet. */
function replyOf(reply: unknown, bytes: Uint8Array | undefined): unknown {
  const compile = own(reply, 'compile')
  if (bytes && isObject(compile)) Object.assign(compile, { tables: bytes })
  return reply
}

/** A chunk with its bytes, not checked yet. */
function chunkOf(chunk: unknown, bytes: Uint8Array | undefined): unknown {
  const patches = own(chunk, 'patches')
  const patch: unknown = Array.isArray(patches) ? patches[0] : undefined
  if (bytes && isObject(patch)) Object.assign(patch, { bytes })
  return chunk
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function own(value: unknown, key: string): unknown {
  return isObject(value) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined
}

function eventOf(message: FromWorker & { kind: 'event' }, budget: Budget): ProtocolEvent {
  const event = JSON.parse(message.text)
  if (message.arrays && event.frame) Object.assign(event.frame, message.arrays)
  return asEvent(event, budget)
}
