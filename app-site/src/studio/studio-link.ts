/** The connection of the studio's page to its server: one message in each direction besides the introduction. */

/** A circuit that the server has the page show. */
export interface StudioCircuit {
  /** Counts up; the answer names it. */
  readonly id: number
  /** Of the file, for the reader. */
  readonly name: string
  readonly text: string
  /** Values at first by name. */
  readonly inputs: Readonly<Record<string, number | string>>
  /** Clock cycles to run before. */
  readonly cycle: number
  /** With the waveforms. */
  readonly waves: boolean
}

/**
 * `connecting` at first; `lost` while it is tried again; `refused` when the server knows another token, so that trying
 * again is of no use.
 */
export type LinkState = 'connecting' | 'connected' | 'lost' | 'refused'

/** The path of the WebSocket on the server of the page. */
export const studioSocket = '/studio/socket'

/** The studio's code for a token that is not its own. */
const WRONG_TOKEN = 4001

/** Milliseconds until the first try again, and at most between two. */
const firstPause = 250
const longestPause = 5_000
/** A connection that held for so many milliseconds makes the next pause the first one again. */
const holds = 2_000

/** The part of a WebSocket that the link needs. */
export type LinkSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>

/** Where the link gets its sockets and its time. */
export interface LinkHost {
  open(): LinkSocket
  later(then: () => void, milliseconds: number): void
  now(): number
}

/** Keeps the page connected. */
export class StudioLink {
  private socket: LinkSocket | undefined
  private pause = firstPause
  private stateNow: LinkState = 'connecting'

  constructor(
    private readonly token: string,
    private readonly host: LinkHost,
    private readonly on: { state(state: LinkState): void; circuit(circuit: StudioCircuit): void },
  ) {}

  get state(): LinkState {
    return this.stateNow
  }

  /** Connects, and again whenever the connection is lost. */
  connect(): void {
    const socket = this.host.open()
    let opened: number | undefined
    this.socket = socket
    socket.onopen = () => {
      opened = this.host.now()
      socket.send(JSON.stringify({ type: 'register', token: this.token }))
      this.become('connected')
    }
    socket.onmessage = (event) => {
      const circuit = circuitIn(event.data)
      if (circuit) this.on.circuit(circuit)
    }
    socket.onclose = ({ code }) => {
      this.socket = undefined
      if (code === WRONG_TOKEN) {
        this.become('refused')
        return
      }
      this.become('lost')
      if (opened !== undefined && this.host.now() - opened >= holds) this.pause = firstPause
      this.host.later(() => this.connect(), this.pause)
      this.pause = Math.min(longestPause, this.pause * 2)
    }
  }

  /** Tells the server whether a circuit was drawn, and nothing else. */
  report(id: number, ok: boolean): void {
    if (this.stateNow === 'connected') this.socket?.send(JSON.stringify({ type: 'render-result', id, ok }))
  }

  private become(state: LinkState): void {
    if (this.stateNow === state) return
    this.stateNow = state
    this.on.state(state)
  }
}

/** Reads a message of the server; undefined for anything that is not a circuit. */
export function circuitIn(data: unknown): StudioCircuit | undefined {
  if (typeof data !== 'string') return undefined
  let message: unknown
  try {
    message = JSON.parse(data)
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null) return undefined
  const { type, id, name, text, inputs = {}, cycle = 0, waves = false } = message as Record<string, unknown>
  if (type !== 'circuit' || typeof name !== 'string' || typeof text !== 'string' || typeof waves !== 'boolean')
    return undefined
  if (!isCount(id) || !isCount(cycle) || typeof inputs !== 'object' || inputs === null) return undefined
  const values = Object.entries(inputs).filter(
    (entry): entry is [string, number | string] => typeof entry[1] === 'number' || typeof entry[1] === 'string',
  )
  return { id, name, text, inputs: Object.fromEntries(values), cycle, waves }
}

function isCount(n: unknown): n is number {
  return Number.isSafeInteger(n) && (n as number) >= 0
}
