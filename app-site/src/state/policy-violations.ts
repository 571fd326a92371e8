import type { Refused } from './state.ts'

/** So many different refusals are kept; a flood must not fill the page's memory. */
const kept = 50

/** Adds a refusal to the list, or counts it when it stands there already. */
export function withRefused(list: readonly Refused[], { code, message, advice }: Omit<Refused, 'count'>): Refused[] {
  const i = list.findIndex((r) => r.code === code && r.message === message)
  if (i >= 0) return list.map((r, at) => (at === i ? { ...r, count: r.count + 1 } : r))
  return [...list, { code, message, advice, count: 1 }].slice(-kept)
}
