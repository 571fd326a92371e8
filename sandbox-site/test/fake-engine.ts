import type { ErrorCode, ProtocolEvent, Reply, Request, Status, Value } from '../../embed/src/client/protocol.gen'
import type { WorkerListener, WorkerPort } from '../src/supervisor/environment'
import type { FromWorker, ToWorker } from '../src/worker-messages'
import type { FakeTime, Random } from './fake-time'

/**
 * A simulation that forgets nothing: its state mixes every input of every cycle, so that a cycle too many, an input too
 * early or a lost request give another state.
 */
export class Accumulator {
  state = 1
  cycle = 0
  inputs: Record<string, Value> = {}

  set(values: Record<string, Value>): void {
    for (const [name, value] of Object.entries(values)) this.inputs[name] = value
  }

  step(n: number): void {
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (const value of Object.values(this.inputs)) sum = (Math.imul(sum, 31) + Number(value)) >>> 0
      this.state = (Math.imul(this.state ^ sum, 0x9e3779b1) + ++this.cycle) >>> 0
    }
  }

  reset(): void {
    this.state = 1
    this.cycle = 0
  }

  save(): string {
    return JSON.stringify([this.state, this.cycle, this.inputs])
  }

  load(text: string): void {
    const [state, cycle, inputs] = JSON.parse(text)
    Object.assign(this, { state, cycle, inputs })
  }
}

interface FakeSlot extends Accumulator {
  source: string
  running: boolean
  speed: number
  sets: number
  /** A tick that goes on in slices, with what waits behind it. */
  job: { request: Request; left: number; at: number } | undefined
  behind: Request[]
}

/** How the fake behaves beyond what a source says. */
export interface Manners {
  /** Milliseconds until the engine has started. */
  start: number
  /** Never starts. */
  deaf?: boolean
  /** A source that no longer compiles: it never comes back, as if the engine were not deterministic. */
  fickle?: string
}

/**
 * A worker with a fake engine. Sources decide what it does: "bad" does not compile, "hang compile" never comes back,
 * "hang at N" never comes back from the step at cycle N, and "memory at N" dies there.
 */
export class FakeWorker implements WorkerPort {
  readonly received: ToWorker[] = []
  terminated = false
  private readonly slots = new Map<string, FakeSlot>()
  private readonly inbox: ToWorker[] = []
  private hung = false
  private busy = false
  private entered: string | undefined
  constructor(
    private readonly time: FakeTime,
    private readonly random: Random,
    private readonly listener: WorkerListener,
    private readonly manners: Manners,
  ) {
    if (manners.deaf) return
    time.after(manners.start, () => {
      this.tell({ kind: 'ready', milliseconds: manners.start })
      this.slice()
    })
  }

  post(message: ToWorker): void {
    this.received.push(message)
    this.inbox.push(message)
    this.wake()
  }

  terminate(): void {
    this.terminated = true
    this.hung = true
  }

  /** Stops without a word. */
  hang(): void {
    this.hung = true
  }

  /** Dies; what it said before is still heard. */
  crash(): void {
    if (this.hung) return
    this.hung = true
    this.time.after(1, () => {
      if (!this.terminated) this.listener.failure('The worker failed.')
    })
  }

  private tell(message: FromWorker): void {
    if (this.hung) return
    this.time.after(1, () => {
      if (!this.terminated) this.listener.message(structuredClone(message))
    })
  }

  private wake(): void {
    if (this.busy || this.hung) return
    this.busy = true
    this.time.after(this.random.below(3), () => {
      this.busy = false
      this.next()
    })
  }

  private next(): void {
    if (this.hung) return
    const message = this.inbox.shift()
    if (message?.kind === 'request') this.request(JSON.parse(message.text), message.attachment)
    if (message?.kind === 'refresh') this.frame(message.slot)
    if (this.hung) return
    if (this.inbox.length > 0) this.wake()
    else this.rest()
  }

  private rest(): void {
    const active = [...this.slots.values()].some((slot) => slot.running || slot.job)
    if (!active && this.entered !== undefined) {
      this.entered = undefined
      this.tell({ kind: 'idle' })
    }
  }

  private enter(slot: string, request: number, cycle: number): void {
    this.entered = slot
    this.tell({ kind: 'enter', slot, request, cycle })
  }

  private request(request: Request, attachment: Uint8Array | undefined): void {
    const slot = this.slots.get(request.slot)
    const at = slot?.cycle ?? 0
    if (request.type === 'abort') {
      if (slot?.job && slot.job.request.id === request.abort?.request) this.finish(slot, 'ABORTED')
      this.reply(request, at)
      return
    }
    if (request.type === 'compile') {
      this.compile(request)
      return
    }
    if (!slot) {
      this.reply(request, 0, request.type === 'dispose' ? undefined : 'INVALID_REQUEST')
      return
    }
    if (slot.job) {
      slot.behind.push(request)
      return
    }
    this.apply(slot, request, attachment)
  }

