import type { Limits, ProtocolError, Reply, Request } from '../../../embed/src/client/protocol.gen'
import { ERROR_ADVICE, TYPES, type Type } from '../../../embed/src/client/protocol.gen'
import { asRequest, InvalidMessage } from '../../../embed/src/client/validate'

/** What becomes of a message of the app: work, an answer at once, or a refusal that no request can carry. */
export type Verdict = { request: Request } | { reply: Reply } | { refused: ProtocolError }

export const failure = (code: ProtocolError['code'], message: string): ProtocolError => ({
  code,
  message,
  advice: ERROR_ADVICE[code],
})

/** Checks every message of the app before anything else sees it, and counts what was refused. */
export class Intake {
  refused = 0
  private lastId = 0
  private tokens: number
  private filled: number

  constructor(
    private readonly limits: Limits,
    private readonly now: () => number,
  ) {
    this.tokens = limits.requestsPerSecond
    this.filled = now()
  }

  judge(message: unknown): Verdict {
    const verdict = this.check(message)
    if (!('request' in verdict)) this.refused++
    return verdict
  }

  private check(message: unknown): Verdict {
    const allowed = this.take()
    let request: Request
    try {
      request = asRequest(message, this.limits)
    } catch (error) {
      const text = error instanceof InvalidMessage ? error.message : 'The message cannot be read.'
      return this.answer(message, failure(allowed ? 'INVALID_REQUEST' : 'OVERLOADED', text))
    }
    if (request.id <= this.lastId) {
      // The id may belong to a request under way, so no reply may carry it.
      return { refused: failure('INVALID_REQUEST', `Request id ${request.id} was used before; ids must ascend.`) }
    }
    if (!allowed) {
      return this.answer(
        request,
        failure('OVERLOADED', `More than ${this.limits.requestsPerSecond} requests in a second.`),
      )
    }
    const excess = this.excess(request)
    if (excess) return this.answer(request, failure('PAYLOAD_TOO_LARGE', excess))
    this.lastId = request.id
    return { request }
  }

  /** Answers a message that is refused, under its own id when it has a fresh one. */
  private answer(message: unknown, error: ProtocolError): Verdict {
    const id = own(message, 'id')
    const slot = own(message, 'slot')
    const type = TYPES.find((t) => t === own(message, 'type'))
    if (!Number.isSafeInteger(id) || (id as number) <= this.lastId) return { refused: error }
    this.lastId = id as number
    return { reply: heading(id as number, typeof slot === 'string' ? slot.slice(0, 64) : '', type, error) }
  }

  /** A bucket that holds one second's worth of requests. */
  private take(): boolean {
    const now = this.now()
    const rate = this.limits.requestsPerSecond
    this.tokens = Math.min(rate, this.tokens + ((now - this.filled) * rate) / 1000)
    this.filled = now
    if (this.tokens < 1) return false
    this.tokens--
    return true
  }

  private excess(request: Request): string | undefined {
    if (request.compile) {
      const bytes = utf8Length(request.compile.source)
      const { sourceBytes } = this.limits
      return bytes > sourceBytes ? `The source has ${bytes} bytes; the limit is ${sourceBytes}.` : undefined
    }
    const { messageBytes } = this.limits
    let bytes = request.restore?.snapshot.length ?? 0
    for (const [name, value] of Object.entries(request.set?.values ?? {})) bytes += name.length + String(value).length
    return bytes > messageBytes ? `The request has ${bytes} bytes; the limit is ${messageBytes}.` : undefined
  }
}

function heading(id: number, slot: string, type: Type | undefined, error: ProtocolError): Reply {
  const whole = slot.replace(/\p{Surrogate}/gu, '\ufffd')
  return type ? { id, slot: whole, type, error } : { id, slot: whole, error }
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

/** Bytes of a text in UTF-8, without making a copy of it. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 2
      i++
    } else bytes += 2
  }
  return bytes
}
