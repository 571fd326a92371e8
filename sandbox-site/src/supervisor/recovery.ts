import type { Reply, Request, Status } from '@simten/client/protocol.gen'
import type { Kept, ModuleFile } from '../worker-messages.ts'
import { MAX_ROUNDS } from './packages.ts'
import type { Runner } from './runner.ts'
import type { SlotRecord } from './slot-record.ts'

/** Thrown when a slot cannot be brought back; the message says why. */
export class RecoveryError extends Error {}

/**
 * Brings a slot back in a fresh worker: compiles its source, restores the checkpoint with its past, applies the
 * requests since at their cycles, and steps to the cycle that was last known. The worker may die meanwhile; then the
 * promise stays unsettled and the next worker starts over.
 */
export async function rebuild(
  runner: Runner,
  record: SlotRecord,
  ticksPerRequest: number,
  fetch: (needs: string[]) => Promise<ModuleFile[]>,
  /** Is called when the source is compiled, and fixes what is to be repeated. */
  freeze: () => Promise<void> = async () => {},
): Promise<void> {
  let status: Status | undefined
  const call = async (part: Omit<Request, 'id' | 'slot'>, kept?: Kept) => {
    const reply = await new Promise<Reply>((resolve) => {
      runner.call({ id: 0, slot: record.name, ...part }, kept, { reply: resolve })
    })
    status = reply.status ?? status
    return reply
  }

  /** Steps to a cycle. A tick may end at the run limit; it only has to make progress. */
  const advance = async (from: number, to: number): Promise<void> => {
    for (let cycle = from; cycle < to; ) {
      const reply = await call({ type: 'tick', tick: { count: Math.min(to - cycle, ticksPerRequest) } })
      const reached = reply.status?.cycle ?? cycle
      if (reached <= cycle) throw new RecoveryError(reply.error?.message ?? 'The simulation does not advance.')
      cycle = reached
    }
  }

  record.discard()
  let compiled = await call({ type: 'compile', compile: record.compile })
  for (let round = 0; compiled.compile?.needs && round < MAX_ROUNDS; round++) {
    runner.provide(await fetch(compiled.compile.needs))
    compiled = await call({ type: 'compile', compile: record.compile })
  }
  if (!compiled.compile?.design) throw new RecoveryError(compiled.error?.message ?? 'The source no longer compiles.')
  await freeze()
  const { running, speed, until, log, kept } = record
  let cycle = 0
  if (kept) {
    const restored = await call({ type: 'restore', restore: { snapshot: '' } }, kept)
    if (restored.error?.code === 'INVALID_REQUEST') throw new RecoveryError(restored.error.message)
    cycle = record.checkpoint?.cycle ?? 0
  }
  runner.recall(record.name, record.past)
  for (const entry of log) {
    await advance(cycle, entry.at)
    const reply = await call(partOf(entry.request))
    cycle = reply.status?.cycle ?? entry.at
  }
  await advance(cycle, record.cycle)
  if (running) await call({ type: 'run', run: { cyclesPerSecond: speed, ...(until && { until }) } })
  if (status) record.follow(status)
}

function partOf(request: Request): Omit<Request, 'id' | 'slot'> {
  const { id: _id, slot: _slot, ...part } = request
  return part
}
