import type { ErrorCode, ProtocolEvent, Reply, Request, Status } from '@simten/client/protocol.gen'
import type { WorkerListener, WorkerPort } from '../src/supervisor/environment.ts'
import type { FromWorker, Kept, ModuleFile, NumberedState, ToWorker } from '../src/worker-messages.ts'
import { Accumulator, TAPE } from './accumulator.ts'
import type { FakeTime, Random } from './fake-time.ts'

interface FakeSlot extends Accumulator {
  source: string
  running: boolean
  speed: number
  sets: number
  /** Numbers of the states that were told and not forgotten, and of those that are here. */
  told: number[]
  here: Set<number>
  lastState: number
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
  /** Compiles and snapshots are answered in so many chunks, a while apart. */
  chunks?: number
  /** The chunk that is not one of the protocol. */
  badChunk?: number
}

/** Milliseconds between the chunks of a reply. */
const PART_GAP = 20

const fresh = (source: string): FakeSlot =>
  Object.assign(new Accumulator(), {
    source,
    running: false,
    speed: 0,
    sets: 0,
    told: [],
    here: new Set<number>(),
    lastState: 0,
    job: undefined,
    behind: [],
  })

/** A source without its comment. */
const meaning = (source: string): string => source.replace(/ \/\/.*/, '')

/**
 * A worker with a fake engine. Sources decide what it does: "bad" does not compile, "hang compile" never comes back,
 * "hang at N" never comes back from the step at cycle N, "hang in T" from a request of type T, and "memory at N" dies
 * there, "crash at N" so that only the browser tells. "hang once at N" does so in the first worker only. A comment
 * behind any of them means nothing. Traced, they say before that where they are. "import /a /b;" needs modules.
 */
export class FakeWorker implements WorkerPort {
  readonly received: ToWorker[] = []
  terminated = false
  private readonly slots = new Map<string, FakeSlot>()
  private readonly inbox: ToWorker[] = []
  private readonly modules = new Map<string, ModuleFile>()
  private text = ''
  /** Until when the chunks of a reply are under way. */
  private quiet = 0
  private hung = false
  /** The engine was told to tell where it is. */
  private tracing = false
  private busy = false
  private entered: string | undefined
  constructor(
    private readonly time: FakeTime,
    private readonly random: Random,
    private readonly listener: WorkerListener,
    private readonly manners: Manners,
    readonly traced = false,
  ) {
    if (manners.deaf) return
    time.after(manners.start, () => {
      this.tell({ kind: 'ready', milliseconds: manners.start })
      this.slice()
    })
  }

