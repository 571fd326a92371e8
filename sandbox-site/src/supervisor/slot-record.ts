import type { CompileRequest, Reply, Request, Status } from '../../../embed/src/client/protocol.gen'

/** A request that changed a slot's state, and the cycle at which it did. */
export interface LogEntry {
  at: number
  request: Request
}

/**
 * What must not be lost of a slot. The engine is deterministic: the source, a checkpoint, the requests since and the
 * cycle give the exact state again.
 */
export class SlotRecord {
  checkpoint: { cycle: number; state: Uint8Array } | undefined
  log: LogEntry[] = []
  cycle = 0
  running = false
  speed = 0

  constructor(
    readonly name: string,
    readonly compile: CompileRequest,
    /** Name of the circuit that runs, for messages. */
    readonly circuit: string,
  ) {}

  follow(status: Status): void {
    this.cycle = status.cycle
    this.running = status.running
    this.speed = status.cyclesPerSecond
  }

  /** Notes a request that the worker answered, so that it is not lost with the worker. */
  note(request: Request, reply: Reply): void {
    const changes = request.type === 'set' || request.type === 'reset' || request.type === 'restore'
    // A refused request changed nothing; one that failed while it settled did, and does so again.
    if (changes && reply.error?.code !== 'INVALID_REQUEST') this.log.push({ at: reply.at ?? 0, request })
    if (reply.status) this.follow(reply.status)
  }

  keep(cycle: number, state: Uint8Array): void {
    this.checkpoint = { cycle, state }
    this.log = []
    this.cycle = cycle
  }

  /** The slot's state for the app while no worker holds it. */
  status(): Status {
    return { cycle: this.cycle, running: this.running, cyclesPerSecond: this.speed, achieved: 0 }
  }
}
