import { Coalescer } from './coalesce.ts'
import type { RequestPart } from './connection.ts'
import { isSameControl } from './control.ts'
import { Emitter } from './emitter.ts'
import { SandboxError } from './error.ts'
import type {
  Asking,
  AskRequest,
  AskResult,
  BitstreamRequest,
  BitstreamResult,
  Capability,
  ChangesQuestion,
  ChangesResult,
  CompareQuestion,
  CompareResult,
  CompileRequest,
  CompileResult,
  Condition,
  Deposit,
  Diagnostic,
  DifferQuestion,
  DifferResult,
  ExportQuestion,
  ExportResult,
  Fetching,
  FileQuestion,
  FileResult,
  FindQuestion,
  FindResult,
  Frame,
  GradeRequest,
  GradeResult,
  ImportRequest,
  ImportResult,
  InspectResult,
  Lock,
  Progress,
  ProtocolEvent,
  ReplayResult,
  Reply,
  Status,
  Tool,
  WaveQuestion,
  WaveResult,
  WhyQuestion,
  WhyResult,
} from './protocol.gen.ts'
import { RunLog } from './run-log.ts'
import { Values } from './values.ts'

/** The events of a slot, by name. */
export interface SlotEvents {
  /** Values changed; slot.values holds them already. */
  frame: Frame
  /** Cycle, running state or speed changed. */
  status: Status
  /** A run ended by itself. */
  stopped: SandboxError
  /** The worker was replaced and the slot is back; with an error it is the one that was stopped. */
  revived: SandboxError | undefined
  /** How far a compile has come that takes long. */
  progress: Progress
  /** Another circuit runs now; slot.values is a new object. */
  compiled: CompileResult
  /** A compile waits for packages of npm; without names it waits no longer. */
  fetching: Fetching
  /** A run came to the cycle that it was to run until, and is paused. */
  hit: Status
  /** How much of a question is answered that takes long. */
  asking: Asking
  /** How far an import or a bitstream is. */
  tool: Tool
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
  /** Capabilities of the program; none when absent. */
  grant?: Capability[]
  /** The result of an earlier compile of this source. */
  lock?: Lock
  /**
   * If the circuit behaves as the one that runs, go on with that, at its cycle and with its past; see
   * CompileResult.kept.
   */
  keep?: boolean
  /** Interpret it only: nothing that the circuit determines reaches the browser's compiler. Slower by far. */
  strict?: boolean
  signal?: AbortSignal
}

export interface RequestOptions {
  signal?: AbortSignal
}

/** Values as they travel. */
type Plain = Record<string, number | string>

/** The part of a reply that its request asked for; an error when it is missing. */
function answer<Part>(part: Part | undefined): Part {
  if (part === undefined) throw SandboxError.of('UNAVAILABLE', 'The sandbox answered without what was asked for.')
  return part
}

type Send = (part: RequestPart, signal?: AbortSignal) => Promise<Reply>

/** One simulation in the sandbox. Every promise rejects with a SandboxError. */
export class Slot {
  /** State after the last message; undefined before the first circuit. */
  status: Status | undefined
  /** The circuit that runs; undefined before the first. */
  compiled: CompileResult | undefined
  values = new Values()
  /** Every run pauses where this counts: the breakpoints. */
  until: Condition | undefined
  /** The cycle to which a run is under way, as fast as possible; see runTo. */
  goal: number | undefined
  /** Values that were set in the run of this circuit. */
  readonly log = new RunLog()
  /** Values that were set in the run before an edit, which replay repeats. */
  private formerLog: RunLog | undefined
  /** The circuit of the run before an edit, as long as replay can repeat that. */
  formerSource: CompileRequest | undefined

