/**
 * Links that carry a whole circuit in the part of the address after `#`, which never leaves the browser.
 *
 * `#code=1r.<base64url>` holds the UTF-8 bytes as they are, `#code=1d.<base64url>` holds them deflated (RFC 1951, no
 * header); the shorter one is written. `1` is the version. In both, the first four bytes are the CRC-32 of the text, so
 * that a link which lost its end in a chat window is noticed instead of opening half a circuit. `&lock=` may follow, in
 * the same form: the versions and hashes of the packages that the text imports.
 */

import { type Lock, readAtMost, validate } from '../engine.js'

/** Largest text that a link may hold, in bytes of UTF-8: the same bound as one compile. */
export const maxTextBytes = 1 << 20
/** Longest `#code=` value that is written or read, in characters. Longer addresses get cut by mail and chat programs. */
export const maxEncodedLength = 256 * 1024

export type LinkProblem = 'damaged' | 'version' | 'too-large'

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
  damaged:
    'The circuit in this link is damaged; part of the link is probably missing. Ask for it again, or copy it whole.',
  version:
    'This link was made by a newer version of Simten. Reload the page to get the newest one, then open it again.',
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

/** Decodes the value of `#code=`; throws a LinkError that says what is wrong with it. */
export async function decodeCode(encoded: string): Promise<string> {
  if (encoded.length > maxEncodedLength) throw new LinkError('too-large')
  const head = /^(\d+)([a-z])\./.exec(encoded)
  if (!head) throw new LinkError('damaged')
  if (head[1] !== '1' || (head[2] !== 'r' && head[2] !== 'd')) throw new LinkError('version')
  const framed = fromBase64Url(encoded.slice(head[0].length))
  if (framed === undefined || framed.length < 4) throw new LinkError('damaged')
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

/** The `#code=` value of a location hash, or undefined when the hash holds none. */
export function codeInHash(hash: string): string | undefined {
  const match = /^#code=([^&]*)/s.exec(hash)
  return match?.[1]
}

/** The location hash for a text and what its imports are pinned to. */
export async function hashOf(text: string, lock: Lock | undefined): Promise<string> {
  const code = `#code=${await encodeCode(text)}`
  return lock ? `${code}&lock=${await encodeCode(JSON.stringify(lock))}` : code
}

/** What the imports of a link's text are pinned to; throws a LinkError when that is damaged. */
export async function lockInHash(hash: string): Promise<Lock | undefined> {
  const encoded = /^#code=[^&]*&lock=([^&]*)/s.exec(hash)?.[1]
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
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  // The bound is applied while reading: a few kilobytes can unpack to gigabytes.
  const text = await readAtMost(stream, maxTextBytes).catch(() => {
    throw new LinkError('damaged')
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
