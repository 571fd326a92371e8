import { readTables } from '@simten/client/columns'
import { NeedsEngine, PrecompiledMachine } from '@simten/client/precompiled'
import type { Precompiled, Reply, Request, Status } from '@simten/client/protocol.gen'
import { buffersOf, type FromWorker, type ToWorker } from '../worker-messages.ts'

/** Cycles per second of a run as fast as possible: the engine has to repeat them when it takes over. */
const FASTEST = 200_000
/** Milliseconds between two steps of a run, and so between frames. */
const FRAME = 16
/** Milliseconds of a run that are made up for after a delay. */
const CATCH_UP = 250
/** Milliseconds over which the speed of a run is measured. */
const MEASURED = 1_000
/** Cycles of a tick between two looks at the clock. */
const BATCH = 20_000

/** The surroundings as the loop uses them. */
export interface Place {
  post(message: FromWorker, transfer: Transferable[]): void
  after(milliseconds: number, callback: () => void): void
  now(): number
}

/**
 * The loop of a worker that runs one precompiled circuit: it answers requests and sends frames as the engine does, for
 * one slot. It does not answer requests that only the engine can serve; it then says that it is broken, in the state
 * that was told last.
 */
export class PrecompiledLoop {
  private machine: PrecompiledMachine | undefined
  private result: Precompiled['result'] | undefined
  private sequential = false
  private slot = ''
  private speed = 0
  private running = false
  private dirty = false
  private broken = false
  private ticking = false
  /** From where the pace of a run counts, and the part of a second that its speed is measured over. */
  private pace = { at: 0, cycle: 0 }
  private measured = { at: 0, cycle: 0, achieved: 0 }
  /** Requests that came before the module was compiled. */
  private waiting: Request[] = []

  constructor(private readonly place: Place) {}

  receive(message: ToWorker): void {
    if (message.kind === 'precompiled') {
      const { circuit } = message
      this.result = circuit.result
      this.sequential = circuit.result.design?.sequential === true
      const nets = circuit.result.tables ? readTables(circuit.result.tables).nets : new Uint32Array()
      const widths = Array.from(nets, (net) => net >>> 1)
      const began = this.place.now()
      PrecompiledMachine.start(circuit, widths).then(
        (machine) => {
          this.machine = machine
          this.place.post({ kind: 'ready', milliseconds: this.place.now() - began }, [])
          for (const request of this.waiting.splice(0)) this.guarded(() => this.answer(machine, request))
        },
        (error: unknown) => this.fail(error),
      )
    } else if (message.kind === 'request') {
      const request = JSON.parse(message.text) as Request // of the supervisor, which has checked it
      const { machine } = this
      if (machine) this.guarded(() => this.answer(machine, request))
      else this.waiting.push(request)
    }
  }

  private answer(machine: PrecompiledMachine, request: Request): void {
    const at = machine.cycle
    this.slot = request.slot
    switch (request.type) {
      case 'compile':
        this.dirty = true
        this.reply(request, { at, ...(this.result && { compile: this.result }) })
        break
      case 'set':
        machine.set(request.set?.values ?? {})
        this.dirty = true
        this.reply(request, { at })
        break
      case 'tick':
        for (let left = request.tick?.count ?? 0; left > 0; left -= BATCH) machine.step(Math.min(left, BATCH))
        this.dirty = true
        this.begin(machine)
        this.reply(request, { at })
        break
      case 'run':
        this.running = true
        this.speed = request.run?.cyclesPerSecond ?? 0
        this.begin(machine)
        this.measured = { at: this.place.now(), cycle: machine.cycle, achieved: 0 }
        this.reply(request, { at })
        this.tick()
        break
      case 'pause':
        this.running = false
        this.reply(request, { at })
        break
      case 'reset':
        machine.reset()
        this.dirty = true
        this.begin(machine)
        this.reply(request, { at })
        break
      default:
        throw new NeedsEngine(`a request of the type ${request.type}`)
    }
    this.frame(machine)
  }

  /** Steps a run to the cycle where it should be now, as long as it goes on. */
  private tick(): void {
    if (this.ticking) return
    this.ticking = true
    this.place.after(FRAME, () => {
      this.ticking = false
      const { machine } = this
      if (!machine || !this.running || this.broken) return
      this.guarded(() => this.advance(machine))
      this.tick()
    })
  }

  private advance(machine: PrecompiledMachine): void {
    const now = this.place.now()
    const speed = this.speed === 0 ? FASTEST : Math.min(this.speed, FASTEST)
    const due = Math.floor(((now - this.pace.at) / 1000) * speed) - (machine.cycle - this.pace.cycle)
    const most = Math.max(1, Math.floor((speed * CATCH_UP) / 1000))
    if (due > most) this.pace = { at: now, cycle: machine.cycle + most }
    if (due > 0) {
      machine.step(Math.min(due, most))
      this.dirty = true
    }
    const since = now - this.measured.at
    if (since >= MEASURED) {
      const achieved = ((machine.cycle - this.measured.cycle) * 1000) / since
      this.measured = { at: now, cycle: machine.cycle, achieved }
    }
    this.frame(machine)
  }

  private begin(machine: PrecompiledMachine): void {
    this.pace = { at: this.place.now(), cycle: machine.cycle }
  }

  private status(machine: PrecompiledMachine): Status {
    const { running, speed, sequential, measured } = this
    const { cycle } = machine
    const achieved = running ? measured.achieved : 0
    const history = sequential && { history: { first: 0, last: cycle } }
    return { cycle, running, cyclesPerSecond: speed, achieved, ...history }
  }

  private reply({ id, slot, type }: Request, part: Partial<Reply>): void {
    const { machine } = this
    const { compile, ...rest } = part
    const { tables, ...result } = compile ?? { diagnostics: [], circuits: [] }
    const reply = {
      id,
      slot,
      type,
      ...rest,
      ...(compile && { compile: result }),
      ...(machine && { status: this.status(machine) }),
    }
    const bytes = compile && tables?.slice()
    this.place.post(
      { kind: 'reply', text: JSON.stringify(reply), ...(bytes && { bytes }) },
      bytes ? [bytes.buffer] : [],
    )
  }

  private frame(machine: PrecompiledMachine): void {
    if (!this.dirty) return
    this.dirty = false
    const { whole, ...arrays } = machine.frame() ?? { nets: new Uint32Array(), limbs: new Uint32Array() }
    const frame = whole ? { whole } : {}
    const event = { event: 'frame', slot: this.slot, status: this.status(machine), frame }
    this.place.post({ kind: 'event', text: JSON.stringify(event), arrays }, buffersOf(arrays))
  }

  private guarded(work: () => void): void {
    if (this.broken) return
    try {
      work()
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    this.broken = true
    this.running = false
    const message = error instanceof Error ? error.message : String(error)
    this.place.post({ kind: 'broken', code: 'RUNTIME', message }, [])
  }
}
