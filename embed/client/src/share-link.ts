/**
 * Links that carry a whole circuit in the part of the address after `#`, which never leaves the browser.
 *
 * `#code=1r.<base64url>` holds the UTF-8 bytes as they are, `#code=1d.<base64url>` holds them deflated (RFC 1951, no
 * header); the shorter one is written. `1` is the version. In both, the first four bytes are the CRC-32 of the text, so
 * that a link which lost its end in a chat window is noticed instead of opening half a circuit. `&lock=` may follow, in
 * the same form: the versions and hashes of the packages that the text imports. `&run=` holds a run of the circuit as JSON,
 * packed likewise; whoever opens the link may repeat it. `&view=` holds in the same form how the circuit was looked at.
 */

import type { Lock } from './protocol.gen.ts'
import { readAtMost } from './read.ts'
import { validate } from './validate.ts'

/** Largest text that a link may hold, in bytes of UTF-8: the same bound as one compile. */
export const maxTextBytes = 1 << 20
/**
 * Longest `#code=` value that is written or read, in characters. Longer addresses get cut by mail and chat programs.
 */
export const maxEncodedLength = 256 * 1024

/**
 * `cut` is a link that surely lacks its end; of one that is `damaged` it is not known whether it lacks or has changed a
 * part.
 */
export type LinkProblem = 'cut' | 'damaged' | 'version' | 'foreign' | 'too-large'

/** Why a link cannot be written or opened; the message is written for the reader of the page. */
export class LinkError extends Error {
  readonly problem: LinkProblem

  constructor(problem: LinkProblem) {
    super(messages[problem])
    this.name = 'LinkError'
    this.problem = problem
  }
}

const messages: Record<LinkProblem, string> = {
  cut: 'The end of this link is missing, and with it a part of the circuit. Copy the whole link, also what stands in its next line, or ask for it again.',
  damaged:
    'The circuit in this link is damaged: a part of the link is missing or was changed. Copy the whole link, or ask for it again.',
  version:
    'This link was made by a newer version of Simten. Reload the page to get the newest one, then open it again.',
  foreign:
    'What stands after # in this address is no circuit. A link to a circuit has #code=1 there; copy it whole, or ask for it again.',
  'too-large':
    'The circuit is too large for a link (the limit is 1 MB of text, 256 kB packed). Send the text as a file.',
}

/** Encodes a text as the value of `#code=`. Lone surrogates become U+FFFD, as everywhere in UTF-8. */
export async function encodeCode(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > maxTextBytes) throw new LinkError('too-large')
  const packed = await deflate(bytes)
  const deflated = packed !== undefined && packed.length < bytes.length
  const body = deflated ? packed : bytes
  const framed = new Uint8Array(4 + body.length)
  new DataView(framed.buffer).setUint32(0, crc32(bytes))
  framed.set(body, 4)
  const encoded = `1${deflated ? 'd' : 'r'}.${toBase64Url(framed)}`
  if (encoded.length > maxEncodedLength) throw new LinkError('too-large')
  return encoded
}

/**
 * Decodes the value of `#code=`; throws a LinkError that says what is wrong with it. Characters that mail and chat
 * programs leave around and inside a link are no part of it: sentence marks, brackets and quotes behind it, line breaks
 * and spaces. The checksum decides between the readings.
 */
export async function decodeCode(encoded: string): Promise<string> {
  let problem: LinkError | undefined
  for (const reading of readings(encoded)) {
    try {
      return await decodeExactly(reading)
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      problem ??= error
    }
  }
  throw problem ?? new LinkError('damaged')
}

/** How a value may be meant, the likeliest first. */
function readings(encoded: string): string[] {
  const joined = upToMark(encoded.replace(blank, ''))
  const word = upToMark(encoded.trimStart().split(blank, 1)[0] ?? '')
  // Underscores around a text are emphasis in many chat programs, and belong to the alphabet, too.
  const plain = [/_$/, /__$/, /[_-]{1,3}$/].map((end) => joined.replace(end, ''))
  return [...new Set([joined, word, ...plain])]
}

/** Characters that show nothing: blanks, line breaks, and what programs put where a word may be divided. */
const blank = /[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g

/** The value up to the first character that no link of ours has. */
function upToMark(value: string): string {
  return /^(?:\d+[a-z]\.)?[\w-]*/.exec(value)?.[0] ?? ''
}

async function decodeExactly(encoded: string): Promise<string> {
  if (encoded.length > maxEncodedLength) throw new LinkError('too-large')
  const head = /^(\d+)([a-z])\./.exec(encoded)
  // The beginning of a beginning: nothing but its end is missing.
  if (!head) throw new LinkError(/^(1[rd]?)?$/.test(encoded) ? 'cut' : 'foreign')
  if (head[1] !== '1' || (head[2] !== 'r' && head[2] !== 'd')) throw new LinkError('version')
  const framed = fromBase64Url(encoded.slice(head[0].length))
  if (framed === undefined || framed.length < 4) throw new LinkError('cut')
  const expected = new DataView(framed.buffer).getUint32(0)
  const body = framed.subarray(4)
  const bytes = head[2] === 'd' ? await inflate(body) : body
  if (bytes.length > maxTextBytes) throw new LinkError('too-large')
  if (crc32(bytes) !== expected) throw new LinkError('damaged')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LinkError('damaged')
  }
}

