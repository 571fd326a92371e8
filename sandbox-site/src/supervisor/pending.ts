import type { ProtocolError, Reply, Request } from '@simten/client/protocol.gen'
import type { Errand } from './packages.ts'

/** A request of the app that has no reply yet. */
export interface Pending {
  request: Request
  /** Number of the call in the active worker; undefined while it waits for one. */
  call: number | undefined
  /** When the app gave up on it. */
  abortedAt: number | undefined
  /** A compile that had to wait for packages. */
  errand?: Errand
  /** The beginning of its reply is on its way to the app; chunks follow. */
  sending?: boolean
  /** A worker was lost over it, and it came to an end at the second attempt. */
  acquitted?: boolean
}

/** The reply of a request that failed. */
export function replyTo(request: Request, error: ProtocolError): Reply {
  return { id: request.id, slot: request.slot, type: request.type, error }
}

/** Whether a compile has to be asked for again with the packages that it needs. */
export const waitsForPackages = (reply: Reply): boolean => (reply.compile?.needs?.length ?? 0) > 0
