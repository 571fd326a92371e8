// Properties of fast-check: the report of a failure, and what the engine wants to know about it.
import { show } from './format.ts'

export interface RunDetails {
  failed: boolean
  numRuns: number
  numShrinks: number
  seed: number
  counterexample: unknown[] | null
  counterexamplePath: string | null
  errorInstance: unknown
}

export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  return error === null || error === undefined ? 'property failed' : String(error)
}

/** JSON has no bigints and no undefined: they become texts. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, v: unknown) => {
      if (typeof v === 'bigint') return `${v}n`
      if (v instanceof Map || v instanceof Set) return [...v]
      return v === undefined ? 'undefined' : v
    }),
  )
}

interface Refuted {
  message: string
  counterexample: { inputs: unknown; text: string; seed: number; path: string; numRuns: number; numShrinks: number }
}

const refuted = new WeakMap<object, Refuted>()

/** Throws when a property failed: fast-check calls this at the end of every fc.assert. */
export function report(details: RunDetails): void {
  if (!details.failed) return
  const inputs = details.counterexample ?? []
  const text = `[${inputs.map(show).join(', ')}]`
  const path = details.counterexamplePath ?? ''
  if (details.counterexample === null) {
    throw new Error(`The property was not tried often enough: too many inputs did not meet its precondition.`)
  }
  const cause = details.errorInstance
  const why = messageOf(cause)
  const message = `Property failed after ${details.numRuns} ${details.numRuns === 1 ? 'run' : 'runs'} with ${text}: ${why}`
  const error = new Error(message, { cause })
  refuted.set(error, {
    message,
    counterexample: {
      inputs: plain(inputs),
      text,
      seed: details.seed,
      path,
      numRuns: details.numRuns,
      numShrinks: details.numShrinks,
    },
  })
  throw error
}

export function describeProperty(error: unknown): string | undefined {
  const known = typeof error === 'object' && error !== null ? refuted.get(error) : undefined
  return known && JSON.stringify(known)
}
