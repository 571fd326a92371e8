import {
  type CompileResult,
  DEFAULT_LIMITS,
  type Diagnostic,
  type Fetching,
  isEditOf,
  type Lock,
  type Progress,
  type SlotLike,
} from '../engine.ts'
import type { SharedRun } from '../share/shared-run.ts'
import { granted } from './grant.ts'
import type { KeptRun } from './kept-run.ts'
import { countInWords, type Failure, hasErrors, problemOfFailure, problemsOf } from './problems.ts'
import type { AppState, Notice } from './state.ts'
import type { Store } from './store.ts'
import { Strangers } from './strangers.ts'

/**
 * How long the text rests before its errors are told, in milliseconds: half a word is always wrong. A text whose
 * compile takes long, or whose circuit runs, is not compiled before.
 */
export const compileDebounce = 300
/** A text that compiles fast is compiled after this rest, in milliseconds, so that its picture follows each key. */
export const shortestDebounce = 25
/** Between two keys there is time for a compile of so many milliseconds. */
const betweenKeys = 40
/** The rest before a compile is so many times what the last one took beyond that: most compiles then come to an end. */
const debounceFactor = 2
/** A compile that takes longer than this many milliseconds is worth a word. */
export const slowCompile = 300
/** A circuit that was running goes on after a change of its text that was compiled within so many milliseconds. */
export const goesOnWithin = 2000

/** Bringing a run back is told after so many milliseconds, and given up after so many. */
const tellsReturnAfter = 500
const longestReturn = 20_000
/** Cycles of one request at most. */
const maxTicks = DEFAULT_LIMITS.ticksPerRequest

/**
 * Carries the text into the sandbox: the newest text wins, an older compile is given up, and the last good circuit
 * stays while the text is broken.
 */
export class Session {
  private readonly store: Store<AppState>
  private slot: SlotLike | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: AbortController | undefined
  private notices = 0
  /** The next text to compile is the one that was open, changed. */
  private changed = false
  /** The speed of the circuit that ran when the text was changed; a compile that was given up may have stopped it. */
  private ran: number | undefined
  /** The example whose timeout was forgiven once. */
  private excused: string | undefined
  /** Values that were set at the picture before its circuit could run. */
  private early: Record<string, number | bigint> = {}
  /** Values that the next circuit gets where it has something of that name that takes them. */
  private offered: Readonly<Record<string, number | string>> = {}
  /** How a text ran before the page was loaded; asked for the first circuit only. */
  private before: ((text: string) => KeptRun | undefined) | undefined
  /** The run of the link that was opened, until its circuit is there. */
  private shared: SharedRun | undefined
  private returning: AbortController | undefined
  /** The text of the circuit that runs. */
  private good = ''
  /** When the text was changed last, on the clock of `performance`. */
  private editedAt = Number.NEGATIVE_INFINITY
  /** How long the last compile took, also one that was given up, in milliseconds. */
  private took: number | undefined

  constructor(
    store: Store<AppState>,
    before?: (text: string) => KeptRun | undefined,
    private readonly strangers = new Strangers(),
  ) {
    this.store = store
    this.before = before
  }

  /** Connects the slot in which circuits run, and compiles the text there. */
  attach(slot: SlotLike): void {
    this.slot = slot
    this.compileNow()
  }

  /** The user changed the text: it is compiled once it rests, and its errors are told a little later. */
  edit(text: string): void {
    this.store.update({ text, origin: 'draft', example: undefined })
    this.strangers.edited(text, this.store.state.strict)
    this.changed = true
    this.shared = undefined // it is the run of another text
    this.cancel()
    this.editedAt = performance.now()
    this.timer = setTimeout(() => this.compileNow(), this.debounce)
  }

  /** A circuit that runs is not started anew by every key, and an empty text is not told of while another one comes. */
  private get debounce(): number {
    const runs = this.slot?.status?.running || this.ran !== undefined
    if (this.took === undefined || runs || this.store.state.text.trim() === '') return compileDebounce
    return Math.min(compileDebounce, Math.max(shortestDebounce, debounceFactor * (this.took - betweenKeys)))
  }

  /** The text was changed, and does not rest yet. */
  get awaiting(): boolean {
    return this.timer !== undefined
  }