  post(message: ToWorker): void {
    this.received.push(message)
    if (message.kind === 'taken') return // the loop's own affair: the engine does not hear of it
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

  /** Says something although it should not be heard any more. */
  say(message: FromWorker): void {
    this.listener.message(structuredClone(message))
  }

  private tell(message: FromWorker): void {
    if (this.hung) return
    // Nothing comes between the chunks of a reply.
    this.time.after(1 + Math.max(0, this.quiet - this.time.now), () => {
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
    if (message?.kind === 'request') {
      this.text += message.text
      if (!message.more) {
        const request = JSON.parse(this.text)
        this.text = ''
        this.request(request, message.kept)
      }
    }
    if (message?.kind === 'trace') this.tracing = this.traced
    if (message?.kind === 'refresh') this.frame(message.slot)
    if (message?.kind === 'provide') for (const file of message.files) this.modules.set(file.path, file)
    if (message?.kind === 'recall') this.recall(message.slot, message.states)
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

  private tellPlace(lambda: string, line: number): void {
    const [circuit, node, builtin] = lambda ? ['Inner', 'top.n', 'match'] : ['', '', '']
    if (this.tracing) this.tell({ kind: 'place', place: { circuit, node, lambda, builtin, line, column: 5 } })
  }

  private recall(name: string, states: NumberedState[]): void {
    for (const [id, bytes] of states) if (this.isState(bytes, id)) this.slots.get(name)?.here.add(id)
  }

  private request(request: Request, kept: Kept | undefined): void {
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
    this.apply(slot, request, kept)
  }

  private compile(request: Request): void {
    const source = request.compile?.source ?? ''
    this.enter(request.slot, request.id, this.slots.get(request.slot)?.cycle ?? 0)
    if (source.includes('hang compile') || source === this.manners.fickle) {
      this.tellPlace('', 2)
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
    const imports = /import ([^;]*);/.exec(source)?.[1]?.split(' ') ?? []
    const needs = imports.filter((path) => !this.modules.has(path))
    const failed = imports.map((path) => this.modules.get(path)).find((file) => file && file.failure !== '')
    if (needs.length > 0 || failed) {
      for (const path of imports) if (this.modules.get(path)?.failure) this.modules.delete(path)
      const diagnostics = failed
        ? [{ stage: 'source', code: 'E014', severity: 'error', message: `${failed.path} ${failed.failure}` }]
        : []
      const compile = { diagnostics, circuits: [], ...(failed ? {} : { needs }) }
      this.tell({ kind: 'reply', text: JSON.stringify({ ...this.heading(request, 0), compile }) })
      return
    }
    const old = this.slots.get(request.slot)
    if (old?.job) this.finish(old, 'ABORTED')
    const kept = request.compile?.keep === true && old !== undefined && meaning(old.source) === meaning(source)
    if (kept) old.source = source
    else this.slots.set(request.slot, fresh(source))
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
    const modules = Object.fromEntries(imports.map((path) => [path, 'h'.repeat(43)]))
    const lock = imports.length > 0 ? { host: 'https://modules.example', packages: {}, modules } : undefined
    const compile = {
      diagnostics: [],
      circuits: ['A'],
      main: 'A',
      design,
      ...(lock && { lock }),
      ...(kept && { kept }),
    }
    this.answer({ ...this.heading(request, kept ? old.cycle : 0), compile })
    this.frame(request.slot)
  }

  private apply(slot: FakeSlot, request: Request, kept: Kept | undefined): void {
    const at = slot.cycle
    if (!kept && slot.source === `hang in ${request.type}`) {
      this.enter(request.slot, request.id, at)
      this.tellPlace('eval', 3)
      this.hung = true
      return
    }
    let snapshot: Reply['snapshot']
    switch (request.type) {
      case 'set':
        this.enter(request.slot, request.id, at)
        if (request.set && Object.hasOwn(request.set.values, 'unknown')) {
          this.reply(request, at, 'INVALID_REQUEST')
          return
        }
        slot.set(request.set?.values ?? {}, request.set?.deposits)
        slot.sets++
        break
      case 'tick':
        this.enter(request.slot, request.id, at)
        slot.job = { request, left: request.tick?.count ?? 0, at }
        return
      case 'replay':
        this.enter(request.slot, request.id, at)
        slot.running = false
        slot.beginTape()
        slot.job = { request, left: TAPE.last, at }
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
        if (kept && !this.restore(slot, kept)) {
          this.reply(request, at, 'INVALID_REQUEST')
          return
        }
        if (!kept) slot.load(request.restore?.snapshot ?? '')
        slot.sets += 9
        break
      case 'seek':
      case 'move':
      case 'undo':
        this.enter(request.slot, request.id, at)
        if (!this.travel(slot, request)) {
          this.reply(request, at, 'INVALID_REQUEST')
          return
        }
        break
      case 'dispose':
        this.slots.delete(request.slot)
        break
    }
    this.frame(request.slot)
    this.reply(request, at, undefined, snapshot)
    if (slot.sets > 8) this.checkpoint(request.slot, slot)
  }

  /** Goes through the past. It needs every state that was ever told of the slot and not forgotten. */
  private travel(slot: FakeSlot, request: Request): boolean {
    if (slot.told.some((id) => !slot.here.has(id))) {
      this.tell({ kind: 'broken', code: 'RUNTIME', message: 'States of the past are missing.' })
      this.hung = true
      return false
    }
    slot.running = false
    if (request.seek) {
      const { first, last } = slot.range
      if (request.seek.cycle < first || request.seek.cycle > last) return false
      slot.seek(request.seek.cycle)
    } else if (request.move) slot.move(request.move.by)
    else return slot.undo()
    return true
  }

  private checkpoint(name: string, slot: FakeSlot): void {
    slot.sets = 0
    const forgotten = slot.told.filter(() => this.random.below(4) === 0)
    slot.told = slot.told.filter((id) => !forgotten.includes(id))
    const part = ++slot.lastState // that the state needs
    const present = ++slot.lastState
    slot.told.push(present)
    slot.here.add(present)
    const root = new TextEncoder().encode(JSON.stringify([slot.saveAll(), slot.told, slot.lastState]))
    const state = (id: number, parts: number[]): NumberedState => [id, new TextEncoder().encode(`state ${id}`), parts]
    const states = [state(part, []), state(present, [part, 0])]
    const gone = forgotten.flatMap((id) => [id - 1, id])
    this.tell({ kind: 'checkpoint', slot: name, cycle: slot.cycle, root, present, states, forgotten: gone })
  }

  private restore(slot: FakeSlot, kept: Kept): boolean {
    const state = kept.states.find(([id]) => id === kept.present)
    if (!state || !this.isState(state[1], kept.present)) return false
    if (!state[2].every((part) => part === 0 || kept.states.some(([id]) => id === part))) return false
    const [all, told, lastState] = JSON.parse(new TextDecoder().decode(kept.root))
    slot.loadAll(all)
    Object.assign(slot, { told, lastState, here: new Set([kept.present]) })
    return true
  }

  private isState(bytes: Uint8Array, id: number): boolean {
    return new TextDecoder().decode(bytes) === `state ${id}`
  }

  /** Steps a few cycles, or hangs as the source says. False when it does not come back. */
  private advance(slot: FakeSlot, n: number): boolean {
    const once = this.traced && slot.source.includes('once')
    const fatal = once ? null : /(hang|memory|crash|hang once) at (\d+)/.exec(slot.source)
    const limit = fatal ? Number(fatal[2]) : Number.POSITIVE_INFINITY
    const before = limit - slot.cycle
    const steps = Math.max(0, Math.min(n, before))
    if (slot.job?.request.type === 'replay') slot.playTape(slot.cycle + steps)
    else slot.step(steps)
    if (n <= before) return true
    if (this.tracing && this.entered) this.enter(this.entered, slot.job?.request.id ?? 0, slot.cycle)
    this.tellPlace('onTick', 7)
    if (fatal?.[1] === 'crash') this.crash()
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
      // Values on the way of a replay cannot be brought back elsewhere.
      if (this.random.below(3) === 0 && job?.request.type !== 'replay') this.frame(name)
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
    // Nothing in the log of requests leads to where a replay ends.
    if (job.request.type === 'replay') this.checkpoint(job.request.slot, slot)
    this.frame(job.request.slot)
    this.reply(job.request, job.at, error)
    while (!slot.job) {
      const request = slot.behind.shift()
      if (!request) return
      this.apply(slot, request, undefined)
    }
  }

  private status(slot: FakeSlot): Status {
    const { cycle, running, speed, range } = slot
    return { cycle, running, cyclesPerSecond: speed, achieved: 0, history: range }
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
    this.answer(reply)
  }

  /** Sends a reply, in chunks if it is of a kind that can be large. */
  private answer(reply: Reply): void {
    const { chunks = 0 } = this.manners
    const { snapshot, compile, id } = reply
    if (chunks === 0 || !(snapshot || compile)) {
      this.tell({ kind: 'reply', text: JSON.stringify(reply) })
      return
    }
    const head = {
      ...reply,
      chunks,
      ...(snapshot && { snapshot: { ...snapshot, snapshot: '' } }),
      ...(compile && { compile: { ...compile, circuits: [] } }),
    }
    this.tell({ kind: 'reply', text: JSON.stringify(head) })
    const text = snapshot?.snapshot ?? ''
    const size = Math.ceil(text.length / chunks)
    for (let n = 1; n <= chunks; n++) {
      const patch = snapshot
        ? { at: ['snapshot', 'snapshot'], text: text.slice((n - 1) * size, n * size) }
        : { at: ['compile', 'circuits'], list: [n === this.manners.badChunk ? 7 : `A${n}`] }
      this.quiet = Math.max(this.quiet, this.time.now) + PART_GAP
      this.tell({ kind: 'chunk', text: JSON.stringify({ chunk: n, id, patches: [patch] }) })
    }
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
