import type { Lock } from '../engine.ts'
import { exampleById, examples } from '../examples/catalogue.ts'
import { codeInHash, decodeCode, hashProblem, LinkError, lockInHash } from '../share/link.ts'
import type { AppState } from './state.ts'

/** The circuit that an address asks for. */
export interface Opening extends Pick<AppState, 'text' | 'origin' | 'example'> {
  /** Why the address could not be followed, in words. */
  readonly problem: string | undefined
  /** What the imports of a link's text are pinned to. */
  readonly lock?: Lock
}

/** Whether an address asks for a circuit; else the user's own text is meant. */
export function asksFor({ hash, search }: { hash: string; search: string }): boolean {
  return codeInHash(hash) !== undefined || new URLSearchParams(search).has('example')
}

/** Reads `#code=` and `?example=` of an address; undefined when it asks for nothing. */
export async function openingOf(address: { hash: string; search: string }): Promise<Opening | undefined> {
  const code = codeInHash(address.hash)
  if (code !== undefined) {
    try {
      const text = await decodeCode(code)
      const lock = await lockInHash(address.hash)
      return { text, origin: 'link', example: undefined, problem: undefined, ...(lock && { lock }) }
    } catch (error) {
      const problem = error instanceof LinkError ? error.message : 'The circuit in this link cannot be opened.'
      return { text: '', origin: 'draft', example: undefined, problem }
    }
  }
  const id = new URLSearchParams(address.search).get('example')
  if (id === null) {
    const problem = hashProblem(address.hash)
    return problem && { text: '', origin: 'draft', example: undefined, problem: new LinkError(problem).message }
  }
  const example = exampleById(id)
  if (example) return { text: example.text, origin: 'example', example: example.id, problem: undefined }
  const problem = `There is no example called "${id.slice(0, 60)}". All ${examples.length} are under Examples.`
  return { text: '', origin: 'draft', example: undefined, problem }
}

/** The text that an address and a draft lead to, as far as that is known at once: the text of a link is packed. */
export function textAtOnce(address: { hash: string; search: string }, draft: string | undefined): string | undefined {
  if (codeInHash(address.hash) !== undefined) return undefined
  const id = new URLSearchParams(address.search).get('example')
  return exampleById(id)?.text ?? draft ?? examples[0]?.text
}
