import { type PublicLink, publicLinkIn, storedElsewhere, textOfPublicLink } from '@simten/client/public-link'
import {
  codeInHash,
  decodeCode,
  hashProblem,
  LinkError,
  lockInHash,
  runInHash,
  viewInHash,
} from '@simten/client/share-link'
import type { Lock } from '../engine.ts'
import { exampleById, examples } from '../examples/catalogue.ts'
import { type SharedRun, sharedRun } from '../share/shared-run.ts'
import { type SharedView, sharedView } from '../share/shared-view.ts'
import { isStored, stored } from '../share/stored.ts'
import type { AppState } from '../state/state.ts'

/** The circuit that an address asks for. */
export interface Opening extends Pick<AppState, 'text' | 'origin' | 'example'> {
  /** Why the address could not be followed, in words. */
  readonly problem: string | undefined
  /** The versions to which the imports of a link's text are pinned. */
  readonly lock?: Lock
  /** The run that a link carries. */
  readonly run?: SharedRun
  /** How the link shows the circuit. */
  readonly view?: SharedView
}

/** The parts of an address that can name a circuit. */
export type Address = Pick<Location, 'hash' | 'search' | 'pathname'>

/** Whether an address asks for a circuit; else the user's own text is meant. */
export function asksFor({ hash, search, pathname }: Address): boolean {
  const named = codeInHash(hash) !== undefined || new URLSearchParams(search).has('example')
  return named || publicLinkIn(pathname) !== undefined
}

/**
 * Reads `#code=`, `?example=` and the paths of public Simten's links; undefined for an address that asks for nothing.
 * Of several, the first in this order counts.
 */
export async function openingOf(address: Address): Promise<Opening | undefined> {
  const code = codeInHash(address.hash)
  if (code !== undefined) {
    try {
      const text = await decodeCode(code)
      const lock = await lockInHash(address.hash)
      const run = sharedRun((await runInHash(address.hash)) ?? '')
      const view = sharedView((await viewInHash(address.hash)) ?? '')
      return {
        text,
        origin: 'link',
        example: undefined,
        problem: undefined,
        ...(lock && { lock }),
        ...(run && { run }),
        ...(view && { view }),
      }
    } catch (error) {
      const problem = error instanceof LinkError ? error.message : 'The circuit in this link cannot be opened.'
      return { text: '', origin: 'draft', example: undefined, problem }
    }
  }
  const id = new URLSearchParams(address.search).get('example')
  const link = id === null ? publicLinkIn(address.pathname) : undefined
  if (link?.kind === 'stored' && isStored(link.hash)) return fromStore(link.hash)
  if (link) return fromPublicLink(link)
  if (id === null) {
    const problem = hashProblem(address.hash)
    return problem && { text: '', origin: 'draft', example: undefined, problem: new LinkError(problem).message }
  }
  const example = exampleById(id)
  if (example) return { text: example.text, origin: 'example', example: example.id, problem: undefined }
  const problem = `There is no example called "${id.slice(0, 60)}". All ${examples.length} are under Examples.`
  return { text: '', origin: 'draft', example: undefined, problem }
}

/** The circuit of a short link of this server. */
async function fromStore(name: string): Promise<Opening> {
  const refused = (problem: string) => ({ text: '', origin: 'draft', example: undefined, problem }) as const
  try {
    const hash = await stored(name)
    if (codeInHash(hash) === undefined) return refused('The circuit of this short link is damaged.')
    return (await openingOf({ hash, search: '', pathname: '/' })) ?? refused('This short link has no circuit.')
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'The circuit of this short link cannot be opened.')
  }
}

function fromPublicLink(link: PublicLink): Opening {
  const none = { text: '', origin: 'draft', example: undefined } as const
  if (link.kind === 'stored') return { ...none, problem: storedElsewhere(link.hash) }
  try {
    return { text: textOfPublicLink(link.packed), origin: 'link', example: undefined, problem: undefined }
  } catch (error) {
    return { ...none, problem: (error as Error).message }
  }
}

/** The text that an address and a draft lead to, as far as that is known at once: the text of a link is packed. */
export function textAtOnce(address: Address, draft: string | undefined): string | undefined {
  if (codeInHash(address.hash) !== undefined || publicLinkIn(address.pathname) !== undefined) return undefined
  const id = new URLSearchParams(address.search).get('example')
  return exampleById(id)?.text ?? draft ?? examples[0]?.text
}

/** A text that was pasted: that of a link, or the text itself. A link that holds no circuit is a problem, in words. */
export async function openingOfPasted(pasted: string): Promise<{ text: string } | { problem: string }> {
  if (!/^\s*https?:\/\/\S+\s*$/.test(pasted)) return { text: pasted }
  const opening = await openingOf(new URL(pasted.trim()))
  if (!opening || opening.problem !== undefined)
    return { problem: opening?.problem ?? 'This link has no circuit in it.' }
  return { text: opening.text }
}
