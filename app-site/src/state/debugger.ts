import type { Condition, Lit, On, Slot, WhyStep } from '../engine.ts'

/** A condition at which every run stops while it is on. */
export interface Breakpoint {
  readonly id: number
  readonly when: string
  readonly on: On
  readonly active: boolean
  /** How often it counted in the run so far; undefined while that is not known. */
  readonly hits: number | undefined
  /** The first cycles of them, in order. */
  readonly cycles: readonly number[]
  /** The run stands where this one counts. */
  readonly here: boolean
  /** The line of the text beside which it was set, and what stands there. */
  readonly line?: { readonly number: number; readonly text: string }
  /** Why it cannot count any more. */
  readonly problem?: string
}

/** The chain of causes that is shown. */
export interface Explanation {
  readonly signal: string
  readonly cycle: number
  /** Undefined while it is asked for. */
  readonly steps: readonly WhyStep[] | undefined
  readonly more: boolean
  readonly problem: string | undefined
}

/** A search under way or done, in words. */
export interface Told {
  readonly text: string
  readonly tone: 'info' | 'bad'
}

export interface DebugState {
  readonly breakpoints: readonly Breakpoint[]
  readonly why: Explanation | undefined
  /** The result of the last search or stop. */
  readonly told: Told | undefined
  /** A question is under way. */
  readonly busy: boolean
}

/** The part of a Slot that is needed. */
export type Debugged = Pick<Slot, 'status' | 'until' | 'run' | 'seek' | 'pause' | 'runTo' | 'find' | 'why'>

/** Hits of one breakpoint that are marked on the line of the past. */
const MAX_HITS = 200

/** Nothing is asked yet. */
export const noQuestions: DebugState = { breakpoints: [], why: undefined, told: undefined, busy: false }

/** The expression that is true in the cycles in which a breakpoint counts. */
export function conditionOf({ when, on }: Pick<Breakpoint, 'when' | 'on'>): string {
  switch (on) {
    case 'fall':
      return `fall(${when})`
    case 'change':
      return `changed(${when})`
    case 'true':
      return `(${when})`
    default:
      return `rise(${when})`
  }
}

/** Names as they may stand in an expression; others are written as signal('…'). */
const plain = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/

/** A signal as people write it: without what stands before the circuit's own names in paths. */
const nameOf = (path: string) => path.replace(/^(__top__|dut)\./, '')

/** The cycles in which any of the breakpoints counted, in order. */
export function hitsOf({ breakpoints }: DebugState): number[] {
  return [...new Set(breakpoints.flatMap((b) => b.cycles))].sort((a, b) => a - b)
}

/** The nodes and wires of the causes of a value in the picture, by paths; undefined when there are none. */
export function litBy(why: Explanation | undefined): Lit | undefined {
  if (!why?.steps || why.steps.length === 0) return undefined
  const nodes = new Set<string>()
  const signals = new Set<string>()
  for (const { node, signal } of why.steps) {
    if (node !== undefined) nodes.add(node)
    // The engine names signals as people do, the picture by their paths.
    for (const path of [signal, `dut.${signal}`, `__top__.${signal}`]) signals.add(path)
  }
  return { nodes: [...nodes], signals: [...signals] }
}

/** A signal in an expression, by its path. */
export function signalOf(path: string): string {
  const shown = nameOf(path)
  return plain.test(shown) ? shown : `signal(${JSON.stringify(shown)})`
}

/**
 * Breakpoints, searches and causes of one slot. Every run stops at the breakpoints, because the slot has them; going
 * back to one is a search through the past.
 */
export class Debugger {
  private current = noQuestions
  private slot: Debugged | undefined
  private next = 1
  private question: AbortController | undefined

  /** Called after every change of the state. */
  constructor(private readonly changed: (state: DebugState) => void) {}

  get state(): DebugState {
    return this.current
  }

  attach(slot: Debugged): void {
    this.slot = slot
    this.arm()
  }

  /** Another circuit runs: causes are those of the one before, breakpoints stay. */
  recompiled(): void {
    this.question?.abort()
    this.update({
      why: undefined,
      told: undefined,
      breakpoints: this.current.breakpoints.map((b) => ({ ...b, hits: undefined, cycles: [], here: false })),
    })
  }

  // ── breakpoints ──────────────────────────────────────────────────────────────────────────────────────────────────

