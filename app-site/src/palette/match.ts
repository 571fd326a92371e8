/** How well a text answers what was typed; undefined when it does not. Larger is better. */
export interface Match {
  readonly score: number
  /** The characters of the text that were typed. */
  readonly at: readonly number[]
}

const WORD_START = 8
const CONSECUTIVE = 5
const GAP = -1

/**
 * Matches what was typed as a subsequence of a text, without regard to case: "ra" finds "RippleAdder". Characters at
 * the beginning of words and next to each other count more.
 */
export function match(typed: string, text: string): Match | undefined {
  const wanted = typed.toLowerCase().replaceAll(' ', '')
  if (wanted === '') return { score: 0, at: [] }
  const lower = text.toLowerCase()
  const whole = lower.indexOf(wanted)
  if (whole >= 0 && startsWord(text, whole)) return scored(text, range(whole, wanted.length))
  const greedy = subsequence(lower, wanted)
  if (!greedy) return undefined
  const found = whole >= 0 ? [scored(text, range(whole, wanted.length)), scored(text, greedy)] : [scored(text, greedy)]
  return found.reduce((best, next) => (next.score > best.score ? next : best))
}

/** The first places at which the characters follow each other. */
function subsequence(lower: string, wanted: string): number[] | undefined {
  const at: number[] = []
  let from = 0
  for (const character of wanted) {
    const next = lower.indexOf(character, from)
    if (next < 0) return undefined
    at.push(next)
    from = next + 1
  }
  return at
}

function scored(text: string, at: readonly number[]): Match {
  let score = 0
  at.forEach((place, i) => {
    const before = at[i - 1]
    if (before !== undefined && place === before + 1) score += CONSECUTIVE
    else if (before !== undefined) score += Math.max(GAP * (place - before - 1), -10)
    if (startsWord(text, place)) score += WORD_START
  })
  return { score: score - text.length / 100, at }
}

/** Whether a word begins at a place: after a dot, a space or the like, and at a capital letter. */
function startsWord(text: string, at: number): boolean {
  const [before, here] = [text[at - 1], text[at] ?? '']
  if (before === undefined || /[^\p{L}\p{N}]/u.test(before)) return true
  return here !== here.toLowerCase() && before === before.toLowerCase()
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

/** The entries that answer what was typed, the best first, at most so many. Equally good ones keep their order. */
export function ranked<T>(typed: string, entries: readonly T[], textOf: (entry: T) => string, most: number) {
  return entries
    .flatMap((entry) => {
      const found = match(typed, textOf(entry))
      return found ? [{ entry, match: found }] : []
    })
    .sort((a, b) => b.match.score - a.match.score)
    .slice(0, most)
}
