import type { ProtocolError, Reply, Request } from '@simten/client/protocol.gen'
import type { CodePlace, ModuleFile } from '../worker-messages.ts'
import type { Environment } from './environment.ts'
import { MAX_ROUNDS } from './packages.ts'
import { rebuild } from './recovery.ts'
import { Runner } from './runner.ts'
import type { SlotRecord } from './slot-record.ts'

/** Milliseconds of silence after which traced work counts as hanging again: it tells of every statement. */
const SILENCE = 2_000
/** Milliseconds that what may have made a worker die must live alone, beyond twice the time after which it died. */
const CRASH_PATIENCE = 1_000

/** The request over which a worker was lost. */
export interface Case {
  slot: string
  /** The slot as it was, undefined when it held no circuit. */
  record: SlotRecord | undefined
  /** The guilty request; a run is asked for again as a tick. */
  request: Request
  /** The cycle that was last announced before the worker was lost. */
  cycle: number
  /** Steps that the call of user code under way had done when it was last heard of. */
  steps: number
  /** Milliseconds after which the worker died while it did this; undefined when it hung, or the engine gave up. */
  crashedAfter: number | undefined
}

/** The result of doing it again. */
export type Finding =
  /** It hung or failed again, at the place, in the step that began at the cycle. */
  | { kind: 'found'; place: CodePlace; cycle: number }
  /** The traced engine, which looks at the clock at each step, stopped it by itself: its answer is the right one. */
  | { kind: 'told'; reply: Reply }
  /** It came to an end: it was slow, or the machine was. */
  | { kind: 'innocent' }
  /** It could not be found out. */
  | { kind: 'unknown' }

/**
 * Does once more what a worker was lost over, in a worker that holds nothing else. When it hung, that one is traced, to
 * find out where: the fuel checks have not seen it, so the first worker could not tell. When the worker died, the
 * second one is like the first, and tells whether this was the cause at all. Its time is bounded.
 */
export class HangLocator {
  private readonly runner: Runner
  private readonly since: number
  /** When the guilty work began, undefined before. */
  private began: number | undefined
  private over = false

  constructor(
    private readonly environment: Environment,
    private readonly subject: Case,
    private readonly fetch: (needs: string[]) => Promise<ModuleFile[]>,
    private readonly done: (finding: Finding) => void,
  ) {
    this.since = environment.now()
    this.runner = new Runner(
      environment,
      {
        ready: () => void this.repeat().catch(() => this.end({ kind: 'unknown' })),
        event: () => {},
        checkpoint: () => {},
        idle: () => {},
        violation: () => {},
        broken: () => this.judge(),
      },
      subject.crashedAfter === undefined,
    )
  }

  /** To be called now and then; asleep says that this page did not get to run for a while. */
  look(asleep: boolean): void {
    if (asleep) {
      this.runner.excuse()
      return
    }
    const { runMilliseconds, readyMilliseconds } = this.environment.limits
    const silence = this.runner.silence()
    const now = this.environment.now()
    const { crashedAfter } = this.subject
    if (
      this.began !== undefined &&
      crashedAfter !== undefined &&
      now - this.began > CRASH_PATIENCE + 2 * crashedAfter
    ) {
      // It has outlived by far the moment at which the other worker died.
      this.end({ kind: 'innocent' })
      return
    }
    const patience = this.runner.started ? 2 * runMilliseconds : readyMilliseconds
    const traced = crashedAfter === undefined
    if (traced && this.began !== undefined && silence > SILENCE) this.judge()
    else if (now - (this.began ?? this.since) > 2 * patience || silence > patience) this.end({ kind: 'unknown' })
  }

  /** Gives up without a word. */
  stop(): void {
    this.over = true
    this.runner.terminate()
  }

  private async repeat(): Promise<void> {
    const { runner, subject } = this
    const { record, request } = subject
    const { ticksPerRequest } = this.environment.limits
    let again: Request = request
    if (record && request.type !== 'compile') {
      await rebuild(runner, record, ticksPerRequest, this.fetch)
      const ahead = Math.max(0, subject.cycle - record.cycle)
      const count = request.tick ? request.tick.count - ahead : ticksPerRequest
      if (request.tick && ahead > 0) await this.ask({ ...request, tick: { count: ahead } })
      if (request.type === 'tick' || request.type === 'run') again = { ...request, type: 'tick', tick: { count } }
      delete again.run
    }
    if (this.over) return
    if (subject.crashedAfter === undefined) runner.trace(subject.steps)
    this.began = this.environment.now()
    let reply = await this.ask(again)
    for (let round = 0; reply.compile?.needs && round < MAX_ROUNDS; round++) {
      runner.provide(await this.fetch(reply.compile.needs))
      reply = await this.ask(again)
    }
    const problems = reply.compile?.diagnostics.some((d) => d.severity === 'error')
    this.end(reply.error || problems ? { kind: 'told', reply } : { kind: 'innocent' })
  }

  private ask(request: Request): Promise<Reply> {
    return new Promise((resolve) => this.runner.call(request, undefined, { reply: resolve }))
  }

  /** The worker is silent, or at its end. */
  private judge(): void {
    const { place, entered } = this.runner
    if (this.began === undefined || !place || place.line === 0) this.end({ kind: 'unknown' })
    else this.end({ kind: 'found', place, cycle: entered?.cycle ?? this.subject.cycle })
  }

  private end(finding: Finding): void {
    if (this.over) return
    this.stop()
    this.done(finding)
  }
}

/** An error with the place of what caused it. */
export function located(error: ProtocolError, place: CodePlace): ProtocolError {
  const { circuit, node, lambda, builtin, line, column } = place
  let message = lambda ? `${lambda} of ${circuit}: ${error.message}` : error.message
  if (builtin) message += ` It was inside the built-in function ${builtin}.`
  const advice =
    error.code === 'TIMEOUT' ? 'Use smaller arrays, strings or numbers: one step of the program took all the time.' : ''
  return {
    ...error,
    message,
    line,
    column,
    ...(circuit && { circuit }),
    ...(node && { node }),
    ...(advice && { advice }),
  }
}
