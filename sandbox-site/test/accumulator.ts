import type { Deposit, HistoryRange, Value } from '@simten/client/protocol.gen'

/** A course of events: a state, the inputs since, and the last cycle that was reached. */
interface Course {
  base: string
  first: number
  last: number
  inputs: { cycle: number; values: Record<string, Value>; deposits: readonly Deposit[] }[]
  /** The cycle that is shown. */
  at: number
}

/** The result of a replay, whatever was before. */
export const TAPE = {
  first: { x: 7 },
  late: { cycle: 20, values: { y: 3 } },
  last: 120,
} as const

/**
 * A simulation that forgets nothing: its state mixes every input of every cycle, so that a cycle too many, an input too
 * early or a lost request give another state. Its past is kept in the plainest way: any cycle is computed from the
 * first one.
 */
export class Accumulator {
  state = 1
  cycle = 0
  inputs: Record<string, Value> = {}
  private course: Course
  private aside: Course | undefined

  constructor() {
    this.course = this.begun()
  }

  set(values: Record<string, Value>, deposits: readonly Deposit[] = []): void {
    this.branch()
    this.course.inputs.push({ cycle: this.cycle, values, deposits })
    this.give(values, deposits)
  }

  step(n: number): void {
    if (n <= 0) return
    this.branch()
    this.mix(n)
    this.course.last = this.cycle
  }

  reset(): void {
    const at = this.cycle
    this.state = 1
    this.cycle = 0
    this.begin(at)
  }

  /** Begins anew, as a replay does: with the first inputs of the tape. */
  beginTape(): void {
    const at = this.cycle
    this.state = 1
    this.cycle = 0
    this.inputs = {}
    this.begin(at)
    this.set(TAPE.first)
  }

  /** Goes on with the tape to a cycle. */
  playTape(to: number): void {
    const { late } = TAPE
    if (this.cycle < late.cycle) {
      this.step(Math.min(to, late.cycle) - this.cycle)
      if (this.cycle === late.cycle) this.set(late.values)
    }
    this.step(to - this.cycle)
  }

  save(): string {
    return JSON.stringify([this.state, this.cycle, this.inputs])
  }

  load(text: string): void {
    const at = this.cycle
    this.show(text)
    this.begin(at)
  }

  get range(): HistoryRange {
    const { first, last } = this.course
    return { first, last, ...(this.aside && { undo: { cycle: this.aside.at, last: this.aside.last } }) }
  }

  seek(cycle: number): void {
    this.show(this.course.base)
    for (const input of this.course.inputs) {
      if (input.cycle > cycle) break
      this.mix(input.cycle - this.cycle)
      this.give(input.values, input.deposits)
    }
    this.mix(cycle - this.cycle)
  }

  move(by: number): void {
    this.seek(Math.max(this.course.first, Math.min(this.course.last, this.cycle + by)))
  }

  /** False when nothing is set aside. */
  undo(): boolean {
    if (!this.aside) return false
    const back = this.aside
    this.aside = { ...this.course, at: this.cycle }
    this.course = back
    this.seek(back.at)
    return true
  }

  /** Everything, with the past. */
  saveAll(): string {
    return JSON.stringify([this.save(), this.course, this.aside])
  }

  loadAll(text: string): void {
    const [now, course, aside] = JSON.parse(text)
    this.show(now)
    Object.assign(this, { course, aside: aside ?? undefined })
  }

  private begun(): Course {
    return { base: this.save(), first: this.cycle, last: this.cycle, inputs: [], at: this.cycle }
  }

  /** Begins a new course after a jump; at is the cycle that was shown before it. */
  private begin(at: number): void {
    if (this.course.last > this.course.first || this.course.inputs.length > 0) this.aside = { ...this.course, at }
    this.course = this.begun()
  }

  private branch(): void {
    const { course } = this
    if (this.cycle >= course.last) return
    this.aside = { ...course, at: this.cycle }
    const inputs = course.inputs.filter((input) => input.cycle <= this.cycle)
    this.course = { ...course, inputs, last: this.cycle }
  }

  private show(text: string): void {
    const [state, cycle, inputs] = JSON.parse(text)
    Object.assign(this, { state, cycle, inputs })
  }

  /** A deposit changes the state once, an input all of the following cycles. */
  private give(values: Record<string, Value>, deposits: readonly Deposit[]): void {
    for (const [name, value] of Object.entries(values)) this.inputs[name] = value
    for (const { first = 0 } of deposits) this.state = (this.state ^ (first * 0x10001 + 1)) >>> 0
  }

  private mix(n: number): void {
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (const value of Object.values(this.inputs)) sum = (Math.imul(sum, 31) + Number(value)) >>> 0
      this.state = (Math.imul(this.state ^ sum, 0x9e3779b1) + ++this.cycle) >>> 0
    }
  }
}
