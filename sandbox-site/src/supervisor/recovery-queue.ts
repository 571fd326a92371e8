import type { ProtocolError } from '@simten/client/protocol.gen'
import type { Environment } from './environment.ts'
import type { Packages } from './packages.ts'
import { RecoveryError, rebuild } from './recovery.ts'
import { failure } from './request-validator.ts'
import type { Runner } from './runner.ts'
import type { SlotRecord } from './slot-record.ts'

/** Workers that may be lost over bringing one slot back. */
const REVIVE_ATTEMPTS = 3

/** The supervisor as recovery uses it. */
export interface RevivalHost {
  /** Whether a worker is still the one that takes over. */
  isActive(runner: Runner): boolean
  /** Whether a slot stays away for now, because it is being found out where it hung. */
  barred(slot: string): boolean
  /** A slot is there again. */
  back(slot: string): void
  /** Whether a slot was not lost but runs without the engine. */
  early(slot: string): boolean
  /** Ends the run of such a slot; its record has its last cycle then. */
  freeze(slot: string): Promise<void>
  /** The worker has such a slot now. */
  takenOver(slot: string): void
}

/** Brings slots back in a worker that takes over, one after the other. */
export class Revival {
  /** Slots that the active worker does not hold yet, and the one that is being brought back. */
  private readonly absent = new Set<string>()
  private current: string | undefined
  /** Why slots were stopped, until the app hears of it. */
  private readonly errors = new Map<string, ProtocolError>()
  /** How often a worker was lost over bringing a slot back. */
  private readonly tries = new Map<string, number>()

  constructor(
    private readonly environment: Environment,
    private readonly slots: Map<string, SlotRecord>,
    private readonly packages: Packages,
    private readonly host: RevivalHost,
  ) {}

  /** The slot that is being brought back. */
  get reviving(): string | undefined {
    return this.current
  }

  /** Whether a slot still has to be brought back. */
  lacks(slot: string): boolean {
    return this.absent.has(slot)
  }

  /** A worker is lost, and every slot with it. */
  lost(): void {
    for (const name of this.slots.keys()) this.absent.add(name)
  }

  /** A slot that no worker with an engine has held yet has to be brought there. */
  adopt(slot: string): void {
    this.absent.add(slot)
  }

  /** Keeps why a slot was stopped for when it is back. */
  stopped(slot: string, error: ProtocolError): void {
    this.errors.set(slot, error)
  }

  /** A worker was lost over bringing a slot back. */
  failed(slot: string, { code, message }: ProtocolError): void {
    const tries = (this.tries.get(slot) ?? 0) + 1
    this.tries.set(slot, tries)
    if (tries < REVIVE_ATTEMPTS) return
    // Not even its past can be repeated: give the slot up rather than lose every worker to it.
    this.giveUp(slot, failure(code, `${message} The circuit could not be brought back.`))
  }

  /** Brings the slots back that the worker does not hold, except for the barred one. */
  async bringBack(runner: Runner): Promise<void> {
    for (let record = this.next(); record; record = this.next()) {
      const { name, compile } = record
      this.current = name
      try {
        const { ticksPerRequest } = this.environment.limits
        const fetch = (needs: string[]) => this.packages.fetchAgain(name, compile.lock, needs)
        await rebuild(runner, record, ticksPerRequest, fetch, () => this.host.freeze(name))
      } catch (error) {
        if (!this.host.isActive(runner)) return
        const reason = error instanceof RecoveryError ? error.message : String(error)
        this.giveUp(name, failure('RUNTIME', `The circuit could not be brought back: ${reason}`))
        continue
      }
      if (!this.host.isActive(runner)) return
      this.isBack(runner, record)
    }
    this.current = undefined
  }

  /** Guilty slots come last, so that the others need not wait for them. */
  private next(): SlotRecord | undefined {
    const absent = [...this.slots.values()].filter(({ name }) => this.absent.has(name) && !this.host.barred(name))
    return absent.sort((a, b) => Number(this.errors.has(a.name)) - Number(this.errors.has(b.name)))[0]
  }

  private isBack(runner: Runner, record: SlotRecord): void {
    const { name } = record
    this.current = undefined
    const error = this.errors.get(name)
    this.forget(name)
    // Nobody has noticed that another worker has it now, if all went well.
    if (error || !this.host.early(name)) {
      this.environment.send({ event: 'revived', slot: name, status: record.status(), ...(error && { error }) })
    }
    this.host.takenOver(name)
    runner.refresh(name)
    this.host.back(name)
  }

  /** Forgets a slot that cannot be brought back; the app still has its source. */
  private giveUp(name: string, error: ProtocolError): void {
    this.slots.delete(name)
    this.host.takenOver(name)
    this.forget(name)
    this.environment.send({ event: 'revived', slot: name, error: { ...error, advice: 'Compile the circuit again.' } })
  }

  private forget(name: string): void {
    this.absent.delete(name)
    this.errors.delete(name)
    this.tries.delete(name)
  }
}