  /**
   * Another text was opened: it is compiled at once. A circuit that begins a new run gets the offered values, each
   * where it fits.
   */
  open(
    text: string,
    from: Pick<AppState, 'origin' | 'example'>,
    lock?: Lock,
    run?: SharedRun,
    offered: Readonly<Record<string, number | string>> = {},
  ): void {
    const foreign = this.store.state.compiled !== undefined && text !== this.good
    const strict = this.strangers.wrote(text, from.origin)
    this.store.update({
      text,
      ...from,
      strict,
      lock,
      failure: undefined,
      picture: undefined,
      faulty: undefined,
      foreign,
    })
    this.changed = false
    this.ran = undefined
    this.early = {}
    this.offered = offered
    this.shared = run
    this.compileNow()
  }

  /** Keeps what is set at the picture of a circuit until that runs. */
  setEarly(values: Record<string, number | bigint>): void {
    Object.assign(this.early, values)
  }

  compileNow(): void {
    this.cancel()
    const { text, compiled, broken } = this.store.state
    if (text.trim() === '') {
      this.store.update({
        compiling: 'no',
        compiled: undefined,
        picture: undefined,
        faulty: undefined,
        foreign: false,
        broken: false,
        diagnostics: [],
        problems: [],
        failure: undefined,
      })
      if (compiled || broken) this.speak('The text is empty. Examples to start from are where the circuit was.')
      return
    }
    if (this.slot) void this.compile(this.slot, text)
  }

  private async compile(slot: SlotLike, text: string): Promise<void> {
    const running = new AbortController()
    this.running = running
    this.store.update({ compiling: 'yes', progress: undefined })
    const slow = setTimeout(() => this.store.update({ compiling: 'slow' }), slowCompile)
    const began = performance.now()
    let answered = false
    const took = () => {
      if (answered) return
      answered = true
      clearTimeout(slow)
      this.took = performance.now() - began
    }
    if (this.changed && slot.status?.running) this.ran = slot.status.cyclesPerSecond
    try {
      const { lock } = this.store.state
      const result = await slot.compile(text, {
        file: 'circuit.ts',
        harness: true,
        grant: granted,
        ...(lock && { lock }),
        ...(this.store.state.strict && { strict: true }),
        keep: this.changed,
        signal: running.signal,
      })
      if (running.signal.aborted) return
      took()
      if (!result.circuit || hasErrors(result.diagnostics)) await this.rest(running.signal)
      if (running.signal.aborted) return
      this.finish(slot, result)
      const ran = this.ran
      this.ran = undefined
      // Who had to wait may have stopped it meanwhile.
      if (ran !== undefined && performance.now() - began < goesOnWithin) this.goOn(slot, result, ran)
    } catch (error) {
      if (running.signal.aborted) return
      took()
      await this.rest(running.signal)
      if (running.signal.aborted) return
      this.ran = undefined
      this.fail(slot, error)
    } finally {
      took()
      if (this.running === running) {
        this.running = undefined
        this.store.update({ compiling: 'no', fetching: [] })
      }
    }
  }