  private compile(request: Request): void {
    const source = request.compile?.source ?? ''
    this.enter(request.slot, request.id, this.slots.get(request.slot)?.cycle ?? 0)
    if (source.includes('hang compile') || source === this.manners.fickle) {
      this.hung = true
      return
    }
    if (source.includes('bad')) {
      this.tell({
        kind: 'reply',
        text: JSON.stringify({ ...this.heading(request, 0), compile: { diagnostics: [], circuits: [] } }),
      })
      return
    }
    const old = this.slots.get(request.slot)
    if (old?.job) this.finish(old, 'ABORTED')
    const slot = Object.assign(new Accumulator(), {
      source,
      running: false,
      speed: 0,
      sets: 0,
      job: undefined,
      behind: [],
    })
    this.slots.set(request.slot, slot)
    const design = {
      sequential: true,
      inputs: [],
      outputs: [],
      nets: [32],
      signals: [],
      nodeCount: 1,
      states: [],
      pictures: [],
    }
    const compile = { diagnostics: [], circuits: ['A'], main: 'A', design }
    this.tell({ kind: 'reply', text: JSON.stringify({ ...this.heading(request, 0), compile }) })
    this.frame(request.slot)
  }

  private apply(slot: FakeSlot, request: Request, attachment: Uint8Array | undefined): void {
    const at = slot.cycle
    let snapshot: Reply['snapshot']
    switch (request.type) {
      case 'set':
        this.enter(request.slot, request.id, at)
        if (request.set && Object.hasOwn(request.set.values, 'unknown')) {
          this.reply(request, at, 'INVALID_REQUEST')
          return
        }
        slot.set(request.set?.values ?? {})
        slot.sets++
        break
      case 'tick':
        this.enter(request.slot, request.id, at)
        slot.job = { request, left: request.tick?.count ?? 0, at }
        return
      case 'run':
        slot.running = true
        slot.speed = request.run?.cyclesPerSecond ?? 0
        break
      case 'pause':
        slot.running = false
        break
      case 'reset':
        this.enter(request.slot, request.id, at)
        slot.reset()
        slot.sets++
        break
      case 'snapshot':
        snapshot = { snapshot: slot.save(), cycle: slot.cycle }
        break
      case 'restore':
        this.enter(request.slot, request.id, at)
        slot.load(attachment ? new TextDecoder().decode(attachment) : (request.restore?.snapshot ?? ''))
        slot.sets += 9
        break
      case 'dispose':
        this.slots.delete(request.slot)
        break
    }
    this.frame(request.slot)
    this.reply(request, at, undefined, snapshot)
    if (slot.sets > 8) this.checkpoint(request.slot, slot)
  }

  private checkpoint(name: string, slot: FakeSlot): void {
    slot.sets = 0
    this.tell({ kind: 'checkpoint', slot: name, cycle: slot.cycle, state: new TextEncoder().encode(slot.save()) })
  }

  /** Steps a few cycles, or hangs as the source says. False when it does not come back. */
  private advance(slot: FakeSlot, n: number): boolean {
    const fatal = /(hang|memory) at (\d+)/.exec(slot.source)
    const limit = fatal ? Number(fatal[2]) : Number.POSITIVE_INFINITY
    slot.step(Math.max(0, Math.min(n, limit - slot.cycle)))
    if (slot.cycle < limit) return true
    if (fatal?.[1] === 'memory') this.tell({ kind: 'broken', code: 'MEMORY', message: 'Too much.' })
    this.hung = true
    return false
  }

  private slice(): void {
    if (this.hung) return
    for (const [name, slot] of this.slots) {
      const { job } = slot
      if (!job && !slot.running) continue
      this.enter(name, job?.request.id ?? 0, slot.cycle)
      const before = slot.cycle
      const n = 1 + this.random.below(50)
      if (!this.advance(slot, job ? Math.min(job.left, n) : n)) return
      if (this.random.below(3) === 0) this.frame(name)
      if (job) {
        job.left -= slot.cycle - before
        if (job.left <= 0) this.finish(slot)
      } else if (this.random.below(20) === 0) this.checkpoint(name, slot)
    }
    this.rest()
    this.time.after(8, () => this.slice())
  }

  private finish(slot: FakeSlot, error?: ErrorCode): void {
    const { job } = slot
    if (!job) return
    slot.job = undefined
    this.frame(job.request.slot)
    this.reply(job.request, job.at, error)
    while (!slot.job) {
      const request = slot.behind.shift()
      if (!request) return
      this.apply(slot, request, undefined)
    }
  }

  private status(slot: FakeSlot): Status {
    return { cycle: slot.cycle, running: slot.running, cyclesPerSecond: slot.speed, achieved: 0 }
  }

  private heading(request: Request, at: number): Reply {
    const slot = this.slots.get(request.slot)
    const { id, type } = request
    return { id, slot: request.slot, type, at, ...(slot && { status: this.status(slot) }) }
  }

  private reply(request: Request, at: number, code?: ErrorCode, snapshot?: Reply['snapshot']): void {
    const reply = {
      ...this.heading(request, at),
      ...(code && { error: { code, message: code } }),
      ...(snapshot && { snapshot }),
    }
    this.tell({ kind: 'reply', text: JSON.stringify(reply) })
  }

  private frame(name: string): void {
    const slot = this.slots.get(name)
    if (!slot) return
    const event: ProtocolEvent = {
      event: 'frame',
      slot: name,
      status: this.status(slot),
      frame: { nets: [] as never, limbs: [] as never },
    }
    this.tell({
      kind: 'event',
      text: JSON.stringify(event),
      arrays: { nets: new Uint32Array([0]), limbs: new Uint32Array([slot.state]) },
    })
  }
}
