import type { ErrorCode, Health, ProtocolError, ProtocolEvent, Reply, Request } from '@simten/client/protocol.gen'
import { buffersOf } from '../worker-messages.ts'
import { EarlyRuns } from './early-runs.ts'
import type { Environment } from './environment.ts'
import { type Finding, HangLocator } from './hang-locator.ts'
import { Errand, MAX_ROUNDS, Packages } from './packages.ts'
import { type Pending, replyTo, waitsForPackages } from './pending.ts'
import { Revival } from './recovery-queue.ts'
import { Refusals } from './refusals.ts'
import { failure, RequestValidator } from './request-validator.ts'
import { type Entered, Runner } from './runner.ts'
import { SlotRecord, travels } from './slot-record.ts'
import { Tools } from './tools.ts'
import { acquit, isHang, type TracedReplay, verdict, worthTrying } from './traced-replay.ts'
import { violation } from './violation.ts'

/** Milliseconds beyond the run limit before a silent worker is killed: the engine's own deadline answers first. */
const GRACE = 1_000
/** Milliseconds that an aborted request may go on in a worker that does not listen. */
const ABORT_PATIENCE = 250
/** Milliseconds between looks at a busy worker. */
const LOOK = 100
/** Milliseconds after the first circuit before a spare worker is started, so as not to compete with it. */
const SPARE_DELAY = 700
/** Workers in a row that may fail to start. */
const START_ATTEMPTS = 3
/** Slots that may be replayed with traces at once, each in a worker of its own. */
const MAX_REPLAYS = 4
/** Requests that may be under way at once. */
const MAX_PENDING = 2_000

/**
 * Owns the workers and everything that must survive them. All slots of the page run in one active worker; a spare
 * one, started and warm, takes over when the active one hangs or dies.
 */
export class Supervisor {
  private active: Runner | undefined
  private spare: Runner | undefined
  /** True while the active worker holds every slot and takes requests. */
  private live = false
  private readonly validator: RequestValidator
  private readonly refusals: Refusals
  private readonly pending = new Map<number, Pending>()
  private readonly slots = new Map<string, SlotRecord>()
  private readonly packages: Packages
  private readonly tools: Tools
  private readonly revival: Revival
  private readonly early: EarlyRuns
  /** The slots over which a worker was lost, while it is found out whether they are to blame. */
  private readonly replays = new Map<string, TracedReplay>()
  private wantsWarm = false
  private sparePlanned = false
  private watching: (() => void) | undefined
  private looked = 0
  /** Workers in a row that did not start, or died without having been asked anything. */
  private attempts = 0
  private unavailable: ProtocolError | undefined
  private readyAfter = 0

  constructor(private readonly environment: Environment) {
    this.refusals = new Refusals(environment)
    this.tools = new Tools(environment)
    this.validator = new RequestValidator(environment.limits, environment.now, ({ reply }) => environment.send(reply))
    this.packages = new Packages(environment, () => {
      const locks = [...this.slots.values()].map((record) => record.compile.lock?.modules ?? {})
      return new Set(locks.flatMap((modules) => Object.keys(modules)))
    })
    this.revival = new Revival(environment, this.slots, this.packages, {
      isActive: (runner) => runner === this.active,
      barred: (slot) => this.replays.get(slot)?.whole === true,
      back: (slot) => this.forwardAll((request) => request.slot === slot),
      early: (slot) => this.early.has(slot),
      freeze: (slot) => this.early.freeze(slot),
      takenOver: (slot) => this.early.forget(slot),
    })
    this.early = new EarlyRuns(environment, this.slots, {
      waits: ({ id }) => this.pending.get(id)?.call === undefined && this.pending.has(id) && !this.live,
      answered: (request, reply) => this.answered(request, reply, false),
      adopted: (slot) => this.revival.adopt(slot),
    })
  }

  /** Starts the first worker. The engine's module must be there. */
  start(): void {
    this.active = this.newRunner()
    this.watch()
  }

  /** How many messages were refused so far. */
  get refused(): number {
    return this.validator.refused
  }

  /** Gives up for good: every request, present and future, is answered with the error. */
  close(error: ProtocolError): void {
    this.unavailable = error
    this.live = false
    this.active?.terminate()
    this.spare?.terminate()
    this.active = this.spare = undefined
    for (const { locator } of this.replays.values()) locator.stop()
    this.replays.clear()
    this.early.stop()
    for (const id of [...this.pending.keys()]) this.fail(id, error)
    this.health({ state: 'unavailable', detail: [error.message, error.advice].filter(Boolean).join(' ') })
  }

