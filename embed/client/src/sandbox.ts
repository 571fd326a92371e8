import { Connection, type RequestPart } from './connection.ts'
import { SandboxError } from './error.ts'
import { originAdvice, originOf } from './origin.ts'
import {
  DEFAULT_LIMITS,
  type Health,
  type Hello,
  PROTOCOL_VERSION,
  type ProtocolEvent,
  type Reply,
} from './protocol.gen.ts'
import { Slot } from './slot.ts'

export interface SandboxOptions {
  /** Origin of the sandbox page, such as "https://sandbox.example.org". It must differ from this page's. */
  origin: string
  /**
   * Where the hidden frame is put; the document's root element when absent: pages move and replace what is in their
   * body.
   */
  container?: HTMLElement
  /** Whether circuits are written in this page: the engine then practises for about a second while nobody waits. */
  editing?: boolean
}

/** Milliseconds between looks at a frame of which something is expected. */
const LOOK = 500

/**
 * Milliseconds after which it is told that the sandbox page has not answered yet; its answer comes before the engine.
 */
export const SILENT = 4_000

/** The sandbox of one page: a hidden frame on another origin, in which circuits are compiled and run. */
export class Sandbox {
  /** Origin of the sandbox page. */
  readonly origin: string
  /** State of the sandbox itself. */
  health: Health = { state: 'loading', detail: 'page' }
  /** Why no page needs to be asked: there can be none. */
  private readonly misnamed: SandboxError | undefined
  private readonly listeners = new Set<(health: Health) => void>()
  private readonly refusals = new Set<(error: SandboxError) => void>()
  private readonly keepers = new Set<() => void>()
  private readonly slots = new Map<string, Slot>()
  private frame: HTMLIFrameElement | undefined
  private connection: Connection
  private timer: ReturnType<typeof setTimeout> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  private watching: ReturnType<typeof setTimeout> | undefined
  private unnamed = 0
  private disposed = false
  /** The frame was put into the document; nobody but this client should take it out. */
  private placed = false
  /** The window in the frame that was greeted. */
  private greeted: Window | null = null
  /** The frame went away by itself. */
  private lost = false

  constructor(private readonly options: SandboxOptions) {
    const origin = originOf(options.origin)
    this.origin = origin ?? options.origin
    if (origin === undefined) {
      this.misnamed = SandboxError.of(
        'UNAVAILABLE',
        `No sandbox can be at "${options.origin}".`,
        originAdvice(options.origin),
      )
    }
    this.connection = this.connect()
  }

  /** There can be no sandbox at the address that was given: another try cannot help, another address does. */
  get misplaced(): boolean {
    return this.misnamed !== undefined
  }

  /** Whether all slots that a page may have are taken. */
  get full(): boolean {
    return this.slots.size >= (this.connection.limits ?? DEFAULT_LIMITS).slots
  }

  /** Calls back whenever health changes; the result ends that. */
  onHealth(callback: (health: Health) => void): () => void {
    this.listeners.add(callback)
    return () => this.listeners.delete(callback)
  }

  /** Calls back when the sandbox refused or blocked something outside any request; for developers. */
  onRefused(callback: (error: SandboxError) => void): () => void {
    this.refusals.add(callback)
    return () => this.refusals.delete(callback)
  }

  /** Calls back when the browser keeps the sandbox's files, so that a later visit works without a network. */
  onKept(callback: () => void): () => void {
    this.keepers.add(callback)
    return () => this.keepers.delete(callback)
  }

  /** The slot of a name, made when it is new; without a name always a new one. */
  slot(name = `slot ${++this.unnamed}`): Slot {
    let slot = this.slots.get(name)
    if (!slot) {
      slot = new Slot(
        name,
        (part, signal) => this.request(part, signal),
        (gone) => {
          if (this.slots.get(name) === gone) this.slots.delete(name)
        },
      )
      this.slots.set(name, slot)
    }
    return slot
  }

  /** Sends a request. A sandbox whose frame went away is made anew first. */
  private request(part: RequestPart, signal?: AbortSignal): Promise<Reply> {
    this.look()
    if (this.lost) this.retry()
    const reply = this.connection.request(part, signal)
    this.watch()
    return reply
  }

  /** Looks at the frame for as long as something is expected of it: no event tells at once that its page is no more. */
  private watch(): void {
    if (this.watching) return
    this.watching = setTimeout(() => {
      this.watching = undefined
      this.look()
      const busy = !this.connection.idle || [...this.slots.values()].some((slot) => slot.status?.running)
      if (busy && this.frame) this.watch()
    }, LOOK)
  }

  private look(): void {
    if (!this.frame) return
    if (this.placed && !this.frame.isConnected) this.gone('was removed from the page')
    // A frame that is moved in the document gets a new window at once and loads its page into it later. Until that has
    // loaded, replies of the old page may still come, but no request reaches anybody.
    else if (this.greeted && this.frame.contentWindow !== this.greeted) this.gone('was moved in the page')
  }

