import { NeedsEngine, PrecompiledMachine } from '@simten/client/precompiled'
import type { CompileResult, Precompiled, Status, Value } from '@simten/client/protocol.gen'
import { unfold } from '@simten/client/tables'
import { Values } from '@simten/client/values'

/** Values that were set at a cycle. */
export interface GivenAt {
  readonly at: number
  readonly values: Readonly<Record<string, Value>>
}

/** Milliseconds of a run that are made up for after a delay, and of work at once. */
const CATCH_UP = 250
const AT_ONCE = 12
/** Cycles between two looks at the clock. */
const BATCH = 2_000
/** Milliseconds over which the speed of a run is measured. */
const MEASURED = 1_000

type Told = 'frame' | 'status' | 'stopped' | 'revived' | 'compiled'

/**
 * Runs the circuit of a saved page: what the clock and the canvas ask of a slot. The past is had by running again what
 * was set, from the start: the circuit gives the same values then.
 */
export class FileRun {
  readonly compiled: CompileResult
  readonly values: Values
  private readonly listeners = new Map<Told, Set<() => void>>()
  private readonly given: GivenAt[] = []
  private last = 0
  private running = false
  private speed = 0
  private pace = { at: 0, cycle: 0 }
  private measured = { at: 0, cycle: 0, achieved: 0 }
  private timer = 0

  private constructor(
    private readonly circuit: Precompiled,
    private readonly widths: readonly number[],
    private machine: PrecompiledMachine,
    compiled: CompileResult,
  ) {
    this.compiled = compiled
    this.values = new Values(compiled.design)
    this.show()
  }

  static async start(circuit: Precompiled): Promise<FileRun> {
    const compiled = unfold(circuit.result)
    const widths = compiled.design?.nets ?? []
    return new FileRun(circuit, widths, await PrecompiledMachine.start(circuit, widths), compiled)
  }

  get status(): Status {
    const { cycle } = this.machine
    const { running, speed, last, measured } = this
    const history = this.compiled.design?.sequential === true && { history: { first: 0, last: Math.max(last, cycle) } }
    return { cycle, running, cyclesPerSecond: speed, achieved: running ? measured.achieved : 0, ...history }
  }

  on(event: Told, callback: () => void): () => void {
    const set = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, set.add(callback))
    return () => set.delete(callback)
  }

  /** Repeats a run: what was set, up to a cycle. */
  async repeat(given: readonly GivenAt[], cycle: number): Promise<void> {
    this.given.splice(0, this.given.length, ...given)
    this.last = cycle
    await this.seek(cycle)
  }

  async set(values: Readonly<Record<string, Value>>): Promise<void> {
    this.branch()
    this.machine.set(values)
    this.given.push({ at: this.machine.cycle, values })
    this.show()
  }

  async tick(count = 1): Promise<void> {
    this.branch()
    this.machine.step(count)
    this.show()
  }

  async run(cyclesPerSecond: number): Promise<void> {
    this.branch()
    this.speed = cyclesPerSecond
    this.running = true
    const at = performance.now()
    this.pace = { at, cycle: this.machine.cycle }
    this.measured = { at, cycle: this.machine.cycle, achieved: 0 }
    this.show()
    this.soon()
  }

  async pause(): Promise<void> {
    this.running = false
    cancelAnimationFrame(this.timer)
    this.show()
  }

  async reset(): Promise<void> {
    const inputs: Record<string, Value> = Object.assign({}, ...this.given.map((g) => g.values))
    this.given.splice(0, this.given.length, ...(Object.keys(inputs).length > 0 ? [{ at: 0, values: inputs }] : []))
    this.last = 0
    this.machine.reset()
    this.pace = { at: performance.now(), cycle: 0 }
    this.show()
  }

  async seek(cycle: number): Promise<void> {
    if (this.running) await this.pause()
    this.last = Math.max(this.last, this.machine.cycle)
    const again = await PrecompiledMachine.start(this.circuit, this.widths)
    for (const { at, values } of this.given) {
      if (at > cycle) break
      again.step(at - again.cycle)
      again.set(values)
    }
    again.step(cycle - again.cycle)
    this.machine = again
    this.show()
  }

  async move(by: number): Promise<void> {
    const { cycle, history } = this.status
    await this.seek(Math.max(0, Math.min(history?.last ?? cycle, cycle + by)))
  }

  async undo(): Promise<void> {}

  /** The cycles after this one give way to those that follow now. */
  private branch(): void {
    const { cycle } = this.machine
    if (cycle < this.last) {
      const first = this.given.findIndex((g) => g.at > cycle)
      if (first >= 0) this.given.splice(first)
    }
    this.last = cycle
  }

  private soon(): void {
    cancelAnimationFrame(this.timer)
    this.timer = requestAnimationFrame(() => {
      if (!this.running) return
      try {
        this.advance()
      } catch (error) {
        if (!(error instanceof NeedsEngine)) throw error
        this.running = false
        this.tell('stopped')
      }
      this.show()
      if (this.running) this.soon()
    })
  }

  private advance(): void {
    const { machine, speed } = this
    const now = performance.now()
    const most = speed === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor((speed * CATCH_UP) / 1000))
    let due = speed === 0 ? most : Math.floor(((now - this.pace.at) / 1000) * speed) - (machine.cycle - this.pace.cycle)
    if (due > most) {
      this.pace = { at: now, cycle: machine.cycle + most }
      due = most
    }
    while (due > 0 && performance.now() - now < AT_ONCE) {
      const count = Math.min(due, BATCH)
      machine.step(count)
      due -= count
    }
    this.last = machine.cycle
    const since = now - this.measured.at
    if (since < MEASURED) return
    this.measured = { at: now, cycle: machine.cycle, achieved: ((machine.cycle - this.measured.cycle) * 1000) / since }
  }

  private show(): void {
    const frame = this.machine.frame()
    if (frame) this.values.apply(frame)
    this.tell('frame')
    this.tell('status')
  }

  private tell(event: Told): void {
    for (const callback of this.listeners.get(event) ?? []) callback()
  }
}