  /** Takes a message of the app, whatever it is. */
  receive(message: unknown): void {
    const verdict = this.validator.judge(message)
    if (verdict === 'more') return
    if ('refused' in verdict) {
      this.refusals.tell(verdict.refused)
      return
    }
    if ('reply' in verdict) {
      this.environment.send(verdict.reply)
      return
    }
    const { request } = verdict
    if (this.unavailable) {
      this.environment.send(replyTo(request, this.unavailable))
      return
    }
    if (this.pending.size >= MAX_PENDING) {
      this.environment.send(replyTo(request, failure('OVERLOADED', `${MAX_PENDING} requests are unanswered already.`)))
      return
    }
    if (this.tools.take(request)) return
    if (request.abort && this.tools.abort(request, request.abort.request)) return
    if (request.type === 'abort' && request.abort && this.abort(request, request.abort.request)) return
    if (request.type === 'compile') {
      this.overtake(request.slot)
      this.closeReplay(request.slot, { kind: 'unknown' })
    }
    const entry: Pending = { request, call: undefined, abortedAt: undefined }
    this.pending.set(request.id, entry)
    if (this.live || this.isHere(request.slot)) this.forward(request.id)
    else this.early.offer(entry)
  }

  /**
   * Takes another worker when the one that there is compiles no WebAssembly and no circuit needs that any more. A
   * worker does not get back a capability that it has given up. All slots go on in the other one, at their cycles and
   * with their past.
   */
  private unseal(): void {
    const { active } = this
    if (!this.live || !active?.sealed) return
    if ([...this.slots.values()].some((record) => record.compile.strict)) return
    if ([...this.pending.values()].some(({ request }) => request.compile?.strict)) return
    active.terminate()
    this.blame(active, undefined, 'ABORTED', '')
    this.succeed()
  }

  /** Gives up a request. True when the abort is already answered, else the worker has to hear of it. */
  private abort(request: Request, id: number): boolean {
    const target = this.pending.get(id)
    // The circuit of a compile is there already, so its result goes on; nothing else is owed to who gave up.
    const useless = target?.sending === true && target.request.type !== 'compile'
    if (target?.call !== undefined && !useless) {
      target.abortedAt = this.environment.now()
      this.watch()
      return false
    }
    if (target) this.fail(id, failure('ABORTED', 'Given up on request.'))
    if (target && this.replays.get(request.slot)?.id === id) this.closeReplay(request.slot, { kind: 'innocent' })
    const status = this.slots.get(request.slot)?.status()
    this.environment.send({ id: request.id, slot: request.slot, type: request.type, ...(status && { status }) })
    return true
  }

  /** Whether the active worker holds a slot, although others may still have to be brought back. */
  private isHere(slot: string): boolean {
    return this.active?.started === true && this.slots.has(slot) && !this.revival.lacks(slot)
  }

  /** Hands a pending request to the active worker. */
  private forward(id: number): void {
    const entry = this.pending.get(id)
    const runner = this.active
    if (!entry || !runner || this.mustWait(entry)) return
    const { request } = entry
    const forWorker = this.renumber(request)
    const listens = () => runner === this.active && this.pending.get(id) === entry
    entry.call = runner.call(forWorker, undefined, {
      reply: (reply, divided) => {
        if (runner === this.active) this.answered(request, reply, divided)
      },
      head: (reply) => {
        if (!listens() || waitsForPackages(reply)) return
        entry.sending = true
        this.environment.send({ ...reply, id }, bytesOf(reply.compile?.tables))
      },
      chunk: (chunk) => {
        if (listens() && entry.sending) this.environment.send({ ...chunk, id }, bytesOf(chunk.patches[0]?.bytes))
      },
    })
    this.watch()
  }

  /** An abort names a request by the app's id; the worker knows it by the number of its call. */
  private renumber(request: Request): Request {
    if (!request.abort) return request
    // A target that is answered meanwhile has no call any more; the largest id names nothing.
    const call = this.pending.get(request.abort.request)?.call ?? Number.MAX_SAFE_INTEGER
    return { ...request, abort: { request: call } }
  }

