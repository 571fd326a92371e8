import { Assembly } from '../../embed/src/client/parts'
import { DEFAULT_LIMITS, type Part, type Reply } from '../../embed/src/client/protocol.gen'

/** Puts together the replies that come in parts, as the app does. */
export class Receiver {
  private readonly open = new Map<number, Assembly<Reply>>()

  /** Takes a message; gives the reply that is there with it. */
  take(message: Reply | Part): Reply | undefined {
    if ('part' in message) {
      const whole = this.open.get(message.id)?.add(message)
      if (whole) this.open.delete(message.id)
      return whole
    }
    if (!message.parts) return message
    this.open.set(message.id, new Assembly('Reply', message, DEFAULT_LIMITS, { left: DEFAULT_LIMITS.messageBytes }))
    return undefined
  }
}
