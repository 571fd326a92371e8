import type { Request } from '@simten/client/protocol.gen'
import type { Environment } from './environment.ts'
import { replyTo } from './pending.ts'
import { failure } from './request-validator.ts'

/** Imports and bitstreams under way: they need no engine and no slot, and are given up one by one. */
export class Tools {
  private readonly running = new Map<number, { readonly request: Request; readonly giveUp: AbortController }>()

  constructor(private readonly environment: Environment) {}

  /** Takes a request, if it is one for programs of others. */
  take(request: Request): boolean {
    if (request.type !== 'import' && request.type !== 'bitstream') return false
    const { id, slot, type } = request
    const giveUp = new AbortController()
    this.running.set(id, { request, giveUp })
    const { environment } = this
    const tell: Parameters<Environment['tool']>[1] = (progress) => {
      if (this.running.has(id)) environment.send({ event: 'tool', slot, tool: { request: id, ...progress } })
    }
    void environment.tool(request, tell, giveUp.signal).then((answer) => {
      if (this.running.delete(id)) environment.send({ id, slot, type, ...answer })
    })
    return true
  }

  /** Gives up a request; false when there is none of that id. */
  abort(request: Request, id: number): boolean {
    const found = this.running.get(id)
    if (!found) return false
    this.running.delete(id)
    found.giveUp.abort()
    this.environment.send(replyTo(found.request, failure('ABORTED', 'Given up on request.')))
    this.environment.send({ id: request.id, slot: request.slot, type: request.type })
    return true
  }
}