  /** Takes the reply to a request; a divided one went to the app already. */
  private answered(request: Request, reply: Reply, divided: boolean): void {
    if (waitsForPackages(reply)) {
      void this.fetchFor(request.id, reply.compile?.needs ?? [])
      return
    }
    this.forget(request.id)
    this.attempts = 0
    if (request.type === 'compile') {
      this.wantsWarm = true
      if (request.compile && reply.compile?.design) {
        const { lock, kept, main = '' } = reply.compile
        const compile = lock ? { ...request.compile, lock } : request.compile
        const record = this.slots.get(request.slot)
        if (kept && record) record.goesOnWith(compile, main)
        else this.slots.set(request.slot, new SlotRecord(request.slot, compile, main))
      }
      this.planSpare()
    }
    if (request.type === 'dispose' && !reply.error) this.slots.delete(request.slot)
    this.slots.get(request.slot)?.note(request, reply)
    if (!divided) this.environment.send({ ...reply, id: request.id }, bytesOf(reply.compile?.tables))
    this.release(request.slot)
    if (request.type === 'compile' || request.type === 'dispose') this.unseal()
  }

  private fail(id: number, error: ProtocolError): void {
    const entry = this.pending.get(id)
    if (!entry) return
    this.forget(id)
    this.environment.send({ ...replyTo(entry.request, error), ...this.statusOf(entry.request.slot) })
  }

  private forget(id: number): void {
    this.pending.get(id)?.errand?.end()
    this.pending.delete(id)
  }

  // ── packages ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Whether a request has to wait behind a compile of its slot that waits for packages, or is that compile. */
  private mustWait(entry: Pending): boolean {
    const { slot, type } = entry.request
    if (type === 'abort') return false
    if (this.replays.has(slot) || (this.live && this.revival.lacks(slot))) return true
    if (entry.errand) return entry.errand.fetching
    return [...this.pending.values()].some((other) => other.errand !== undefined && other.request.slot === slot)
  }

  /** Hands on what waited behind a compile. */
  private release(slot: string): void {
    if (!this.live) return
    for (const [id, entry] of this.pending) {
      if (entry.request.slot === slot && entry.call === undefined) this.forward(id)
    }
  }

  /** A newer source takes the place of one that still waits for packages. */
  private overtake(slot: string): void {
    for (const [id, entry] of this.pending) {
      if (entry.errand?.fetching && entry.request.slot === slot) {
        this.fail(id, failure('ABORTED', 'A newer source took its place before its packages were there.'))
      }
    }
  }

  /** Fetches what a compile needs and asks for it again. The time does not count as run time. */
  private async fetchFor(id: number, needs: string[]): Promise<void> {
    const entry = this.pending.get(id)
    if (!entry) return
    entry.call = undefined
    entry.errand ??= new Errand(this.environment, entry.request.slot, entry.request.compile?.lock)
    const { errand } = entry
    if (++errand.rounds > MAX_ROUNDS) {
      this.fail(id, failure('OVERLOADED', `The imported packages import each other more than ${MAX_ROUNDS} deep.`))
      this.release(entry.request.slot)
      return
    }
    errand.fetching = true
    const files = await this.packages.fetch(needs, errand)
    errand.fetching = false
    if (this.pending.get(id) !== entry) {
      this.release(entry.request.slot)
      return
    }
    this.active?.provide(files)
    if (this.live) this.forward(id)
  }

  private statusOf(slot: string): Pick<Reply, 'status'> {
    const record = this.slots.get(slot)
    return record ? { status: record.status() } : {}
  }

  private health(health: Health): void {
    this.environment.send({ event: 'health', health })
  }

  /** Tells the app what the policy blocked, here or in a worker. */
  blocked(directive: string, blocked: string): void {
    this.refusals.tell(violation(directive, blocked))
  }

