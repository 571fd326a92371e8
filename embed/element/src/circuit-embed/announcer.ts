/** Tells a page what its circuit does: ready, changed values, another cycle. */
import type { Slot } from '@simten/client'
import type { CircuitChangeDetail, CircuitReadyDetail, CircuitTickDetail, Value } from './events.ts'
import { describe, PortReader } from './ports.ts'

/** The part of a slot that an Announcer reads. */
export type Announced = Pick<Slot, 'status' | 'compiled' | 'values'>

interface Calls {
  ready(detail: CircuitReadyDetail): void
  change(detail: CircuitChangeDetail): void
  tick(detail: CircuitTickDetail): void
}

/**
 * Follows one slot. A frame comes before the status that belongs to it, so both are looked at together when what came
 * with a message has been taken over.
 */
export class Announcer {
  private reader: PortReader | undefined
  private told: Record<string, Value> | undefined
  private cycle: number | undefined
  private running = false
  private ready = false
  private waiting = false

  constructor(
    private readonly slot: Announced,
    private readonly calls: Calls,
  ) {}

  /** Another text was compiled. One that behaves as the text before goes on with its run, and is not ready anew. */
  compiled(kept: boolean): void {
    this.reader = undefined
    if (kept) return
    this.told = this.cycle = undefined
    this.ready = false
  }

  /** A frame came. */
  frame(): void {
    const { compiled, values } = this.slot
    if (compiled?.design && !this.reader) this.reader = new PortReader(compiled, values)
    this.status()
  }

  /** A status came. */
  status(): void {
    if (this.waiting) return
    this.waiting = true
    queueMicrotask(() => {
      this.waiting = false
      this.tell()
    })
  }

  private tell(): void {
    const { compiled, status } = this.slot
    if (!this.reader || !compiled || !status) return
    if (!this.ready) {
      this.ready = true
      this.calls.ready(describe(compiled))
    }
    const { cycle, running } = status
    const values = this.reader.all()
    if (!same(values, this.told)) {
      this.told = values
      this.calls.change({ cycle, values })
    }
    if (cycle !== this.cycle || running !== this.running) {
      const first = this.cycle === undefined
      this.cycle = cycle
      this.running = running
      if (!first) this.calls.tick({ cycle, running })
    }
  }
}

function same(a: Record<string, Value>, b: Record<string, Value> | undefined): boolean {
  if (!b) return false
  for (const name in a) if (a[name] !== b[name]) return false
  return true
}
