import type { CompileRequest, Condition, HistoryRange, Reply, Request, Status } from '@simten/client/protocol.gen'
import type { Kept, NumberedState } from '../worker-messages.ts'
import type { Checkpoint } from './runner.ts'

/** A request that changed a slot's state, and the cycle that was shown when it did. */
export interface LogEntry {
  at: number
  request: Request
}

/**
 * Times that a run may be acquitted before the slot is no longer believed, and the milliseconds that make it forget.
 */
const MAX_ACQUITTALS = 10
const ACQUITTAL_SPAN = 60_000

/** Requests with which a history begins anew. The worker tells a checkpoint before it answers a replay. */
const ANEW: ReadonlySet<Request['type']> = new Set(['reset', 'restore', 'replay'])

/** Whether a request goes through the past of a slot. */
export const travels = (request: Pick<Request, 'type'>): boolean =>
  request.type === 'seek' || request.type === 'move' || request.type === 'undo'

/**
 * The state of a slot that must not be lost. The engine is deterministic: the source, a checkpoint, the requests since
 * and the cycle give the exact state again. A checkpoint holds the past, too; its parts are opaque here.
 */
export class SlotRecord {
  checkpoint: { cycle: number; root: Uint8Array; present: number } | undefined
  log: LogEntry[] = []
  cycle = 0
  running = false
  speed = 0
  /** The condition at which the run pauses. */
  until: Condition | undefined
  /** The last cycle at which a worker was lost over its run, which then came to an end at the second attempt. */
  private acquitted = -1
  private acquittals = 0
  private acquittedAt = Number.NEGATIVE_INFINITY
  history: HistoryRange | undefined
  /** States that the checkpoint refers to, by number. */
  private states = new Map<number, NumberedState>()
  /** States that were told since, while the slot was brought back: they belong to the next checkpoint. */
  private fresh = new Map<number, NumberedState>()
  private forgotten: number[] = []

  constructor(
    readonly name: string,
    public compile: CompileRequest,
    /** Name of the circuit that runs, for messages. */
    public circuit: string,
  ) {}

  /** The simulation goes on with another source of the same circuit: all that is kept is that of the circuit. */
  goesOnWith(compile: CompileRequest, circuit: string): void {
    this.compile = compile
    this.circuit = circuit
  }

  /** The slot as it is now, for a second worker to bring back; it does not run there. */
  copy(): SlotRecord {
    const copy = new SlotRecord(this.name, this.compile, this.circuit)
    copy.checkpoint = this.checkpoint
    copy.log = [...this.log]
    copy.cycle = this.cycle
    copy.speed = this.speed
    copy.until = this.until
    copy.history = this.history
    copy.states = new Map(this.states)
    return copy
  }

  /**
   * Whether its run may be tried once more after a worker was lost over it. The engine is deterministic: a run that got
   * beyond the cycle of the last loss was not the cause of that one.
   */
  mayBeTried(cycle: number, now: number): boolean {
    if (now - this.acquittedAt > ACQUITTAL_SPAN) this.acquittals = 0
    return cycle > this.acquitted && this.acquittals < MAX_ACQUITTALS
  }

  /** It came to an end at the second attempt. */
  acquit(cycle: number, now: number): void {
    this.acquitted = cycle
    this.acquittals++
    this.acquittedAt = now
  }

  follow(status: Status): void {
    this.cycle = status.cycle
    this.running = status.running
    this.speed = status.cyclesPerSecond
    this.history = status.history
  }

  /** Notes a request that the worker answered, so that it is not lost with the worker. */
  note(request: Request, reply: Reply): void {
    if (reply.error?.code !== 'INVALID_REQUEST') this.logged(request, reply)
    if (ANEW.has(request.type) || travels(request)) this.acquitted = -1
    if (request.type === 'run' && !reply.error) this.until = request.run?.until
    if (reply.status) this.follow(reply.status)
  }

  /** A refused request changed nothing; one that failed while it settled did, and does so again. */
  private logged(request: Request, reply: Reply): void {
    const at = reply.at ?? 0
    if (request.type === 'set' || request.type === 'reset' || request.type === 'restore') this.log.push({ at, request })
    else if (request.type === 'undo' && !reply.error) this.log.push({ at, request })
    else if (travels(request) && reply.status) {
      const { id, slot } = request
      const last = this.log.at(-1)
      // Of several visits in a row only the last counts.
      const joins = last?.request.seek?.cycle === at
      if (joins) this.log.pop()
      this.log.push({
        at: joins ? last.at : at,
        request: { id, slot, type: 'seek', seek: { cycle: reply.status.cycle } },
      })
    }
  }

  /** Takes a checkpoint over. While the slot is brought back, only its states: the log still starts at the last one. */
  keep(checkpoint: Checkpoint, whole: boolean): void {
    for (const state of checkpoint.states) this.fresh.set(state[0], state)
    this.forgotten.push(...checkpoint.forgotten)
    if (!whole) return
    for (const [id, state] of this.fresh) this.states.set(id, state)
    for (const id of this.forgotten) this.states.delete(id)
    this.discard()
    const { cycle, root, present } = checkpoint
    this.checkpoint = { cycle, root, present }
    this.log = []
    this.cycle = cycle
  }

  /** Forgets what a worker told while it brought the slot back and did not finish. */
  discard(): void {
    this.fresh.clear()
    this.forgotten = []
  }

  /** The state that a worker needs to show the slot again. */
  get kept(): Kept | undefined {
    const { checkpoint } = this
    if (!checkpoint || !this.states.has(checkpoint.present)) return undefined
    const { root, present } = checkpoint
    return { root, present, states: [...this.present()] }
  }

  /** Further states, for quick visits to the past. */
  get past(): NumberedState[] {
    const present = this.present()
    return [...this.states.values()].filter((state) => !present.has(state))
  }

  /** The state that is shown with all it needs. */
  private present(): Set<NumberedState> {
    const found = new Set<NumberedState>()
    const add = (id: number): void => {
      const state = this.states.get(id)
      if (!state || found.has(state)) return
      found.add(state)
      state[2].forEach(add)
    }
    if (this.checkpoint) add(this.checkpoint.present)
    return found
  }

  /** The slot's state for the app while no worker holds it. */
  status(): Status {
    const { cycle, running, speed, history } = this
    return { cycle, running, cyclesPerSecond: speed, achieved: 0, ...(history && { history }) }
  }
}