  /** Adds a breakpoint once its expression is known to be right. */
  async add(when: string, on: On, line?: Breakpoint['line']): Promise<boolean> {
    const text = when.trim()
    if (text === '' || !this.slot) return false
    if (this.current.breakpoints.some((b) => b.when === text && b.on === on)) {
      this.tell(`There is a breakpoint at ${text} already.`)
      return true
    }
    // Asked about the present cycle only, so that a wrong name is told at once.
    const cycle = this.slot.status?.cycle ?? 0
    const right = await this.ask(async (slot, signal) => {
      const condition = conditionAt(text, on)
      await slot.find({ condition, from: cycle, to: cycle, limit: 1 }, { signal })
      return true
    })
    if (!right) return false
    const added = {
      id: this.next++,
      when: text,
      on,
      active: true,
      hits: undefined,
      cycles: [],
      here: false,
      ...(line && { line }),
    }
    this.update({ breakpoints: [...this.current.breakpoints, added], told: undefined })
    this.arm()
    return true
  }

  /** The text has changed: the lines of breakpoints mean something else, or cannot be stopped at any more. */
  reread(read: (breakpoint: Breakpoint) => Pick<Breakpoint, 'when' | 'line'> | { problem: string } | undefined): void {
    const breakpoints = this.current.breakpoints.flatMap((b): Breakpoint[] => {
      if (!b.line) return [b]
      const now = read(b)
      if (!now) return []
      const { problem: _, ...rest } = b
      return [{ ...rest, ...now }]
    })
    this.update({ breakpoints })
    this.arm()
  }

  remove(id: number): void {
    this.update({ breakpoints: this.current.breakpoints.filter((b) => b.id !== id) })
    this.arm()
  }

  toggle(id: number): void {
    this.update({
      breakpoints: this.current.breakpoints.map((b) => (b.id === id ? { ...b, active: !b.active, here: false } : b)),
    })
    this.arm()
  }

  /** Every run stops at the breakpoints; one that runs already is told of them. */
  private arm(): void {
    const slot = this.slot
    if (!slot) return
    const until = this.condition()
    if (slot.until?.when === until?.when) return
    slot.until = until
    const { status } = slot
    if (status?.running) void slot.run(status.cyclesPerSecond).catch((error) => this.fail(error))
  }

  private condition(): Condition | undefined {
    const active = this.current.breakpoints.filter((b) => b.active && b.problem === undefined)
    return active.length === 0 ? undefined : { when: active.map(conditionOf).join(' || '), on: 'true' }
  }

  /** The run came to a breakpoint. */
  async stopped(cycle: number): Promise<void> {
    this.tell(`Stopped in cycle ${cycle.toLocaleString('en')}.`)
    await this.count(cycle)
  }

  /** Finds out which breakpoints count in a cycle, and how often each did so far. */
  private async count(cycle: number): Promise<void> {
    const found = await this.ask((slot, signal) =>
      Promise.all(
        this.current.breakpoints
          .filter((b) => b.problem === undefined)
          .map(async ({ id, when, on }) => {
            const condition = conditionAt(when, on)
            const here = await slot.find({ condition, from: cycle, to: cycle, limit: 1 }, { signal })
            const all = await slot.find({ condition, from: 0, to: cycle, limit: MAX_HITS, count: true }, { signal })
            return { id, here: here.cycles.length > 0, hits: all.count, cycles: all.cycles }
          }),
      ),
    )
    if (!found) return
    const known = new Map(found.map((f) => [f.id, f]))
    this.update({ breakpoints: this.current.breakpoints.map((b) => ({ ...b, ...known.get(b.id) })) })
  }

  // ── travelling ───────────────────────────────────────────────────────────────────────────────────────────────────

  /** Goes on to the next breakpoint: through the recorded cycles first, then by running. */
  async proceed(): Promise<void> {
    const until = this.condition()
    const slot = this.slot
    if (!slot || !until) return
    const { cycle = 0, history } = slot.status ?? {}
    if (history && cycle < history.last) {
      const next = await this.first(until, cycle + 1, history.last, false)
      if (next === undefined) return
      if (next !== 'none') {
        await this.go(next)
        return
      }
      await this.attempt(() => slot.seek(history.last))
    }
    this.tell('Running to the next breakpoint…')
    await this.attempt(() => slot.run(0))
  }

