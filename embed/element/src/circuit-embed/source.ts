/** The text of a circuit from an address: a file, or a link that carries the text. */
import type { Lock } from '@simten/client'
import { publicLinkIn, storedElsewhere, textOfPublicLink } from '@simten/client/public-link'
import { readAtMost } from '@simten/client/read'
import { codeInHash, decodeCode, lockInHash, maxTextBytes, viewInHash } from '@simten/client/share-link'

/** A text, and what its imports are pinned to. */
export interface Source {
  readonly text: string
  readonly lock?: Lock
  /** Places of parts, as the JSON of the attribute `layout`. */
  readonly layout?: string
}

/**
 * Fetches the text of an address. Links that carry their text are read without a request. The error says for the
 * reader of the page what is wrong.
 */
export async function sourceAt(address: string, base: string, signal: AbortSignal): Promise<Source> {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (!url) throw new Error(`"${address.slice(0, 100)}" is no address of a circuit.`)
  const code = codeInHash(url.hash)
  if (code !== undefined) {
    const lock = await lockInHash(url.hash)
    const layout = layoutIn(await viewInHash(url.hash))
    return { text: await decodeCode(code), ...(lock && { lock }), ...(layout !== undefined && { layout }) }
  }
  const link = publicLinkIn(url.pathname)
  if (link?.kind === 'stored') throw new Error(storedElsewhere(link.hash))
  if (link) return { text: textOfPublicLink(link.packed) }
  return { text: await fetched(url, signal) }
}

/** The places of parts in the view of a link. */
function layoutIn(view: string | undefined): string | undefined {
  try {
    const { layout } = JSON.parse(view ?? '{}') as { layout?: unknown }
    return layout === undefined ? undefined : JSON.stringify(layout)
  } catch {
    return undefined
  }
}

async function fetched(url: URL, signal: AbortSignal): Promise<string> {
  const where = url.protocol === 'data:' ? 'the data: address' : url.href.slice(0, 200)
  let response: Response
  try {
    response = await fetch(url, { credentials: 'omit', signal })
  } catch (error) {
    if (signal.aborted) throw error
    const other = url.origin !== location.origin ? ', or it does not let other pages read its files (CORS)' : ''
    throw new Error(`The circuit at ${where} cannot be fetched: the server cannot be reached${other}.`)
  }
  if (!response.ok) throw new Error(`There is no circuit at ${where}: the server answers ${response.status}.`)
  if (/^text\/html\b/i.test(response.headers.get('Content-Type') ?? '')) {
    throw new Error(`At ${where} is a page, not the text of a circuit. Name a file, or a link made by Share.`)
  }
  const text = response.body ? await readAtMost(response.body, maxTextBytes) : new Uint8Array()
  if (!text) throw new Error(`The file at ${where} is larger than a circuit may be (1 MB).`)
  return new TextDecoder().decode(text)
}