  /** Waits until the text has rested long enough for its errors to be told, or is changed again. */
  private rest(signal: AbortSignal): Promise<void> {
    const left = this.editedAt + compileDebounce - performance.now()
    if (left <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      setTimeout(resolve, left)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  /**
   * A circuit that was running when its text was changed runs again, from the start; one that behaves as before has not
   * stopped.
   */
  private goOn(slot: SlotLike, result: CompileResult, speed: number): void {
    if (!result.design?.sequential || this.store.state.broken || (result.kept && slot.status?.running)) return
    this.speak(`${result.main ?? 'The circuit'} runs again from the start.`)
    slot.run(speed).catch((error: unknown) => this.stopped(error))
  }

  /** The user lets the text run at full speed. Its circuit goes on where it is. */
  fullSpeed(): void {
    this.strangers.trust(this.store.state.text)
    this.store.update({ strict: false })
    this.changed = true
    this.compileNow()
  }

  /** A compile that takes long has come further. */
  progressed(progress: Progress): void {
    this.store.update({ progress })
  }

  private finish(slot: SlotLike, result: CompileResult): void {
    const problems = problemsOf(result.diagnostics)
    if (problems[0]?.again && this.excuse()) return
    const before = this.store.state
    if (result.circuit === undefined || hasErrors(problems)) {
      this.store.update({ diagnostics: result.diagnostics, problems })
      this.broken(slot, result)
      const first = problems[0]
      if (first && (!before.broken || first.message !== before.problems[0]?.message))
        this.speak(`${countInWords(problems)}. ${first.message}`, 'bad')
      return
    }
    this.good = before.text
    const shared = this.shared
    const run = result.kept ? undefined : (shared ?? this.before?.(before.text))
    this.before = this.shared = undefined
    if (run) {
      void this.return(slot, run).then((whole) => {
        this.setKept(slot, result)
        if (whole && shared) void this.verify(slot, shared)
      })
    } else {
      // One at a time: the engine refuses those that the circuit has not.
      for (const [name, value] of Object.entries(this.offered)) {
        if (fits(result, name, value)) slot.set({ [name]: value }).catch(() => undefined)
      }
      this.setKept(slot, result)
    }
    this.offered = {}
    this.store.update({
      compiled: result,
      faulty: undefined,
      foreign: false,
      diagnostics: result.diagnostics,
      problems,
      broken: false,
      failure: undefined,
      status: slot.status,
      lock: result.lock,
    })
    const name = result.main ?? result.circuit.name
    const found = countInWords(problems)
    const news = before.compiled?.main !== result.main || found !== countInWords(before.problems)
    if (before.broken || before.compiled === undefined || news) {
      this.speak(`${name} is ready. ${found}.`)
    }
  }

  /** Brings a run back: sets what was set, at the same cycles, and goes on if it was running. */
  private async return(slot: SlotLike, run: KeptRun): Promise<boolean> {
    const giveUp = new AbortController()
    this.returning = giveUp
    const { signal } = giveUp
    const began = performance.now()
    let at = 0
    let chunk = 1000
    const go = async (cycle: number): Promise<boolean> => {
      while (at < cycle) {
        if (performance.now() - began > longestReturn) return false
        const n = Math.min(chunk, cycle - at, maxTicks)
        const start = performance.now()
        await slot.tick(n, { signal })
        at += n
        const took = performance.now() - start
        if (n === chunk) chunk = Math.max(1, Math.min(maxTicks, Math.floor((chunk * 200) / Math.max(took, 20))))
        if (performance.now() - began > tellsReturnAfter) this.store.update({ returning: { cycle: at, of: run.last } })
      }
      return true
    }
    try {
      if (!run.given) {
        if (Object.keys(run.inputs).length > 0) await slot.set({ ...run.inputs }, { signal })
        if (run.last > 0)
          this.say(
            'So much was set in this run that it could not be kept: it begins at cycle 0, with its inputs as they were.',
          )
        return false
      }
      let whole = true
      for (const { at: cycle, values, deposits } of run.given) {
        whole = whole && (await go(cycle))
        if (whole && Object.keys(values).length > 0) await slot.set({ ...values }, { signal })
        if (whole && deposits) await slot.deposit([...deposits], { signal })
      }
      whole = whole && (await go(run.last))
      if (!whole)
        this.say(
          `Only cycle ${at.toLocaleString('en')} of ${run.last.toLocaleString('en')} was reached in ${longestReturn / 1000} s; the run goes on from there.`,
        )
      else if (run.shown < run.last) await slot.seek(run.shown, { signal })
      if (run.running) await slot.run(run.speed, { signal })
      return whole
    } catch (error) {
      if (failureOf(error).code !== 'ABORTED')
        this.say(`The run could not be brought back: ${failureOf(error).message}`, 'bad')
      return false
    } finally {
      if (this.returning === giveUp) {
        this.returning = undefined
        this.store.update({ returning: undefined })
      }
    }
  }

  /** Tells whether the run of a link came to the very state in which it was shared. */
  private async verify(slot: SlotLike, { shown, digest }: SharedRun): Promise<void> {
    if (digest === undefined) return
    const cycle = `cycle ${shown.toLocaleString('en')}`
    const here = await slot.digest(shown).catch(() => undefined)
    if (here === undefined) return // a later text took its place
    if (here === digest) this.say(`The run was repeated up to ${cycle}. Verified: it is as it was shared, bit for bit.`)
    else if (here.split('.')[0] !== digest.split('.')[0])
      this.say(
        `The run was repeated up to ${cycle}. The link is of another version of Simten, so its state cannot be compared.`,
      )
    else
      this.say(
        `The run was repeated up to ${cycle}, and its state differs from the one that was shared: another version of Simten made the link, or it was changed.`,
        'bad',
      )
  }

  /** Leaves a run where it is that was to be brought back. */
  endReturn(): void {
    this.returning?.abort()
  }

  /** Sets what was set at the picture, as far as the circuit has it. */
  private setKept(slot: SlotLike, { circuit }: CompileResult): void {
    const names = new Set([
      ...(circuit?.nodes ?? []).map((node) => node.id),
      ...(circuit?.inputs ?? []).map((p) => p.name),
    ])
    const early = Object.entries(this.early).filter(([name]) => names.has(name))
    this.early = {}
    if (early.length > 0) slot.set(Object.fromEntries(early)).catch((error: unknown) => this.stopped(error))
  }

  /**
   * The newest text gave no circuit that runs. The one before stays in sight only as long as the text is an edit of its
   * text.
   */
  private broken(slot: SlotLike, result?: CompileResult): void {
    const { text, compiled, foreign: other } = this.store.state
    const foreign = other || (compiled !== undefined && !isEditOf(text, this.good, compiled.main))
    const faulty = result?.circuit && !result.design ? result : undefined
    this.store.update({ broken: true, faulty, foreign, ...(foreign && { picture: undefined }) })
    if ((foreign || faulty) && slot.status?.running) slot.pause().catch(() => undefined) // nobody sees it run
  }

  private fail(slot: SlotLike, error: unknown): void {
    const said = failureOf(error)
    if (said.code === 'UNAVAILABLE') {
      // Nothing is wrong with the text; it is compiled when the sandbox is back.
      this.store.update({
        health: { state: 'unavailable', detail: [said.message, said.advice].filter(Boolean).join(' ') },
      })
      return
    }
    if (said.code === 'TIMEOUT' && this.excuse()) return
    const failure = problemOfFailure(said, false)
    this.store.update({ diagnostics: [], problems: [failure] })
    this.broken(slot)
    this.speak(failure.message, 'bad')
  }

  /**
   * Tries an example once more: it has no endless loop, so a slow or busy machine needs an engine that is warmed up.
   */
  private excuse(): boolean {
    const { example, text } = this.store.state
    if (example === undefined || this.excused === text) return false
    this.excused = text
    this.compileNow()
    return true
  }

  /** A run or a request failed while the circuit was there. */
  stopped(error: unknown): void {
    const failure = failureOf(error)
    if (failure.code === 'ABORTED') return
    const problem = problemOfFailure(failure, true)
    this.store.update({ failure: problem })
    this.speak(problem.message, 'bad')
  }

  /** Warnings that only a run can show. */
  warned(warnings: readonly Diagnostic[]): void {
    const { diagnostics } = this.store.state
    const all = [...diagnostics, ...warnings]
    this.store.update({ diagnostics: all, problems: problemsOf(all) })
  }

  /** A compile waits for packages. */
  waitsFor({ packages }: Fetching): void {
    const before = this.store.state.fetching
    this.store.update({ fetching: packages })
    if (before.length === 0 && packages.length > 0) this.speak(`Fetching ${packages.join(', ')}.`)
  }

  /** Takes packages as they are now, whatever the text was made with. */
  forgetLock(): void {
    this.store.update({ lock: undefined })
    this.compileNow()
  }

  clearFailure(): void {
    this.store.update({ failure: undefined })
  }

  /** Tells something that nothing else on the page shows. */
  say(text: string, tone: Notice['tone'] = 'info'): void {
    this.speak(text, tone)
    this.store.update({ toast: this.store.state.notice })
  }

  /** Tells something that the page shows in its place, for who does not see it. */
  tell(text: string): void {
    this.speak(text)
  }

  /** Takes a toast away, unless another one has come since. */
  endToast(id: number): void {
    if (this.store.state.toast?.id === id) this.store.update({ toast: undefined })
  }

  /** Tells screen readers what the page shows. */
  private speak(text: string, tone: Notice['tone'] = 'info'): void {
    this.notices++
    this.store.update({ notice: { id: this.notices, text, tone } })
  }

  private cancel(): void {
    this.endReturn()
    clearTimeout(this.timer)
    this.timer = undefined
    this.running?.abort()
    this.running = undefined
  }
}

/** Whether an input takes a value as it is. Of a value that is too wide the engine would take the lower bits. */
function fits({ library, main }: CompileResult, name: string, value: number | string): boolean {
  const port = library?.[main ?? '']?.inputs.find((p) => p.name === name)
  if (!port) return true
  const { width = 1 } = port.portType
  try {
    return BigInt.asUintN(width, BigInt(value)) === BigInt(value)
  } catch {
    return true // a text that the engine reads
  }
}

/** Whatever was thrown, with a code and a message. */
function failureOf(error: unknown): Failure {
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    return error as Failure
  }
  return { code: 'RUNTIME', message: error instanceof Error ? error.message : String(error) }
}
