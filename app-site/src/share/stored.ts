/** Circuits that the server of the page stores for short links, where it does: `simten serve --store`. */
import { readAtMost } from '../engine.ts'

/** Bytes of a stored circuit at most; the server takes no more. */
const maxStored = 256 << 10
const nameForm = /^[\w-]{27}$/

/** Why a circuit was not stored or found, in words for the reader of the page. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** Whether a name is one of this server's store. */
export const isStored = (name: string): boolean => nameForm.test(name)

/** Whether the server stores circuits. */
export async function hasStore(get: typeof fetch = fetch): Promise<boolean> {
  try {
    const config: unknown = await (await get('/config.json')).json()
    return typeof config === 'object' && config !== null && 'store' in config && config.store === true
  } catch {
    return false
  }
}

/** Stores what stands behind `#` of a link, and gives its name. */
export async function store(hash: string, post: typeof fetch = fetch): Promise<string> {
  const body = hash.replace(/^#/, '')
  if (body.length > maxStored) throw new StoreError('The circuit is too large for a short link; save it as a file.')
  const response = await post('/s', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body }).catch(() => {
    throw new StoreError('The server cannot be reached, so there is no short link.')
  })
  const said = (await response.text()).trim()
  if (!response.ok) throw new StoreError(response.status < 500 ? said.slice(0, 200) : 'The server could not store it.')
  if (!isStored(said)) throw new StoreError('The server gave no name for the circuit.')
  return said
}

/** The hash of the link that has a name. */
export async function stored(name: string, get: typeof fetch = fetch): Promise<string> {
  const response = await get(`/s/${name}`).catch(() => {
    throw new StoreError('The server cannot be reached, and the circuit of this short link is there.')
  })
  if (!response.ok || !response.body)
    throw new StoreError('This server has no circuit for this short link. Ask for the long link: it carries the text.')
  const bytes = await readAtMost(response.body, maxStored)
  if (!bytes) throw new StoreError('The circuit of this short link is too large.')
  return `#${new TextDecoder().decode(bytes)}`
}
