import { Assembly, divide } from './chunks.ts'
import { SandboxError } from './error.ts'
import {
  DEFAULT_LIMITS,
  type Limits,
  PROTOCOL_VERSION,
  type ProtocolEvent,
  type Reply,
  type Request,
  type Welcome,
} from './protocol.gen.ts'
import { unfold } from './tables.ts'
import { asEvent, asReply, type Budget, validate } from './validate.ts'

/** A request without its id. */
export type RequestPart = Omit<Request, 'id'>

/** The side of a message port that the client uses. */
export interface Port {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}

interface Waiting {
  type: Request['type']
  slot: string
  /** A reply that comes in chunks. */
  assembly?: Assembly<Reply>
  /** Its caller no longer listens. */
  givenUp?: boolean
  resolve(reply: Reply): void
  reject(error: SandboxError): void
}

/**
 * The conversation over one port: waits for the Welcome, numbers requests, matches replies, and checks everything that
 * comes in.
 */
export class Connection {
  limits: Limits | undefined
  private next = 1
  private queue: Request[] | undefined = []
  private readonly waiting = new Map<number, Waiting>()
  private closed: SandboxError | undefined

  constructor(
    private readonly port: Port,
    private readonly nonce: string,
    private readonly events: {
      welcome(): void
      event(event: ProtocolEvent): void
      /** Every reply, also those whose caller gave up. */
      reply(reply: Reply): void
      /** How much of a compile's result is there that comes in chunks, from 0 to 1. */
      receiving(slot: string, done: number): void
      /** The other side does not speak as it must; the connection is closed. */
      broken(error: SandboxError): void
    },
  ) {
    port.onmessage = (event) => this.receive(event.data)
  }

  /** Whether no request waits for its reply. */
  get idle(): boolean {
    return this.waiting.size === 0
  }

  /** Sends a request, at once or when the sandbox has said welcome. A failed one rejects with a SandboxError. */
  request(part: RequestPart, signal?: AbortSignal): Promise<Reply> {
    if (this.closed) return Promise.reject(this.closed)
    if (signal?.aborted) return Promise.reject(SandboxError.of('ABORTED', 'Given up before it was sent.'))
    const id = this.next++
    return new Promise((resolve, reject) => {
      const abort = () => {
        reject(SandboxError.of('ABORTED', 'Given up on request.'))
        this.giveUp(id, part.slot)
      }
      signal?.addEventListener('abort', abort, { once: true })
      const done = () => signal?.removeEventListener('abort', abort)
      this.waiting.set(id, {
        type: part.type,
        slot: part.slot,
        resolve: (reply) => {
          done()
          resolve(reply)
        },
        reject: (error) => {
          done()
          reject(error)
        },
      })
      this.post({ id, ...part })
    })
  }

  /** Fails everything that waits, and everything later. */
  close(error: SandboxError): void {
    if (this.closed) return
    this.closed = error
    this.port.onmessage = null
    this.port.close()
    for (const waiting of this.waiting.values()) waiting.reject(error)
    this.waiting.clear()
  }

  private giveUp(id: number, slot: string): void {
    const unsent = this.queue?.findIndex((request) => request.id === id) ?? -1
    if (unsent >= 0) {
      this.queue?.splice(unsent, 1)
      this.waiting.delete(id)
      return
    }
    const waiting = this.waiting.get(id)
    if (waiting) {
      // Its own reply still comes, and is looked at: the work may have been done already.
      waiting.givenUp = true
      void this.request({ slot, type: 'abort', abort: { request: id } }).catch(() => {})
    }
  }

  private post(request: Request): void {
    if (this.queue) this.queue.push(request)
    else for (const message of divide(request, this.limits ?? DEFAULT_LIMITS)) this.port.postMessage(message)
  }

  private receive(data: unknown): void {
    try {
      if (this.queue) this.welcomed(data)
      else this.told(data, { left: this.limits?.resultBytes ?? DEFAULT_LIMITS.resultBytes })
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      const broken = SandboxError.of('UNAVAILABLE', `The sandbox sent a message that cannot be understood: ${text}`)
      this.close(broken)
      this.events.broken(broken)
    }
  }

  private told(data: unknown, budget: Budget): void {
    const has = (key: string) => typeof data === 'object' && data !== null && Object.hasOwn(data, key)
    if (has('event')) this.events.event(asEvent(data, budget))
    else if (has('chunk')) this.continued(data)
    else this.replied(asReply(data, budget))
  }

  private welcomed(data: unknown): void {
    validate('Welcome', data)
    const welcome = data as Welcome // checked above
    if (welcome.nonce !== this.nonce) throw new Error('the answer was meant for another page')
    if (welcome.version !== PROTOCOL_VERSION) throw new Error(`it speaks version ${welcome.version} of the protocol`)
    this.limits = welcome.limits
    const queue = this.queue ?? []
    this.queue = undefined
    this.events.welcome()
    for (const request of queue) this.post(request)
  }

  /** Adds a chunk to its reply. The chunks of a reply that nobody waits for any more are not looked at. */
  private continued(data: unknown): void {
    const id: unknown = Object.getOwnPropertyDescriptor(data, 'id')?.value
    const waiting = typeof id === 'number' ? this.waiting.get(id) : undefined
    if (!waiting?.assembly) return
    const whole = waiting.assembly.add(data)
    if (waiting.type === 'compile' && !waiting.givenUp) this.events.receiving(waiting.slot, waiting.assembly.done)
    if (whole) this.replied(whole)
  }

  private replied(told: Reply): void {
    const waiting = this.waiting.get(told.id)
    if (!waiting) return
    if (told.chunks) {
      // It may begin anew, when the worker was lost before all chunks were there.
      const limits = this.limits ?? DEFAULT_LIMITS
      waiting.assembly = new Assembly('Reply', told, limits, { left: limits.messageBytes })
      return
    }
    const reply = told.compile?.tables ? { ...told, compile: unfold(told.compile) } : told
    this.waiting.delete(reply.id)
    this.events.reply(reply)
    if (reply.error) waiting.reject(new SandboxError(reply.error))
    else waiting.resolve(reply)
  }
}