  /** Makes the frame anew. Slots come back with their last good circuit, in its start state. */
  retry(): void {
    if (this.disposed) return
    this.lost = false
    this.disconnect(SandboxError.of('ABORTED', 'The sandbox was started again.'))
    this.change({ state: 'loading', detail: 'page' })
    this.connection = this.connect()
    for (const slot of this.slots.values()) slot.again()
  }

  /** Ends everything; requests under way reject. */
  dispose(): void {
    this.disposed = true
    this.disconnect(SandboxError.of('ABORTED', 'The sandbox was disposed of.'))
  }

  private connect(): Connection {
    const nonce = crypto.randomUUID()
    const channel = new MessageChannel()
    const connection = new Connection(channel.port1, nonce, {
      welcome: () => {
        clearTimeout(this.silence)
        this.patience()
      },
      event: (event) => this.event(event),
      reply: (reply) => this.slots.get(reply.slot)?.replied(reply),
      receiving: (slot, done) => this.slots.get(slot)?.receiving(done),
      broken: (error) => this.unavailable(error),
    })
    if (this.misnamed) {
      connection.close(this.misnamed)
      this.change({ state: 'unavailable', detail: inWords(this.misnamed) })
      return connection
    }
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    frame.setAttribute('aria-hidden', 'true')
    frame.title = 'Simten sandbox'
    frame.tabIndex = -1
    frame.style.setProperty('display', 'none', 'important') // whatever the page's rules say of frames
    frame.addEventListener('load', () => {
      if (frame !== this.frame) return
      // Only one page is ever loaded. A second one means that the first led the frame elsewhere, or that the frame was
      // moved in the document, which loads it again; either way the page that was greeted is no more.
      if (this.greeted) {
        this.look()
        if (frame === this.frame) this.gone('was loaded again')
        return
      }
      this.greeted = frame.contentWindow
      const hello: Hello = { hello: 'simten', nonce, version: PROTOCOL_VERSION }
      if (this.options.editing) hello.editing = true
      frame.contentWindow?.postMessage(hello, this.origin, [channel.port2])
    })
    // The sandbox's first document lists the pages that may be around it, all of them up to the tab's own. A page that
    // is in a frame itself does not know who put it there; the second document leaves the question to the greeting.
    frame.src = `${this.origin}${window.parent === window ? '/' : '/framed'}`
    this.frame = frame
    this.greeted = null
    ;(this.options.container ?? document.documentElement).append(frame)
    this.placed = frame.isConnected
    this.silence = setTimeout(() => {
      const detail = `${this.origin} has not answered yet. Does it allow pages of ${location.origin} (with simten serve: --embedder ${location.origin})?`
      this.change({ state: 'loading', detail })
    }, SILENT)
    this.patience()
    return connection
  }

  private disconnect(error: SandboxError): void {
    clearTimeout(this.timer)
    clearTimeout(this.silence)
    clearTimeout(this.watching)
    this.watching = undefined
    this.connection.close(error)
    this.frame?.remove()
    this.frame = undefined
  }

  /** Waits for the next sign of progress. A page that is blocked gives none, and no error either. */
  private patience(): void {
    clearTimeout(this.timer)
    const { readyMilliseconds } = this.connection?.limits ?? DEFAULT_LIMITS
    this.timer = setTimeout(() => {
      this.unavailable(
        SandboxError.of(
          'UNAVAILABLE',
          `The sandbox at ${this.origin} did not answer within ${readyMilliseconds / 1000} s.`,
          `Check that it can be reached, that nothing (an extension, a filter) blocks it, and that it allows pages of ${location.origin} (with simten serve: --embedder ${location.origin}).`,
        ),
      )
    }, readyMilliseconds)
  }

  /** The page in the frame is no more. Waiting requests are refused; the next request makes the sandbox anew. */
  private gone(how: string): void {
    if (!this.frame || this.disposed) return
    this.lost = true
    this.unavailable(
      SandboxError.of(
        'UNAVAILABLE',
        `The sandbox's frame ${how}.`,
        'Nothing needs to be done: it is made anew with the next request. Circuits begin in their start state.',
      ),
    )
  }

  private unavailable(error: SandboxError): void {
    this.disconnect(error)
    this.change({ state: 'unavailable', detail: inWords(error) })
  }

  private event(event: ProtocolEvent): void {
    if (event.health) this.told(event.health)
    if (event.event === 'kept') for (const callback of [...this.keepers]) callback()
    if (event.slot !== undefined) this.slots.get(event.slot)?.heard(event)
    else if (event.error) {
      const error = new SandboxError(event.error)
      for (const callback of [...this.refusals]) callback(error)
    }
  }

  private told(health: Health): void {
    if (health.state === 'unavailable') {
      this.disconnect(SandboxError.of('UNAVAILABLE', health.detail ?? 'The sandbox gave up.'))
    } else if (health.state === 'loading') this.patience()
    else clearTimeout(this.timer)
    this.change(health)
  }

  private change(health: Health): void {
    this.health = health
    for (const callback of [...this.listeners]) callback(health)
  }
}

function inWords(error: SandboxError): string {
  return `${error.message} ${error.advice}`
}
