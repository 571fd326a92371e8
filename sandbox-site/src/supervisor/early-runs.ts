import { numberOf } from '@simten/client/precompiled'
import type { Precompiled, ProtocolEvent, Reply, Request } from '@simten/client/protocol.gen'
import { buffersOf } from '../worker-messages.ts'
import type { Environment } from './environment.ts'
import type { Pending } from './pending.ts'
import { Runner } from './runner.ts'
import type { SlotRecord } from './slot-record.ts'

/** Cycles of a tick that are run early at most: the engine has to repeat them. */
const MAX_TICKS = 100_000

/** The supervisor as early runs use it. */
export interface EarlyHost {
  /** Whether a request is still without an answer, and with nobody else. */
  waits(request: Request): boolean
  /** Takes the reply to a request. */
  answered(request: Request, reply: Reply): void
  /** A slot runs early now, and the engine has to take it over. */
  adopted(slot: string): void
}

/** A slot that runs without the engine. */
interface EarlyRun {
  runner: Runner
  circuit: Precompiled
  /** Takes no further requests: one came that only the engine can answer, or the engine is about to take over. */
  closed: boolean
  /** Its state belongs to the slot. */
  adopted: boolean
  /** It has come to its end. */
  frozen: boolean
  /** Ends the wait for its last answer. */
  resolve?: () => void
}

/**
 * Runs precompiled circuits while the engine is loading, each in a worker of its own. The record of the slot is kept as
 * if the engine had answered, so that it takes the slot over as it does after a lost worker: it compiles the source,
 * gives it what was set, and runs it to the cycle that is shown.
 */
export class EarlyRuns {
  private readonly runs = new Map<string, EarlyRun>()

  constructor(
    private readonly environment: Environment,
    private readonly slots: Map<string, SlotRecord>,
    private readonly host: EarlyHost,
  ) {}

  /** Takes a request that would wait for the engine, if the slot's circuit is precompiled. */
  offer(entry: Pending): void {
    const { request } = entry
    if (request.type === 'compile') {
      this.close(request.slot)
      if (this.slots.has(request.slot)) this.environment.engineTurn.begin()
      else void this.begin(request)
      return
    }
    const run = this.runs.get(request.slot)
    if (!run || run.closed || !run.adopted || isQuestion(request)) return
    if (!serves(run.circuit, request)) {
      run.closed = true
      return
    }
    this.call(run, request)
  }

  /** Whether a slot runs early, or has run so until now. */
  has(slot: string): boolean {
    return this.runs.get(slot)?.adopted === true
  }

  /** Ends the run of a slot at the cycle that its record has then. */
  async freeze(slot: string): Promise<void> {
    const run = this.runs.get(slot)
    const record = this.slots.get(slot)
    if (!run || !record || run.frozen) return
    run.closed = run.frozen = true
    if (!run.runner.gaveUp) {
      // Requests under way are answered before.
      await new Promise<void>((resolve) => {
        const { running } = record
        run.resolve = resolve
        run.runner.call({ id: 0, slot, type: 'pause' }, undefined, {
          reply: ({ status }) => {
            if (status) record.follow({ ...status, running })
            resolve()
          },
        })
      })
    }
    run.runner.terminate()
  }

  /** Forgets a slot that the engine has taken over, or that is gone. */
  forget(slot: string): void {
    this.runs.get(slot)?.runner.terminate()
    this.runs.delete(slot)
  }

  /** Ends everything. */
  stop(): void {
    for (const slot of [...this.runs.keys()]) this.forget(slot)
  }

  private close(slot: string): void {
    const run = this.runs.get(slot)
    if (run) run.closed = true
  }

  private async begin(request: Request): Promise<void> {
    const { compile, slot } = request
    const { environment } = this
    const { engineTurn } = environment
    const circuit = compile && (await environment.precompiled(compile, () => engineTurn.wait()))
    if (!circuit || !this.host.waits(request)) {
      engineTurn.begin()
      return
    }
    const runner = new Runner(
      { ...environment, spawn: (listener) => environment.spawnPrecompiled(listener, circuit) },
      {
        ready: () => {},
        event: (from, event) => this.event(from, event),
        checkpoint: () => {},
        idle: () => {},
        violation: () => {},
        broken: (from) => this.broken(from),
      },
    )
    const run: EarlyRun = { runner, circuit, closed: false, adopted: false, frozen: false }
    this.forget(slot)
    this.runs.set(slot, run)
    runner.call(request, undefined, {
      reply: (reply) => {
        if (this.runs.get(slot) !== run || !this.host.waits(request)) {
          this.forget(slot)
          return
        }
        engineTurn.begin()
        run.adopted = true
        this.host.adopted(slot)
        this.host.answered(request, reply)
      },
    })
  }

  private call(run: EarlyRun, request: Request): void {
    run.runner.call(request, undefined, {
      reply: (reply) => {
        if (this.host.waits(request)) this.host.answered(request, reply)
      },
    })
  }

  private event(runner: Runner, event: ProtocolEvent): void {
    const { slot, status, frame } = event
    const run = slot === undefined ? undefined : this.runs.get(slot)
    if (slot === undefined || run?.runner !== runner || !run.adopted) return
    const record = this.slots.get(slot)
    // The engine goes on where the slot was closed.
    if (status) record?.follow(status)
    this.environment.send(event, frame ? buffersOf(frame) : [])
  }

  /** Only the engine can go on. The slot stays as it was told last. */
  private broken(runner: Runner): void {
    for (const [slot, run] of this.runs) {
      if (run.runner !== runner) continue
      runner.gaveUp = true
      run.closed = true
      run.resolve?.()
      if (!run.adopted) this.forget(slot)
      this.environment.engineTurn.begin()
    }
  }
}

/** Whether a request asks for something and changes nothing: it waits, and the slot goes on. */
const isQuestion = ({ type }: Request): boolean => type === 'ask' || type === 'inspect' || type === 'abort'

/** Whether a run without the engine can answer a request. */
function serves(circuit: Precompiled, request: Request): boolean {
  switch (request.type) {
    case 'set': {
      const { values = {}, deposits = [] } = request.set ?? {}
      const known = ([name, value]: [string, number | string]) =>
        Object.hasOwn(circuit.controls, name) && numberOf(value) !== undefined
      return deposits.length === 0 && Object.entries(values).every(known)
    }
    case 'tick':
      return (request.tick?.count ?? 0) <= MAX_TICKS
    case 'run':
      return request.run?.until === undefined
    case 'pause':
    case 'reset':
      return true
    default:
      return false
  }
}
