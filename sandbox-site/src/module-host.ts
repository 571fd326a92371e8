import { readAtMost } from '@simten/client/read'
import type { ModuleFile } from './worker-messages.ts'

/** The base address of the module host, "" for none. A path means this origin. */
export function moduleHostAt(configured: string | undefined, origin: string): string {
  if (!configured) return ''
  return configured.startsWith('/') ? origin + configured : configured
}

/** Characters of a host's own words that a message may repeat. */
const WORDS = 200

/**
 * Fetches one module from the host. Only this page has a network, not the worker, and only for the module host: the
 * policy names it in connect-src. The answer is bytes for the realm; the browser executes none of it. The engine judges
 * path, media type and content.
 */
export async function fetchModule(
  base: string,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ModuleFile> {
  const failed = (failure: string, offline = false): ModuleFile => ({ path, final: '', type: '', failure, offline })
  if (!new URL(base + path).href.startsWith(`${base}/`)) return failed('is not on the module host')
  let response: Response
  try {
    response = await fetch(base + path, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  } catch {
    if (signal.aborted) return failed('did not come in time', true)
    return failed('could not be reached', true)
  }
  const type = response.headers.get('Content-Type') ?? ''
  if (!response.url.startsWith(`${base}/`)) return failed('was redirected off the module host')
  try {
    const bytes = response.body ? await readAtMost(response.body, maxBytes) : new Uint8Array()
    if (!bytes) return failed(`has more than ${maxBytes} bytes`)
    if (!response.ok) return failed(refusal(response, type, bytes), response.status === 502)
    return { path, final: response.url.slice(base.length), type, bytes, failure: '', offline: false }
  } catch {
    return failed(signal.aborted ? 'did not come in time' : 'could not be read whole', true)
  }
}

/** Why a host has no module, in its own words when they are plain text. */
function refusal(response: Response, type: string, bytes: Uint8Array): string {
  const status = `is not there (the host answers ${response.status} ${response.statusText}`.trim()
  if (!type.startsWith('text/plain')) return `${status})`
  const words = new TextDecoder()
    .decode(bytes.subarray(0, WORDS))
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
  return words === '' ? `${status})` : `${status}: ${words})`
}