  private readonly emitter = new Emitter<SlotEvents>()
  private readonly sets = new Coalescer<Plain, Status | undefined>(
    (values) => this.settle({ type: 'set', set: { values } }, undefined, (at) => this.log.set(at, values)),
    (earlier, later) => ({ ...earlier, ...later }),
  )
  /** The reset that was asked for last; it may be over. */
  private resetting: Promise<unknown> = Promise.resolve()
  private readonly seeks = new Coalescer<number, Status | undefined>(
    (cycle) => this.settle({ type: 'seek', seek: { cycle } }),
    (_, later) => later,
  )
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
    this.flush()
    this.carries = options.keep === true
    const reply = await this.request({ type: 'compile', compile }, signal)
    if (!reply.compile) throw SandboxError.of('UNAVAILABLE', 'The sandbox answered without a result.')
    if (reply.compile.design) this.source = reply.compile.lock ? { ...compile, lock: reply.compile.lock } : compile
    return reply.compile
  }

  /**
   * Sets inputs by name and interactive nodes by path. While a set is under way, later ones are gathered into one
   * request, the last value of each name counting; one with a signal is a request of its own.
   */
  set(values: Record<string, number | bigint | string>, options: RequestOptions = {}): Promise<Status | undefined> {
    const plain: Plain = {}
    for (const [name, value] of Object.entries(values)) {
      plain[name] = typeof value === 'bigint' ? value.toString() : value
    }
    for (const name of Object.keys(plain)) this.given.add(name)
    this.seeks.flush()
    return options.signal
      ? this.ask({ type: 'set', set: { values: plain } }, options, (at) => this.log.set(at, plain))
      : this.sets.ask(plain)
  }

  /** Runs n clock cycles at once. In the past, the later cycles are set aside; undo brings them back. */
  tick(n = 1, options: RequestOptions = {}): Promise<Status | undefined> {
    return this.ask({ type: 'tick', tick: { count: n } }, options, (at) => this.log.leavePast(at))
  }

  /**
   * Runs until paused; 0 cycles per second means as fast as possible. With a condition the run pauses in the cycle in
   * which that counts, which a hit tells.
   */
  run(cyclesPerSecond: number, options: RequestOptions & { until?: Condition } = {}): Promise<Status | undefined> {
    const until = options.until ?? this.until
    const run = { cyclesPerSecond, ...(until && { until }) }
    return this.ask({ type: 'run', run }, options, (at) => this.log.leavePast(at))
  }

  /**
   * Shows a cycle of the history, or runs to one that is not reached yet, as fast as possible: `goal` is that cycle
   * until the run is paused, there or before, and a hit tells when it is there. It stops at the condition of `until`,
   * too.
   */
  async runTo(cycle: number): Promise<Status | undefined> {
    await this.resetting // until then the status tells of the history that is being set aside
    const last = this.status?.history?.last
    if (last === undefined || cycle <= last) return this.seek(Math.max(cycle, this.status?.history?.first ?? 0))
    if (this.status && this.status.cycle < last) await this.seek(last)
    const { until } = this
    const there = `cycle >= ${cycle}`
    this.goal = cycle
    try {
      return await this.run(0, { until: { when: until ? `${there} || (${until.when})` : there, on: 'true' } })
    } catch (error) {
      this.goal = undefined
      throw error
    }
  }

  pause(options: RequestOptions = {}): Promise<Status | undefined> {
    return this.ask({ type: 'pause' }, options)
  }

  /** Back to start values and cycle 0; inputs stay. The history is set aside; undo brings it back. */
  reset(options: RequestOptions = {}): Promise<Status | undefined> {
    const reset = this.ask({ type: 'reset' }, options, () => this.log.reset())
    this.resetting = reset.catch(() => undefined)
    return reset
  }

  /**
   * Shows a cycle of status.history, exactly as it was; a running slot is paused. While one is under way, the last of
   * later ones is sent next; one with a signal is a request of its own.
   */
  seek(cycle: number, options: RequestOptions = {}): Promise<Status | undefined> {
    this.sets.flush()
    return options.signal ? this.ask({ type: 'seek', seek: { cycle } }, options) : this.seeks.ask(cycle)
  }

  /** Goes through the history by a number of cycles, negative for back, up to its ends; a running slot is paused. */
  move(by: number, options: RequestOptions = {}): Promise<Status | undefined> {
    return this.ask({ type: 'move', move: { by } }, options)
  }

  /** Brings back the cycles of status.history.undo, and sets the later ones of now aside. */
  undo(options: RequestOptions = {}): Promise<Status | undefined> {
    return this.ask({ type: 'undo' }, options, () => this.log.undo())
  }

  /** The complete state as text, for restore. */
  async snapshot(options: RequestOptions = {}): Promise<string> {
    this.flush()
    const { snapshot } = await this.request({ type: 'snapshot' }, options.signal)
    return answer(snapshot).snapshot
  }

  /** Brings back a snapshot of the same circuit. The history is set aside; undo brings it back. */
  restore(snapshot: string, options: RequestOptions = {}): Promise<Status | undefined> {
    return this.ask({ type: 'restore', restore: { snapshot } }, options, () => this.log.lose())
  }

  /**
   * The present state of a node, and its place in the source; of memories, words from an address on. It is answered at
   * once, also while a tick goes on.
   */
  async inspect(node: string, first = 0, options: RequestOptions & { cells?: number } = {}): Promise<InspectResult> {
    const { signal, cells } = options
    const inspect = { node, first, ...(cells !== undefined && { cells }) }
    return answer((await this.request({ type: 'inspect', inspect }, signal)).inspect)
  }

  /**
   * Judges a submission by the tests of a level. It needs no circuit here and changes nothing. It rejects when the
   * submission had to be stopped from outside.
   */
  async grade(grade: GradeRequest, options: RequestOptions = {}): Promise<GradeResult> {
    return answer((await this.request({ type: 'grade', grade }, options.signal)).grade)
  }

  /**
   * Makes the file of a circuit that runs without the engine, a Precompiled as JSON; "" for one that cannot. It needs
   * no circuit here and changes nothing.
   */
  async precompile(source: string, circuit?: string, options: RequestOptions = {}): Promise<string> {
    const precompile = { source, ...(circuit !== undefined && { circuit }) }
    return answer((await this.request({ type: 'precompile', precompile }, options.signal)).precompile).file
  }

  /**
   * Makes the text of a circuit of Verilog files, by Yosys, which is loaded when it is wanted first. It is told by tool
   * events how far that is; it needs no circuit here and changes nothing.
   */
  async importVerilog(files: ImportRequest, options: RequestOptions = {}): Promise<ImportResult> {
    return answer((await this.request({ type: 'import', import: files }, options.signal)).import)
  }

  /** Makes the file of a circuit for a chip. It is told by tool events how far that is. */
  async bitstream(circuit: BitstreamRequest, options: RequestOptions = {}): Promise<BitstreamResult> {
    return answer((await this.request({ type: 'bitstream', bitstream: circuit }, options.signal)).bitstream)
  }

  /**
   * Overwrites registers and memories in the cycle that is shown: all of it, or nothing. Like an input it belongs to
   * the run; in the past, the later cycles are set aside.
   */
  deposit(deposits: Deposit[], options: RequestOptions = {}): Promise<Status | undefined> {
    return this.ask({ type: 'set', set: { values: {}, deposits } }, options, (at) => this.log.deposit(at, deposits))
  }

  /** The course of signals or expressions between two cycles. The run goes on meanwhile, as for every question. */
  async wave(wave: WaveQuestion, options: RequestOptions = {}): Promise<WaveResult> {
    return answer((await this.question({ wave }, options)).wave)
  }

  /** The cycles at which a condition counts. */
  async find(find: FindQuestion, options: RequestOptions = {}): Promise<FindResult> {
    return answer((await this.question({ find }, options)).find)
  }

  /** Differences between two cycles: outputs, registers and words of memories. */
  async changes(changes: ChangesQuestion, options: RequestOptions = {}): Promise<ChangesResult> {
    return answer((await this.question({ changes }, options)).changes)
  }

  /** A fingerprint of the complete state of a cycle: runs of one text that agree in it are in the same state. */
  async digest(cycle: number, options: RequestOptions = {}): Promise<string> {
    return answer((await this.question({ digest: { cycle } }, options)).digest).digest
  }

  /** The causes of a value. */
  async why(why: WhyQuestion, options: RequestOptions = {}): Promise<WhyResult> {
    return answer((await this.question({ why }, options)).why)
  }

  /**
   * Where another circuit, of another slot or of a text, differs first that is given what this run was given. It needs
   * a run that is remembered from its start on.
   */
  async compare(compare: CompareQuestion, options: RequestOptions = {}): Promise<CompareResult> {
    return answer((await this.question({ compare }, options)).compare)
  }

  /** Opens a recorded wave beside the run, or matches the one that is open with the circuit again. */
  async file(file: FileQuestion, options: RequestOptions = {}): Promise<FileResult> {
    return answer((await this.question({ file }, options)).file)
  }

  /** The nearest cycle in which a signal of the run has another value than one of the file that is open. */
  async differ(differ: DifferQuestion, options: RequestOptions = {}): Promise<DifferResult> {
    return answer((await this.question({ differ }, options)).differ)
  }

  /** A circuit as Verilog, with a testbench that plays the run. */
  async export(question: ExportQuestion, options: RequestOptions = {}): Promise<ExportResult> {
    return answer((await this.question({ export: question }, options)).export)
  }

  /** A value change dump as a Fast Signal Trace, in base64. */
  async convert(dump: string, options: RequestOptions = {}): Promise<string> {
    return answer((await this.question({ convert: { dump } }, options)).convert).data
  }

  /**
   * Begins the run anew with the inputs of the file that is open. It is told by asking events how far that is; undo
   * brings the run before back.
   */
  async replayFile(options: RequestOptions = {}): Promise<ReplayResult> {
    this.flush()
    const { compiled } = this
    const { replay } = await this.request({ type: 'replay', replay: { file: true } }, options.signal)
    const result = answer(replay)
    if (this.compiled === compiled) this.log.lose()
    return result
  }

  /**
   * After an edit: gives this circuit what the run before was given, up to the same cycle, if compiled.former tells of
   * one. It is told by asking events how far that is. The history begins anew; undo brings the one before back.
   */
  async replay(options: RequestOptions = {}): Promise<ReplayResult> {
    this.flush()
    const { compiled, formerLog } = this
    const { replay } = await this.request({ type: 'replay', replay: {} }, options.signal)
    const result = answer(replay)
    if (this.compiled === compiled) this.log.repeat(formerLog, result.missing)
    return result
  }

  /** Forgets the simulation. The slot cannot be used afterwards, unless that was given up before it was sent. */
  async dispose(options: RequestOptions = {}): Promise<void> {
    if (this.disposed) return
    if (options.signal?.aborted) throw SandboxError.of('ABORTED', 'Given up before it was sent.')
    this.flush()
    const reply = this.request({ type: 'dispose' }, options.signal)
    this.disposed = true
    this.gone(this)
    await reply
  }

  /** @internal Takes a reply; it comes before the request's promise settles, also for one that was given up. */
  replied(reply: Reply): void {
    if (reply.compile?.design) {
      const carried =
        this.carries && !reply.compile.kept && this.compiled ? this.carried(this.compiled, reply.compile) : {}
      if (!this.carries) this.given.clear()
      if (!reply.compile.kept) {
        // The worker has the run that was ended last after it had gone on for a cycle.
        if ((this.status?.history?.last ?? 0) > 0) {
          this.formerLog = this.log.copy()
          this.formerSource = this.source
        }
        if (!reply.compile.former) this.formerLog = this.formerSource = undefined
        this.log.clear()
      }
      this.compiled = reply.compile
      this.values = new Values(reply.compile.design)
      this.emitter.emit('compiled', reply.compile)
      // The first request after the compile, so that all others meet the inputs as they were.
      if (Object.keys(carried).length > 0) this.set(carried).catch(() => {})
    }
    this.follow(reply.status)
    if (reply.status && !reply.status.running) this.goal = undefined
  }

  /** @internal Part of a result is there. */
  receiving(done: number): void {
    this.emitter.emit('progress', { phase: 'send', done })
  }

  /** @internal Takes an event. */
  heard(event: ProtocolEvent): void {
    const error = event.error && new SandboxError(event.error)
    if (event.frame && this.values.apply(event.frame)) this.emitter.emit('frame', event.frame)
    if (event.progress) this.emitter.emit('progress', event.progress)
    if (event.frame?.warnings?.length) this.emitter.emit('warnings', event.frame.warnings)
    if (event.fetching) this.emitter.emit('fetching', event.fetching)
    if (event.tool) this.emitter.emit('tool', event.tool)
    this.follow(event.status)
    if (event.asking) this.emitter.emit('asking', event.asking)
    if (event.event === 'hit' && event.status) this.emitter.emit('hit', event.status)
    // That it is there is told by the hit, which may come after a status.
    const { goal } = this
    if (event.status?.running === false && (event.event === 'hit' || event.status.cycle < (goal ?? 0)))
      this.goal = undefined
    if (event.event === 'revived') this.emitter.emit('revived', error)
    if (error && (event.event === 'stopped' || event.event === 'revived')) this.emitter.emit('stopped', error)
  }

  /** @internal The sandbox page was made anew: brings the last good circuit back, in its start state. */
  again(): void {
    if (!this.source) return
    void this.request({ type: 'compile', compile: this.source }).catch(() => {})
  }

  private async question(ask: AskRequest, options: RequestOptions): Promise<AskResult> {
    return answer((await this.request({ type: 'ask', ask }, options.signal)).ask)
  }

  private source: CompileRequest | undefined
  /** Whether the next circuit takes over what was set. */
  private carries = false
  /** Names of what was set since the circuit came. */
  private readonly given = new Set<string>()

  /** The present values of what was set, as far as the next circuit has the same control of the same width. */
  private carried(before: CompileResult, next: CompileResult): Plain {
    const carried: Plain = {}
    for (const name of this.given) {
      const value = isSameControl(name, before, next) ? this.valueOf(name) : undefined
      if (value === undefined) this.given.delete(name)
      else carried[name] = value.toString()
    }
    return carried
  }

  private valueOf(name: string): bigint | undefined {
    const net = this.values.net(`${name}.out`) ?? this.values.net(`__top__.${name}`)
    return net === undefined ? undefined : this.values.bigint(net)
  }

  private follow(status: Status | undefined): void {
    if (!status) return
    this.status = status
    this.emitter.emit('status', status)
  }

  /** Sends what is gathered first: requests take effect in the order in which they are made. */
  private flush(): void {
    this.sets.flush()
    this.seeks.flush()
  }

  private ask(
    part: Omit<RequestPart, 'slot'>,
    options: RequestOptions,
    done?: (at: number) => void,
  ): Promise<Status | undefined> {
    this.flush()
    return this.settle(part, options.signal, done)
  }

  /** Waits for an answer; `done` hears at which cycle the request took effect. */
  private async settle(
    part: Omit<RequestPart, 'slot'>,
    signal?: AbortSignal,
    done?: (at: number) => void,
  ): Promise<Status | undefined> {
    const { compiled } = this
    const { at, status } = await this.request(part, signal)
    if (this.compiled === compiled) done?.(at ?? 0)
    return status
  }

  private request(part: Omit<RequestPart, 'slot'>, signal?: AbortSignal): Promise<Reply> {
    if (this.disposed) return Promise.reject(SandboxError.of('ABORTED', 'The slot was disposed of.'))
    return this.send({ slot: this.name, ...part }, signal)
  }
}
