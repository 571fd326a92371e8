import { Assembly } from '@simten/client/chunks'
import { type Chunk, DEFAULT_LIMITS, type Reply } from '@simten/client/protocol.gen'
import { unfold } from '@simten/client/tables'

/** Puts together the replies that come in chunks, as the app does. */
export class Receiver {
  private readonly open = new Map<number, Assembly<Reply>>()

  /** Takes a message; gives the reply that is there with it. */
  take(message: Reply | Chunk): Reply | undefined {
    if ('chunk' in message) {
      const whole = this.open.get(message.id)?.add(message)
      if (whole) this.open.delete(message.id)
      return whole && complete(whole)
    }
    if (!message.chunks) return complete(message)
    this.open.set(message.id, new Assembly('Reply', message, DEFAULT_LIMITS, { left: DEFAULT_LIMITS.messageBytes }))
    return undefined
  }
}

/** A reply as whoever asked has it. */
const complete = (reply: Reply): Reply => (reply.compile ? { ...reply, compile: unfold(reply.compile) } : reply)
