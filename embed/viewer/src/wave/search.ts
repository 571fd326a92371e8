/** Finds names by some of their letters. */

/** Names that one search shows. */
export const MAX_FOUND = 40
/** Names that are looked at; a design can have hundreds of thousands. */
const MAX_LOOKED_AT = 300_000

/** The names that have the letters of a text in order, the best first. */
export function search(names: readonly string[], text: string, limit = MAX_FOUND): string[] {
  const wanted = text.trim().toLowerCase()
  const found: { name: string; score: number }[] = []
  let worst = Number.NEGATIVE_INFINITY
  const count = Math.min(names.length, MAX_LOOKED_AT)
  for (let i = 0; i < count; i++) {
    const name = names[i] ?? ''
    const score = rate(name, wanted)
    if (score === undefined || (found.length >= limit && score <= worst)) continue
    let at = found.length
    while (at > 0 && (found[at - 1]?.score ?? 0) < score) at--
    found.splice(at, 0, { name, score })
    if (found.length > limit) found.pop()
    worst = found.at(-1)?.score ?? worst
  }
  return found.map((f) => f.name)
}

/** How well a text of small letters suits a name: the more, the better; undefined when it does not. */
export function rate(name: string, wanted: string): number | undefined {
  if (wanted === '') return -name.length
  const lower = name.toLowerCase()
  const whole = lower.lastIndexOf(wanted)
  if (whole >= 0) {
    const begins = whole === 0 || isBoundary(lower, whole)
    const ends = whole + wanted.length === lower.length
    return 1000 + (begins ? 200 : 0) + (ends ? 100 : 0) - name.length
  }
  let score = 0
  let at = -1
  for (const letter of wanted) {
    const next = lower.indexOf(letter, at + 1)
    if (next < 0) return undefined
    if (next === at + 1) score += 5
    else if (next === 0 || isBoundary(name, next)) score += 8
    at = next
  }
  return score - name.length
}

/** Whether a word begins there: behind a dot or an underscore, or at a capital letter. */
function isBoundary(name: string, at: number): boolean {
  return /[._\s'[]/.test(name[at - 1] ?? '.') || /[a-z][A-Z]/.test(name.slice(at - 1, at + 1))
}
