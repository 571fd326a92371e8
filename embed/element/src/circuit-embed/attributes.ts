/** The attributes of `<circuit-embed>`, from texts to values. */
import { FIRST_SPEED } from '@simten/viewer/controls/speed'

/** Values of inputs by name; texts are numbers as docs/language.md has them, "0xff" and "'A'" among them. */
export type InputValues = Readonly<Record<string, number | string>>

/** A flag: set by its name alone, and by any text but false, no, 0 and off, as in `show-controls="false"`. */
export function flag(text: string | null | undefined, unset = false): boolean {
  if (text == null) return unset
  return !/^\s*(false|no?|0|off)\s*$/i.test(text)
}

/**
 * The speed of `run="10"`, in cycles per second; 0 for `run="max"`, as in the protocol; undefined where it shall not
 * run by itself. Without a number it is one cycle in `period` milliseconds, or the speed at which the clock stands at
 * first.
 */
export function runSpeed(run: string | null | undefined, period: number | undefined): number | undefined {
  if (!flag(run)) return undefined
  const text = (run ?? '').trim()
  if (/^max$/i.test(text)) return 0
  const asked = Number(text)
  if (text !== '' && Number.isFinite(asked) && asked > 0) return asked
  return period !== undefined && period > 0 ? 1000 / period : FIRST_SPEED
}

/** Reads `{"a": 1}` or `a=1 b=0xff`. The error says how to write it. */
export function inputValues(text: string | null | undefined): InputValues {
  const written = text?.trim() ?? ''
  if (written === '') return {}
  return written.startsWith('{') ? fromJson(written) : fromPairs(written)
}

const form = 'Write inputs like a=1 b=0xff, or as JSON: {"a": 1}.'

function fromJson(text: string): InputValues {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Error(`The inputs are no JSON. ${form}`)
  }
  const values: Record<string, number | string> = {}
  for (const [name, value] of Object.entries(parsed as Record<string, unknown>)) {
    if (typeof value === 'boolean') values[name] = value ? 1 : 0
    else if (typeof value === 'number' || typeof value === 'string') values[name] = value
    else throw new Error(`The input "${name}" is no number. ${form}`)
  }
  return values
}

function fromPairs(text: string): InputValues {
  const values: Record<string, number | string> = {}
  for (const pair of text.split(/[\s,;]+/).filter((word) => word !== '')) {
    const at = pair.indexOf('=')
    if (at < 1 || at === pair.length - 1) throw new Error(`The input "${pair}" has no value. ${form}`)
    values[pair.slice(0, at)] = pair.slice(at + 1)
  }
  return values
}

/** A length: numbers are pixels. */
export function cssLength(text: string): string {
  return /^\s*\d+(\.\d+)?\s*$/.test(text) ? `${text.trim()}px` : text
}

/** Whole numbers from 0 on; undefined for anything else. */
export function count(text: string | null | undefined): number | undefined {
  return text != null && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined
}
