import type { Hello, ProtocolError, Welcome } from '@simten/client/protocol.gen'
import { type Limits, PROTOCOL_VERSION } from '@simten/client/protocol.gen'
import { validate } from '@simten/client/validate'
import { failure } from './supervisor/request-validator.ts'

/** The fields of a message event that are read before its data. */
export interface Knock {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
  readonly ports: readonly MessagePort[]
  /** False when a script made the event: then its origin and its source are what that script wrote there. */
  readonly isTrusted: boolean
}

/** The answer to a knock: nothing at all, or a port to talk on. */
export type Answer = { port: MessagePort; hello: Hello; problem: ProtocolError | undefined } | undefined

/**
 * Judges a message to the sandbox's window. Only the parent window gets an answer, only from an allowed origin, and
 * only for a Hello with one port; everybody else, and an event that a script made, meets silence.
 */
export function judgeKnock(knock: Knock, parent: unknown, appOrigins: readonly string[]): Answer {
  if (!knock.isTrusted) return undefined
  const [port, ...more] = knock.ports
  if (knock.source === null || knock.source !== parent || !port || more.length > 0) return undefined
  // An opaque origin is "null" as a text; no list may name it, not even by "*".
  if (knock.origin === 'null' || !(appOrigins.includes('*') || appOrigins.includes(knock.origin))) return undefined
  try {
    validate('Hello', knock.data)
  } catch {
    return undefined
  }
  const hello = knock.data as Hello // checked above
  if (hello.hello !== 'simten') return undefined
  if (hello.version === PROTOCOL_VERSION) return { port, hello, problem: undefined }
  const older = hello.version < PROTOCOL_VERSION ? 'page' : 'sandbox'
  const versions = `The page speaks version ${hello.version} of the protocol, the sandbox version ${PROTOCOL_VERSION}.`
  return { port, hello, problem: { ...failure('UNAVAILABLE', versions), advice: `Update the ${older}.` } }
}

export const welcome = (hello: Hello, limits: Limits): Welcome => ({
  welcome: 'simten',
  nonce: hello.nonce,
  version: PROTOCOL_VERSION,
  limits,
})
