import { Assembly } from '@simten/client/chunks'
import type { Limits, ProtocolError, Reply, Request } from '@simten/client/protocol.gen'
import { ERROR_ADVICE, TYPES, type Type } from '@simten/client/protocol.gen'
import { asRequest, InvalidMessage, MessageTooLarge } from '@simten/client/validate'

/**
 * The verdict on a message of the app: work, an answer at once, a refusal that no request can carry, or nothing yet,
 * because it is part of a request or of one that was refused.
 */
export type Verdict = { request: Request } | { reply: Reply } | { refused: ProtocolError } | 'more'

export const failure = (code: ProtocolError['code'], message: string): ProtocolError => ({
  code,
  message,
  advice: ERROR_ADVICE[code],
})

/** Checks every message of the app before anything else sees it, and counts what was refused. */
export class RequestValidator {
  refused = 0
  private lastId = 0
  /** A request of which chunks are still to come: they follow it at once. */
  private assembly: { head: Request; chunks: Assembly<Request> } | undefined
  private tokens: number
  private filled: number

  constructor(
    private readonly limits: Limits,
    private readonly now: () => number,
    /** Takes the reply to a request whose chunks will not come any more. */
    private readonly onEarly: (verdict: { reply: Reply }) => void,
  ) {
    this.tokens = limits.requestsPerSecond
    this.filled = now()
  }

  judge(message: unknown): Verdict {
    const verdict = this.check(message)
    if (verdict !== 'more' && !('request' in verdict)) this.refused++
    return verdict
  }

  private check(message: unknown): Verdict {
    const allowed = this.take()
    if (own(message, 'chunk') !== undefined) return this.chunk(message, allowed)
    if (this.assembly) return this.abandoned(message, allowed)
    return this.head(message, allowed)
  }

  private head(message: unknown, allowed: boolean): Verdict {
    let request: Request
    const budget = { left: this.limits.resultBytes }
    try {
      request = asRequest(message, this.limits, budget)
    } catch (error) {
      return this.answer(message, allowed ? problem(error) : failure('OVERLOADED', sentence(error)))
    }
    if (request.id <= this.lastId) {
      // The id may belong to a request under way, so no reply may carry it.
      return { refused: failure('INVALID_REQUEST', `Request id ${request.id} was used before; ids must ascend.`) }
    }
    if (!allowed) return this.answer(request, this.flood())
    if (!request.chunks) return this.whole(request)
    this.lastId = request.id
    const left = Math.max(this.limits.messageBytes, this.limits.sourceBytes)
    this.assembly = { head: request, chunks: new Assembly('Request', request, this.limits, { left }) }
    return 'more'
  }

  /** A chunk belongs to the request before it. Those of a request that was refused are not answered one by one. */
  private chunk(message: unknown, allowed: boolean): Verdict {
    const { assembly } = this
    if (!assembly) {
      this.refused++
      return 'more'
    }
    let request: Request | undefined
    try {
      if (allowed) request = assembly.chunks.add(message)
    } catch (error) {
      return this.fail(assembly.head, problem(error))
    }
    if (!allowed) return this.fail(assembly.head, this.flood())
    if (!request) return 'more'
    this.assembly = undefined
    return this.whole(request)
  }

  /** Something else came before all chunks of a request were there: that one is answered, this one judged by itself. */
  private abandoned(message: unknown, allowed: boolean): Verdict {
    const { head } = this.assembly as { head: Request }
    const early = this.fail(head, failure('INVALID_REQUEST', 'Another message came before all chunks of this request.'))
    this.refused++
    this.onEarly(early)
    return this.head(message, allowed)
  }

  private fail(head: Request, error: ProtocolError): { reply: Reply } {
    this.assembly = undefined
    return { reply: heading(head.id, head.slot, head.type, error) }
  }

  /** A request that is there as a whole. */
  private whole(request: Request): Verdict {
    const excess = this.excess(request)
    if (excess) {
      const error = failure('PAYLOAD_TOO_LARGE', excess)
      this.lastId = request.id
      return { reply: heading(request.id, request.slot, request.type, error) }
    }
    this.lastId = request.id
    return { request }
  }

  private flood(): ProtocolError {
    return failure('OVERLOADED', `More than ${this.limits.requestsPerSecond} requests in a second.`)
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

const sentence = (error: unknown): string =>
  error instanceof InvalidMessage ? error.message : 'The message cannot be read.'

function problem(error: unknown): ProtocolError {
  return failure(error instanceof MessageTooLarge ? 'PAYLOAD_TOO_LARGE' : 'INVALID_REQUEST', sentence(error))
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
function utf8Length(text: string): number {
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
