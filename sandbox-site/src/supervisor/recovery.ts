import type { Reply, Request } from '../../../embed/src/client/protocol.gen'
import type { Runner } from './runner'
import type { SlotRecord } from './slot-record'

/** Thrown when a slot cannot be brought back; the message says why. */
export class CannotRevive extends Error {}

/**
 * Brings a slot back in a fresh worker: compiles its source, restores the checkpoint, applies the requests since at
 * their cycles, and steps to the cycle that was last known. The worker may die meanwhile; then the promise stays
 * unsettled and the next worker starts over.
 */
export async function rebuild(runner: Runner, record: SlotRecord, ticksPerRequest: number): Promise<void> {
  const call = (part: Omit<Request, 'id' | 'slot'>, attachment?: Uint8Array) =>
    new Promise<Reply>((resolve) => {
      runner.call({ id: 0, slot: record.name, ...part }, attachment, resolve)
    })

  /** Steps to a cycle. A tick may end at the run limit; it only has to make progress. */
  const advance = async (from: number, to: number): Promise<void> => {
    for (let cycle = from; cycle < to; ) {
      const reply = await call({ type: 'tick', tick: { count: Math.min(to - cycle, ticksPerRequest) } })
      const reached = reply.status?.cycle ?? cycle
      if (reached <= cycle) throw new CannotRevive(reply.error?.message ?? 'The simulation does not advance.')
      cycle = reached
    }
  }

  const compiled = await call({ type: 'compile', compile: record.compile })
  if (!compiled.compile?.design) throw new CannotRevive(compiled.error?.message ?? 'The source no longer compiles.')
  let cycle = 0
  if (record.checkpoint) {
    const restored = await call({ type: 'restore', restore: { snapshot: '' } }, record.checkpoint.state)
    if (restored.error) throw new CannotRevive(restored.error.message)
    cycle = record.checkpoint.cycle
  }
  for (const entry of record.log) {
    await advance(cycle, entry.at)
    const reply = await call(partOf(entry.request))
    cycle = reply.status?.cycle ?? entry.at
  }
  await advance(cycle, record.cycle)
  if (record.running) await call({ type: 'run', run: { cyclesPerSecond: record.speed } })
}

function partOf(request: Request): Omit<Request, 'id' | 'slot'> {
  const { id: _id, slot: _slot, ...part } = request
  return part
}
