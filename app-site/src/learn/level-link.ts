import { decodeCode, encodeCode, LinkError } from '@simten/client/share-link'
import type { Par } from './steps.ts'

/** A level that travels in a link. */
export interface SharedLevel {
  readonly title: string
  /** The task in words: paragraphs without markup. */
  readonly text: string
  readonly tests: string
  readonly starter: string
  readonly parts?: readonly string[]
  readonly lambdas?: boolean
  readonly par?: Par
}

const mark = '#level='
const foreign = 'What stands after # in this address is no level. Copy the whole link, or ask for it again.'

/** The part of an address behind # that carries a level. */
export async function hashOfLevel(level: SharedLevel): Promise<string> {
  return `${mark}${await encodeCode(JSON.stringify(level))}`
}

/** Whether an address carries a level. */
export const carriesLevel = (hash: string): boolean => hash.startsWith(mark)

/** The level of an address, or why there is none. */
export async function levelOfHash(hash: string): Promise<SharedLevel | { readonly problem: string }> {
  try {
    return read(JSON.parse(await decodeCode(hash.slice(mark.length)))) ?? { problem: foreign }
  } catch (error) {
    return { problem: error instanceof LinkError ? error.message : foreign }
  }
}

/** A level out of any data; undefined when it is none. */
function read(value: unknown): SharedLevel | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { title, text, tests, starter, parts, lambdas, par } = value as Readonly<Record<string, unknown>>
  if (typeof title !== 'string' || typeof text !== 'string') return undefined
  if (typeof tests !== 'string' || typeof starter !== 'string' || tests.trim() === '') return undefined
  const names = Array.isArray(parts) ? parts.filter((p): p is string => typeof p === 'string' && p !== '') : []
  return {
    title: title.slice(0, 200),
    text,
    tests,
    starter,
    ...(names.length > 0 && { parts: names.slice(0, 256) }),
    ...(lambdas === true && { lambdas }),
    par: readPar(par),
  }
}

function readPar(value: unknown): Par {
  if (typeof value !== 'object' || value === null) return {}
  const of = value as Readonly<Record<string, unknown>>
  const found: Record<string, number> = {}
  for (const name of ['gates', 'depth', 'cycles'] as const) {
    const n = of[name]
    if (typeof n === 'number' && Number.isInteger(n) && n >= 0) found[name] = n
  }
  return found
}
