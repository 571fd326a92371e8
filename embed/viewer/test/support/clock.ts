/** A slot without a sandbox: runs a model on a timer. */
import type { Clocked } from '../../src/controls/circuit-controls.ts'
import type { CompileResult, Status } from '../../src/protocol.ts'
import type { Model } from './model.ts'

type Event = Parameters<Clocked['on']>[0]

export class ModelClock implements Clocked {
  status: Status = { cycle: 0, running: false, cyclesPerSecond: 0, achieved: 0 }
  readonly requests: string[] = []
  private readonly callbacks = new Map<Event, Set<() => void>>()
  /** The past cycle that is shown, if it is one; the values stay those of the last. */
  private shown: number | undefined
  /** The states that undo would bring back. */
  aside: { cycle: number; last: number } | undefined
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(private readonly model: Model) {}

  get compiled(): CompileResult {
    return this.model.compiled
  }

  on(event: Event, callback: () => void): () => void {
    const set = this.callbacks.get(event) ?? new Set()
    this.callbacks.set(event, set.add(callback))
    return () => set.delete(callback)
  }

  private changed(): void {
    const history = { first: 0, last: this.model.cycle, ...(this.aside && { undo: this.aside }) }
    this.status = { ...this.status, cycle: this.shown ?? this.model.cycle, history }
    for (const event of ['frame', 'status'] as const) for (const f of this.callbacks.get(event) ?? []) f()
  }

  async tick(count = 1): Promise<void> {
    this.requests.push(`tick ${count}`)
    this.shown = undefined
    for (let i = 0; i < count; i++) this.model.tick()
    this.changed()
  }

  async run(cyclesPerSecond: number): Promise<void> {
    this.requests.push(`run ${cyclesPerSecond}`)
    clearInterval(this.timer)
    this.status = { ...this.status, running: true, cyclesPerSecond, achieved: cyclesPerSecond || 9_812_331 }
    this.timer = setInterval(
      () => {
        this.model.tick()
        this.changed()
      },
      cyclesPerSecond > 0 ? 1000 / cyclesPerSecond : 0,
    )
    this.changed()
  }

  async pause(): Promise<void> {
    this.requests.push('pause')
    clearInterval(this.timer)
    this.status = { ...this.status, running: false }
    this.changed()
  }

  async seek(cycle: number): Promise<void> {
    this.requests.push(`seek ${cycle}`)
    this.shown = cycle
    this.changed()
  }

  /** Shows a cycle, as one on the way to another. */
  show(cycle: number): void {
    this.shown = cycle
    this.changed()
  }

  async move(by: number): Promise<void> {
    this.requests.push(`move ${by}`)
    this.shown = Math.max(0, Math.min(this.model.cycle, this.status.cycle + by))
    this.changed()
  }

  async undo(): Promise<void> {
    this.requests.push('undo')
    this.changed()
  }

  async reset(): Promise<void> {
    this.requests.push('reset')
    this.model.reset()
    this.changed()
  }
}
