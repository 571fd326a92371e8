/** Where a signal changes, before and behind a cycle. */
import type { FindQuestion, FindResult } from '@simten/client/protocol.gen'
import type { Extent } from './viewport.ts'

export type Find = (question: FindQuestion) => Promise<FindResult>

/**
 * The nearest cycle before or behind another in which an expression has a value that it had not in the cycle before.
 */
export async function nearestChange(
  find: Find,
  when: string,
  cycle: number,
  forward: boolean,
  { first, last }: Extent,
): Promise<number | undefined> {
  // A search up to cycle 0 would be one up to the last; the first cycle has none before it, so nothing changes in it.
  if (forward ? cycle >= last : cycle - 1 <= first) return undefined
  const condition = { when, on: 'change' } as const
  const { cycles } = await find(
    forward
      ? { condition, from: cycle + 1, to: 0, limit: 1 }
      : { condition, from: first, to: cycle - 1, last: true, limit: 1 },
  )
  return cycles[0]
}

/** Since when and until when an expression has had its value in a cycle, in words. */
export async function surroundings(find: Find, when: string, cycle: number, extent: Extent): Promise<string> {
  const since = await nearestChange(find, when, cycle + 1, false, extent)
  const next = await nearestChange(find, when, cycle, true, extent)
  const begin = since === undefined ? 'since the start' : `since ${since}`
  return `${begin}, ${next === undefined ? 'to the end' : `until ${next - 1}`}`
}