  /** Goes back to the breakpoint before. */
  async reverse(): Promise<void> {
    const until = this.condition()
    const { cycle = 0, history } = this.slot?.status ?? {}
    if (!until || !history) return
    if (cycle <= history.first) this.tell('This is the first cycle that is remembered.')
    else await this.goTo(until, history.first, cycle - 1, true)
  }

  /** Goes to the next or the previous cycle in which an expression becomes true. */
  async search(when: string, back: boolean): Promise<void> {
    const { cycle = 0, history } = this.slot?.status ?? {}
    const condition: Condition = { when: when.trim(), on: 'rise' }
    if (condition.when === '' || !history) return
    if (back ? cycle <= history.first : cycle >= history.last) {
      this.tell(back ? 'This is the first cycle that is remembered.' : 'This is the last cycle of the run.')
    } else if (back) await this.goTo(condition, history.first, cycle - 1, true)
    else await this.goTo(condition, cycle + 1, history.last, false)
  }

  private async goTo(condition: Condition, from: number, to: number, back: boolean): Promise<void> {
    const found = await this.first(condition, from, to, back)
    if (found === undefined) return
    if (found === 'none') this.tell(`It does not happen ${back ? 'before' : 'after'} this cycle.`)
    else await this.go(found)
  }

  private async first(
    condition: Condition,
    from: number,
    to: number,
    back: boolean,
  ): Promise<number | 'none' | undefined> {
    const found = await this.ask((slot, signal) => slot.find({ condition, from, to, limit: 1, last: back }, { signal }))
    return found && (found.cycles[0] ?? 'none')
  }

  private async go(cycle: number): Promise<void> {
    await this.attempt(() => this.slot?.seek(cycle))
    this.tell(`Cycle ${cycle.toLocaleString('en')}.`)
    await this.count(cycle)
  }

  /** Shows a cycle, running to one that has not been reached yet. */
  async runTo(cycle: number): Promise<void> {
    await this.attempt(() => this.slot?.runTo(cycle))
  }

  // ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Asks what made the value of a signal in the cycle that is shown, or in another one. */
  async explain(path: string, at?: number): Promise<void> {
    const slot = this.slot
    if (!slot) return
    if (slot.status?.running) await this.attempt(() => slot.pause())
    const cycle = at ?? slot.status?.cycle ?? 0
    const shown = nameOf(path)
    this.update({ why: { signal: shown, cycle, steps: undefined, more: false, problem: undefined } })
    const answer = await this.ask((s, signal) => s.why({ signal: shown, cycle }, { signal }))
    const { why, told } = this.current
    if (why?.signal !== shown || why.cycle !== cycle) return // another question took its place
    this.update({
      why: answer
        ? { ...why, steps: answer.steps, more: answer.more === true }
        : { ...why, steps: [], problem: told?.text ?? 'The question was given up.' },
    })
  }

  /** The causes are seen: they are shown no more. */
  endWhy(): void {
    if (!this.current.why) return
    if (!this.current.why.steps) this.question?.abort()
    this.update({ why: undefined })
  }

  // ── asking ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Asks one question at a time: a new one takes the place of the one under way. Undefined when there is no answer. */
  private async ask<A>(question: (slot: Debugged, signal: AbortSignal) => Promise<A>): Promise<A | undefined> {
    const slot = this.slot
    if (!slot) return undefined
    this.question?.abort()
    const mine = new AbortController()
    this.question = mine
    this.update({ busy: true })
    try {
      const answer = await question(slot, mine.signal)
      return this.question === mine ? answer : undefined
    } catch (error) {
      if (this.question === mine) this.fail(error)
      return undefined
    } finally {
      if (this.question === mine) {
        this.question = undefined
        this.update({ busy: false })
      }
    }
  }

  private async attempt(action: () => Promise<unknown> | undefined): Promise<void> {
    try {
      await action()
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    const { message, advice } = error as { message?: string; advice?: string }
    this.update({ told: { text: [message, advice].filter((t) => t).join(' '), tone: 'bad' } })
  }

  private tell(text: string): void {
    this.update({ told: { text, tone: 'info' } })
  }

  private update(patch: Partial<DebugState>): void {
    this.current = { ...this.current, ...patch }
    this.changed(this.current)
  }
}

function conditionAt(when: string, on: On): Condition {
  return { when: conditionOf({ when, on }), on: 'true' }
}