  // ── workers ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private newRunner(): Runner {
    return new Runner(this.environment, {
      ready: (runner, milliseconds) => this.started(runner, milliseconds),
      event: (runner, event) => this.event(runner, event),
      checkpoint: (runner, checkpoint) => {
        const whole = !this.revival.lacks(checkpoint.slot)
        if (runner === this.active) this.slots.get(checkpoint.slot)?.keep(checkpoint, whole)
      },
      idle: (runner) => this.idle(runner),
      violation: (directive, blocked) => this.blocked(directive, blocked),
      broken: (runner, code, message) => this.lost(runner, code, message),
    })
  }

  private started(runner: Runner, milliseconds: number): void {
    if (runner === this.spare) {
      runner.warm()
    } else if (runner === this.active) {
      if (this.readyAfter === 0) this.readyAfter = milliseconds
      void this.revive(runner)
    }
  }

  private planSpare(): void {
    if (this.spare || this.sparePlanned) return
    this.sparePlanned = true
    this.environment.after(SPARE_DELAY, () => {
      this.sparePlanned = false
      if (this.spare || this.unavailable || !this.live || this.replays.size > 0) return
      this.spare = this.newRunner()
      this.watch()
    })
  }

  private idle(runner: Runner): void {
    if (runner !== this.active || !this.wantsWarm || this.pending.size > 0) return
    this.wantsWarm = false
    runner.warm(this.environment.editing)
  }

  private event(runner: Runner, event: ProtocolEvent): void {
    if (runner !== this.active) return
    // While a slot is brought back, its frames show the past; a full one follows when it is there.
    if (event.slot && this.revival.lacks(event.slot)) return
    if (event.slot && event.status) this.slots.get(event.slot)?.follow(event.status)
    const { frame, asking } = event
    const id = asking && [...this.pending].find(([, entry]) => entry.call === asking.request)?.[0]
    if (asking && id === undefined) return
    const told = asking && id ? { ...event, asking: { ...asking, request: id } } : event
    this.environment.send(told, frame ? buffersOf(frame) : [])
  }

  // ── watching ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Looks at the workers for as long as one of them is busy. */
  private watch(): void {
    if (this.watching) return
    this.looked = this.environment.now()
    this.watching = this.environment.after(LOOK, () => this.look())
  }

  private look(): void {
    this.watching = undefined
    const asleep = this.environment.now() - this.looked > 5 * LOOK + 1_000
    for (const runner of [this.active, this.spare]) {
      if (!runner?.busy) continue
      // When this page itself did not get to run (a suspended machine, a debugger), messages may still be waiting.
      if (asleep) runner.excuse()
      else this.judge(runner)
    }
    for (const { locator } of [...this.replays.values()]) locator.look(asleep)
    if (this.active?.busy || this.spare?.busy || this.replays.size > 0) this.watch()
  }

  private judge(runner: Runner): void {
    const { runMilliseconds, readyMilliseconds } = this.environment.limits
    if (!runner.started) {
      if (runner.silence() > readyMilliseconds) this.lost(runner, 'UNAVAILABLE', 'The engine did not start in time.')
      return
    }
    if (runner.silence() > runMilliseconds + GRACE) {
      this.lost(runner, 'TIMEOUT', `This ran for more than ${runMilliseconds / 1000} s and was stopped.`)
      return
    }
    // A request that has not begun waits for something else, such as warming up; it hears of the abort when it begins.
    const call = runner.entered?.call
    for (const entry of this.pending.values()) {
      const waited = entry.abortedAt === undefined ? 0 : this.environment.now() - entry.abortedAt
      if (runner === this.active && entry.call === call && Math.min(waited, runner.silence()) > ABORT_PATIENCE) {
        this.lost(runner, 'ABORTED', 'Given up on request.')
        return
      }
    }
  }

  // ── recovery ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** A worker is gone, or must go. The guilty request fails; everything else goes on in the next worker. */
  private lost(runner: Runner, code: ErrorCode, message: string): void {
    if (runner !== this.active && runner !== this.spare) return
    const suspect = runner.suspect()
    runner.terminate()
    if ((!runner.started || !suspect) && ++this.attempts >= START_ATTEMPTS) {
      this.close(failure('UNAVAILABLE', `${message} ${START_ATTEMPTS} attempts failed.`))
      return
    }
    if (runner === this.spare) {
      this.spare = undefined
      if (this.live) this.planSpare()
      return
    }
    if (runner.started) this.blame(runner, suspect, code, message)
    this.health({ state: 'restarting', detail: message })
    this.succeed()
  }

  /** The spare worker takes the place of the active one, or a new one does. */
  private succeed(): void {
    this.live = false
    this.revival.lost()
    this.active = this.spare ?? this.newRunner()
    this.spare = undefined
    this.watch()
    if (this.active.started) void this.revive(this.active)
  }

  /**
   * Tells what the worker was lost over from what was merely under way beside it. The latter is asked for again in the
   * next worker; the former is first tried alone.
   */
  private blame(runner: Runner, suspect: Entered | undefined, code: ErrorCode, message: string): void {
    const guilty = suspect && [...this.pending.values()].find((entry) => entry.call === suspect.call)
    for (const entry of this.pending.values()) {
      const began = entry.call === undefined ? undefined : runner.beganAt(entry.call)
      const record = this.slots.get(entry.request.slot)
      // A tick or a visit to the past that had begun is repeated from its beginning.
      if ((entry.request.type === 'tick' || travels(entry.request)) && began !== undefined && record)
        record.cycle = began
      entry.call = undefined
      entry.sending = false
    }
    // An abandoned request is not done again.
    for (const [id, entry] of this.pending) {
      if (entry.abortedAt !== undefined && entry !== guilty) this.fail(id, failure('ABORTED', 'Given up on request.'))
    }
    if (!suspect) return
    if (suspect.slot === this.revival.reviving) {
      this.revival.failed(suspect.slot, failure(code, message))
      return
    }
    const record = this.slots.get(suspect.slot)
    const error: ProtocolError = { ...failure(code, message), ...(record?.circuit && { circuit: record.circuit }) }
    if (guilty?.request.type === 'ask' && !guilty.acquitted && !isHang(runner, code) && code !== 'ABORTED')
      acquit(guilty, record, suspect.cycle, this.environment.now())
    else if (!worthTrying(runner, suspect, guilty, record, code)) this.convict(guilty, record, error)
    else if (this.replays.size < MAX_REPLAYS && !this.replays.has(suspect.slot))
      this.openReplay(runner, suspect, guilty, error)
    else if (isHang(runner, code)) this.convict(guilty, record, error)
    else acquit(guilty, record, suspect.cycle, this.environment.now())
  }

  /** Stops what a worker was lost over. */
  private convict(guilty: Pending | undefined, record: SlotRecord | undefined, error: ProtocolError): void {
    // A question changes nothing, so the run that it is about goes on without it.
    const type = guilty?.request.type
    const stopped = type !== 'compile' && type !== 'ask' && error.code !== 'ABORTED'
    if (record && stopped) {
      record.running = false
      this.revival.stopped(record.name, error)
    }
    if (guilty) this.fail(guilty.request.id, error)
    if (!record || !stopped) return
    // Requests after a new beginning have nothing to do with the step at which it was stopped.
    for (const [id, { request }] of this.pending) {
      if (request.slot !== record.name) continue
      if (request.type === 'compile' || request.type === 'reset' || request.type === 'restore') break
      if (request.type === 'tick' || request.type === 'run')
        this.fail(id, failure('ABORTED', 'The circuit was stopped before.'))
    }
  }

  // ── where it hung ────────────────────────────────────────────────────────────────────────────────────────────────

  private openReplay(runner: Runner, suspect: Entered, guilty: Pending | undefined, error: ProtocolError): void {
    const { slot, cycle } = suspect
    const record = this.slots.get(slot)?.copy()
    const request: Request = guilty?.request ?? { id: 0, slot, type: 'run', run: { cyclesPerSecond: 0 } }
    const crashed = !isHang(runner, error.code)
    const subject = {
      slot,
      record,
      request,
      cycle,
      steps: runner.steps,
      crashedAfter: crashed ? runner.worked() : undefined,
    }
    const fetch = (needs: string[]) => this.packages.fetchAgain(slot, (record?.compile ?? request.compile)?.lock, needs)
    const locator = new HangLocator(this.environment, subject, fetch, (finding) => this.closeReplay(slot, finding))
    const whole = guilty?.request.type !== 'compile'
    this.replays.set(slot, { slot, id: guilty?.request.id, whole, error, cycle, locator })
  }

  /** Goes on with a slot when it is known, or given up, where it hung. */
  private closeReplay(slot: string, finding: Finding): void {
    const replay = this.replays.get(slot)
    if (!replay) return
    this.replays.delete(slot)
    replay.locator.stop()
    const record = this.slots.get(replay.slot)
    const guilty = replay.id === undefined ? undefined : this.pending.get(replay.id)
    if (finding.kind === 'innocent') {
      acquit(guilty, record, replay.cycle, this.environment.now())
    } else if (finding.kind === 'told' && guilty?.request.type === 'compile') {
      this.answered(guilty.request, finding.reply, false)
    } else {
      const { error, cycle } = verdict(replay, finding)
      // The slot stops right before the step that hangs.
      const steps = !guilty || guilty.request.type === 'tick'
      if (record && steps) record.cycle = Math.max(record.cycle, cycle)
      this.convict(guilty, record, error)
    }
    const { active, revival } = this
    if (this.live && !revival.reviving && active && revival.lacks(replay.slot)) void revival.bringBack(active)
    this.release(replay.slot)
    this.planSpare()
  }

  /** Brings every slot back in a started worker. The requests of each that wait go through as soon as it is there. */
  private async revive(runner: Runner): Promise<void> {
    await this.revival.bringBack(runner)
    if (runner !== this.active) return
    this.live = true
    this.health({ state: 'ready', readyAfter: this.readyAfter })
    this.forwardAll(() => true)
    if (this.slots.size > 0) this.planSpare()
    else if (this.pending.size === 0) runner.warm(this.environment.editing)
  }

  private forwardAll(which: (request: Request) => boolean): void {
    for (const [id, entry] of this.pending) if (entry.call === undefined && which(entry.request)) this.forward(id)
  }
}

/** The objects to transfer with a message. */
const bytesOf = (bytes: Uint8Array | undefined): Transferable[] => (bytes ? [bytes.buffer] : [])