/** The content of a location hash; undefined without anything after `#`. */
export interface LinkInHash {
  /** The value of `code=`; undefined when the hash is none of a circuit. */
  readonly code: string | undefined
  readonly lock: string | undefined
  readonly run?: string | undefined
  readonly view?: string | undefined
}

/**
 * Reads a location hash. Programs that send links on write `%3D` for `=`, `&amp;` for `&` or, in the form of old mail,
 * `=3D` for `=`, some of them twice; no character of a link of ours needs any of that, so it is all taken back.
 */
export function linkInHash(hash: string): LinkInHash | undefined {
  let rest = hash.replace(/^#/, '')
  for (let i = 0; i < maxEscapes && /%[0-7][0-9a-f]/i.test(rest); i++) {
    rest = rest.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  rest = rest.replace(/%e2%80%[89a-f][0-9a-f]|%c2%a[0d]/gi, ' ') // marks and blanks of a text, of several bytes
  rest = rest.trim()
  if (rest === '') return undefined
  const parts = rest.split(/&(?:amp;)*/i)
  const value = (name: string) => {
    const found = parts.find((part) => part.trimStart().toLowerCase().startsWith(`${name}=`))
    const written = found?.slice(found.indexOf('=') + 1)
    return written?.replace(/=[ \t]*\r?\n/g, '').replace(/^3D(?=\s*\d+[a-z]\.)/i, '')
  }
  return { code: value('code'), lock: value('lock'), run: value('run'), view: value('view') }
}

/** Why a hash without `code=` leads nowhere; undefined for one that asks for no circuit, such as a place in a page. */
export function hashProblem(hash: string): LinkProblem | undefined {
  const found = linkInHash(hash)
  const word = hash.replace(/^#/, '').toLowerCase()
  if (!found || found.code !== undefined) return undefined
  if ('code'.startsWith(word)) return 'cut'
  return /^[\w.~-]{1,40}$/.test(word) ? undefined : 'foreign'
}

/** How many times over a link may be escaped. */
const maxEscapes = 4

/** The `#code=` value of a location hash, or undefined when the hash holds none. */
export function codeInHash(hash: string): string | undefined {
  return linkInHash(hash)?.code
}

/** The location hash for a text, what its imports are pinned to, and as texts a run of it and a view. */
export async function hashOf(text: string, lock: Lock | undefined, run?: string, view?: string): Promise<string> {
  let hash = `#code=${await encodeCode(text)}`
  if (lock) hash += `&lock=${await encodeCode(JSON.stringify(lock))}`
  if (run !== undefined) hash += `&run=${await encodeCode(run)}`
  if (view !== undefined) hash += `&view=${await encodeCode(view)}`
  return hash
}

/** The run in a location hash, as a text; throws a LinkError when that is damaged. */
export async function runInHash(hash: string): Promise<string | undefined> {
  const encoded = linkInHash(hash)?.run
  return encoded === undefined ? undefined : decodeCode(encoded)
}

/** The view in a location hash, as a text; undefined also for a damaged one, without which the circuit can be shown. */
export async function viewInHash(hash: string): Promise<string | undefined> {
  const encoded = linkInHash(hash)?.view
  return encoded === undefined ? undefined : decodeCode(encoded).catch(() => undefined)
}

/** The lock of the imports of a link's text; throws a LinkError when that is damaged. */
export async function lockInHash(hash: string): Promise<Lock | undefined> {
  const encoded = linkInHash(hash)?.lock
  if (encoded === undefined) return undefined
  try {
    const lock: unknown = JSON.parse(await decodeCode(encoded))
    validate('Lock', lock)
    return lock as Lock // checked above
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError('damaged')
  }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined
  return readAtMost(
    new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    Number.POSITIVE_INFINITY,
  )
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate-raw')
  const writer = stream.writable.getWriter()
  let problem: LinkProblem = 'damaged'
  const written = (async () => {
    await writer.write(bytes)
    problem = 'cut' // all that is there could be unpacked; the end of the data is missing if closing fails
    await writer.close()
  })()
  written.catch(() => {}) // the reader fails, too
  // The bound is applied while reading: a few kilobytes can unpack to gigabytes.
  const text = await readAtMost(stream.readable, maxTextBytes).catch(() => {
    throw new LinkError(problem)
  })
  if (!text) throw new LinkError('too-large')
  return text
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  // In slices: spreading a large array into one call overflows the stack.
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
    return bytes
  } catch {
    return undefined
  }
}

/** CRC-32 (IEEE 802.3, reflected, as in zip and PNG). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
