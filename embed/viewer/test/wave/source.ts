/** A run that is known whole, and answers as the engine does (engine/ask/wave.go, engine/session/question.go). */
import type { WaveQuestion, WaveResult } from '@simten/client/protocol.gen'
import { cellBytes } from '../../src/wave/decode.ts'

export interface Recorded {
  signal: string
  width: number
  /** By cycle. */
  values: readonly bigint[]
}

/** Values in base64, list after list. */
export function cellsOf(lists: readonly (readonly bigint[])[], width: number): string {
  const size = cellBytes(width)
  const bytes = new Uint8Array(lists.reduce((n, list) => n + list.length, 0) * size)
  let at = 0
  for (const list of lists) {
    for (const value of list) {
      for (let i = 0; i < size; i++) bytes[at++] = Number((value >> BigInt(8 * i)) & 0xffn)
    }
  }
  return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
}

/** The answer to a wave question, computed in the plainest way. */
export function plainPicture(
  rows: readonly Recorded[],
  from: number,
  to: number,
  pixels: number,
  question: Pick<WaveQuestion, 'flat' | 'curves'> = {},
): WaveResult {
  const cycles = to - from + 1
  const span = Math.ceil(cycles / pixels)
  const columns = Math.ceil(cycles / span)
  return {
    from,
    to,
    span,
    columns,
    rows: rows.map(({ signal, width, values }) => {
      const parts = Array.from({ length: columns }, (_, i) =>
        values.slice(from + i * span, Math.min(from + (i + 1) * span, to + 1)),
      )
      const pick = (f: (part: readonly bigint[]) => bigint) => parts.map(f)
      const extreme = (sign: number) =>
        pick((p) => p.reduce((a, b) => ((sign < 0 ? b < a : b > a) ? b : a), p[0] ?? 0n))
      const lists = [pick((p) => p[0] ?? 0n), pick((p) => p.at(-1) ?? 0n), extreme(-1), extreme(1)]
      const curved = !question.flat || question.curves?.includes(signal)
      if (span === 1) return { signal, width, cells: cellsOf(lists.slice(0, 1), width) }
      if (curved) return { signal, width, cells: cellsOf(lists, width) }
      const [first = [], last = [], min = [], max = []] = lists
      const changed = min.map((value, i) => (value === max[i] ? 0n : 1n))
      return { signal, width, flat: true, cells: cellsOf([first, last, changed], width) }
    }),
  }
}
