/** JSON-RPC with the host of an MCP App (SEP-1865), which is around this document: a chat, or its sandbox page. */

/** The version of the extension that this view speaks. */
export const APPS_VERSION = '2026-01-26'

/** The parts of a window that the link needs. */
export interface HostWindow {
  readonly parent: { postMessage(message: unknown, origin: string): void }
  addEventListener(type: 'message', listen: (event: Pick<MessageEvent, 'source' | 'origin' | 'data'>) => void): void
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** Sends requests and notifications to the host, and hears its notifications. */
export class HostLink {
  private next = 1
  private readonly waiting = new Map<number, Waiting>()
  /** The origin of the first message of the host; nobody else is heard from then on. */
  private origin: string | undefined

  constructor(
    private readonly window: HostWindow,
    private readonly heard: (method: string, params: unknown) => void,
  ) {
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source !== window.parent || !isMessage(data)) return
      this.origin ??= origin
      if (origin === this.origin) this.take(data)
    })
  }

  /** Asks the host for something; the answer is whatever it gives. */
  request(method: string, params: object): Promise<unknown> {
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.post({ id, method, params })
    })
  }

  notify(method: string, params: object): void {
    this.post({ method, params })
  }

  private take(message: Message): void {
    const { id, method, params, result, error } = message
    if (typeof method === 'string') {
      if (id === undefined) this.heard(method, params)
      // The view has nothing to wind up; it offers nothing that could be called.
      else if (method === 'ping' || method === 'ui/resource-teardown') this.post({ id, result: {} })
      else this.post({ id, error: { code: -32601, message: 'This view has no such method.' } })
      return
    }
    const waiting = typeof id === 'number' ? this.waiting.get(id) : undefined
    if (!waiting) return
    this.waiting.delete(id as number)
    if (error === undefined) waiting.resolve(result)
    else waiting.reject(new Error('The host refuses.'))
  }

  /** Nothing secret is sent, and the host's origin is not known before it has said something. */
  private post(message: object): void {
    this.window.parent.postMessage({ jsonrpc: '2.0', ...message }, this.origin ?? '*')
  }
}

interface Message {
  readonly jsonrpc: '2.0'
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

function isMessage(data: unknown): data is Message {
  return isRecord(data) && data.jsonrpc === '2.0'
}

/** Whether something has fields that can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
