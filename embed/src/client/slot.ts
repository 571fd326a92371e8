import type { RequestPart } from './connection'
import { Emitter } from './emitter'
import { SandboxError } from './error'
import type { CompileRequest, CompileResult, Diagnostic, Frame, ProtocolEvent, Reply, Status } from './protocol.gen'
import { Values } from './values'

/** What a slot tells, by name. */
export interface SlotEvents {
  /** Values changed; slot.values holds them already. */
  frame: Frame
  /** Cycle, running state or speed changed. */
  status: Status
  /** A run ended by itself. */
  stopped: SandboxError
  /** The worker was replaced and the slot is back; with an error it is the one that was stopped. */
  revived: SandboxError | undefined
  /** Another circuit runs now; slot.values is a new object. */
  compiled: CompileResult
  /** Run-time warnings that were not told before. */
  warnings: Diagnostic[]
}

export interface CompileOptions {
  /** Name for messages. */
  file?: string
  /** Name of the circuit to run; the last one when absent. */
  circuit?: string
  /** Wrap a circuit that has ports in switches and lamps. */
  harness?: boolean
  signal?: AbortSignal
}

export interface RequestOptions {
  signal?: AbortSignal
}

type Send = (part: RequestPart, signal?: AbortSignal) => Promise<Reply>

/** One simulation in the sandbox. Every promise rejects with a SandboxError. */
export class Slot {
  /** State after the last message; undefined before the first circuit. */
  status: Status | undefined
  /** The circuit that runs; undefined before the first. */
  compiled: CompileResult | undefined
  values = new Values()

  private readonly emitter = new Emitter<SlotEvents>()
  private setting = false
  private next: { values: Record<string, number | string>; promise: Promise<Status | undefined> } | undefined
  private disposed = false

  /** Slots are made by Sandbox.slot. */
  constructor(
    readonly name: string,
    private readonly send: Send,
    private readonly gone: (slot: Slot) => void,
  ) {}

  on<Name extends keyof SlotEvents>(event: Name, callback: (argument: SlotEvents[Name]) => void): () => void {
    return this.emitter.on(event, callback)
  }

  /**
   * Compiles a source. When its diagnostics hold an error, the result has no circuit and the one that runs stays.
   */
  async compile(source: string, options: CompileOptions = {}): Promise<CompileResult> {
    const { signal, ...rest } = options
    const compile: CompileRequest = { source, ...rest }
    const reply = await this.request({ type: 'compile', compile }, signal)
    if (!reply.compile) throw SandboxError.of('UNAVAILABLE', 'The sandbox answered without a result.')
    if (reply.compile.design) this.source = compile
    return reply.compile
  }

  /**
   * Sets inputs by name and interactive nodes by path. While a set is under way, later ones are gathered into one
   * request, the last value of each name counting.
   */
  set(values: Record<string, number | bigint | string>): Promise<Status | undefined> {
    const plain: Record<string, number | string> = {}
    for (const [name, value] of Object.entries(values)) {
      plain[name] = typeof value === 'bigint' ? value.toString() : value
    }
    if (!this.setting) return this.sendSet(plain)
    if (this.next) {
      Object.assign(this.next.values, plain)
    } else {
      let start = (_: Promise<Status | undefined>) => {}
      const promise = new Promise<Status | undefined>((resolve) => {
        start = resolve
      })
      this.next = { values: plain, promise }
      this.startNext = start
    }
    return this.next.promise
  }

  /** Runs n clock cycles at once. */
  async tick(n = 1, options: RequestOptions = {}): Promise<Status | undefined> {
    return (await this.request({ type: 'tick', tick: { count: n } }, options.signal)).status
  }

  /** Runs until paused; 0 cycles per second means as fast as possible. */
  async run(cyclesPerSecond: number): Promise<Status | undefined> {
    return (await this.request({ type: 'run', run: { cyclesPerSecond } })).status
  }

  async pause(): Promise<Status | undefined> {
    return (await this.request({ type: 'pause' })).status
  }

  /** Back to start values and cycle 0; inputs stay. */
  async reset(): Promise<Status | undefined> {
    return (await this.request({ type: 'reset' })).status
  }

  /** The complete state as text, for restore. */
  async snapshot(): Promise<string> {
    const { snapshot } = await this.request({ type: 'snapshot' })
    if (!snapshot) throw SandboxError.of('UNAVAILABLE', 'The sandbox answered without a snapshot.')
    return snapshot.snapshot
  }

  /** Brings back a snapshot of the same circuit. */
  async restore(snapshot: string): Promise<Status | undefined> {
    return (await this.request({ type: 'restore', restore: { snapshot } })).status
  }

  /** Forgets the simulation. The slot cannot be used afterwards. */
  async dispose(): Promise<void> {
    if (this.disposed) return
    const reply = this.request({ type: 'dispose' })
    this.disposed = true
    this.gone(this)
    await reply
  }

  /** @internal Takes a reply; it comes before the request's promise settles, also for one that was given up. */
  replied(reply: Reply): void {
    if (reply.compile?.design) {
      this.compiled = reply.compile
      this.values = new Values(reply.compile.design)
      this.emitter.emit('compiled', reply.compile)
    }
    this.follow(reply.status)
  }

  /** @internal Takes an event. */
  heard(event: ProtocolEvent): void {
    const error = event.error && new SandboxError(event.error)
    if (event.frame && this.values.apply(event.frame)) this.emitter.emit('frame', event.frame)
    if (event.frame?.warnings?.length) this.emitter.emit('warnings', event.frame.warnings)
    this.follow(event.status)
    if (event.event === 'revived') this.emitter.emit('revived', error)
    if (error && (event.event === 'stopped' || event.event === 'revived')) this.emitter.emit('stopped', error)
  }

  /** @internal The sandbox page was made anew: brings the last good circuit back, in its start state. */
  again(): void {
    if (!this.source) return
    void this.request({ type: 'compile', compile: this.source }).catch(() => {})
  }

  private startNext: (next: Promise<Status | undefined>) => void = () => {}
  private source: CompileRequest | undefined

  private follow(status: Status | undefined): void {
    if (!status) return
    this.status = status
    this.emitter.emit('status', status)
  }

  private request(part: Omit<RequestPart, 'slot'>, signal?: AbortSignal): Promise<Reply> {
    if (this.disposed) return Promise.reject(SandboxError.of('ABORTED', 'The slot was disposed of.'))
    return this.send({ slot: this.name, ...part }, signal)
  }

  private async sendSet(values: Record<string, number | string>): Promise<Status | undefined> {
    this.setting = true
    try {
      return (await this.request({ type: 'set', set: { values } })).status
    } finally {
      this.setting = false
      const { next } = this
      this.next = undefined
      if (next) this.startNext(this.sendSet(next.values))
    }
  }
}
