/** The least share of a text that an edit leaves as it is, at its beginning and its end together. */
const MIN = 0.5

/**
 * Whether a text that cannot be compiled is an edit of one that could, so that the circuit of that one may stay in
 * sight. A text in which the circuit's name still stands is; so is one of which most has stayed.
 */
export function isEditOf(text: string, before: string, circuit: string | undefined): boolean {
  if (circuit !== undefined && ["'", '"', '`'].some((q) => text.includes(q + circuit + q))) return true
  const shorter = Math.min(text.length, before.length)
  let start = 0
  while (start < shorter && text[start] === before[start]) start++
  let end = 0
  while (end < shorter - start && text.at(-1 - end) === before.at(-1 - end)) end++
  return start + end >= MIN * before.length
}
