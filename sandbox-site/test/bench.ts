import {
  type Chunk,
  DEFAULT_LIMITS,
  type Limits,
  type Precompiled,
  type ProtocolEvent,
  type Reply,
  type Request,
} from '@simten/client/protocol.gen'
import type { Environment } from '../src/supervisor/environment.ts'
import { Supervisor } from '../src/supervisor/supervisor.ts'
import type { ModuleFile } from '../src/worker-messages.ts'
import { FakeWorker, type Manners } from './fake-engine.ts'
import { FakeTime, Random } from './fake-time.ts'
import { Receiver } from './receiver.ts'

type Ask = Omit<Request, 'id' | 'slot'>

/** A precompiled circuit for a fake worker, which knows what to do by the source. */
const withControl = (source: string): Precompiled => ({
  compile: { source },
  result: { diagnostics: [], circuits: [] },
  code: new Uint8Array(),
  control: 0,
  events: 0,
  shown: 0,
  nets: new Uint32Array(),
  constants: new Uint8Array(),
  inputs: [],
  controls: { a: { width: 8, targets: [] } },
  start: [],
  states: [],
})

/** A supervisor with fake time and fake workers, and an app that keeps what it hears. */
export class Bench {
  readonly time = new FakeTime()
  readonly random: Random
  readonly workers: FakeWorker[] = []
  /** The workers without an engine. */
  readonly early: FakeWorker[] = []
  /** Sources that run without the engine; what can be set there is "a". */
  readonly precompiled = new Set<string>()
  /** How often the engine was said to be needed. */
  turns = 0
  readonly replies: Reply[] = []
  readonly events: ProtocolEvent[] = []
  readonly supervisor: Supervisor
  /** How the workers that are spawned from now on behave. */
  manners: Manners = { start: 20 }
  /** The answers of the module host. */
  modules: (path: string, signal: AbortSignal) => Promise<ModuleFile> = async (path) => ({
    path,
    final: path,
    type: 'text/javascript',
    bytes: new TextEncoder().encode(path),
    failure: '',
    offline: false,
  })
  /** Programs of others; they come to no end before they are given up. */
  tool: Environment['tool'] = (_, __, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ error: { code: 'ABORTED', message: 'given up' } }))
    })
  /** Sent messages that are no events, as they travelled. */
  readonly messages: (Reply | Chunk)[] = []
  private readonly receiver = new Receiver()
  private id = 0

  constructor(seed = 1, limits: Partial<Limits> = {}, editing = false) {
    this.random = new Random(seed)
    this.supervisor = new Supervisor({
      limits: { ...DEFAULT_LIMITS, ...limits },
      editing,
      now: () => this.time.now,
      after: (milliseconds, callback) => this.time.after(milliseconds, callback),
      fetchModule: (path, signal) => this.modules(path, signal),
      tool: (request, tell, signal) => this.tool(request, tell, signal),
      spawn: (listener, traced) => {
        const worker = new FakeWorker(this.time, this.random, listener, this.manners, traced)
        this.workers.push(worker)
        return worker
      },
      precompiled: async ({ source }) => (this.precompiled.has(source) ? withControl(source) : undefined),
      engineTurn: { wait() {}, begin: () => this.turns++ },
      spawnPrecompiled: (listener) => {
        const worker = new FakeWorker(this.time, this.random, listener, { start: 5 })
        this.early.push(worker)
        return worker
      },
      send: (message) => {
        if ('event' in message) {
          this.events.push(message)
          return
        }
        const copy = structuredClone(message)
        this.messages.push(structuredClone(message))
        const reply = this.receiver.take(copy)
        if (reply) this.replies.push(reply)
      },
    })
  }

  /** The workers that live, the active one first. */
  get living(): FakeWorker[] {
    return this.workers.filter((worker) => !worker.terminated)
  }

  send(slot: string, part: Ask): number {
    this.supervisor.receive({ id: ++this.id, slot, ...part })
    return this.id
  }

  reply(id: number): Reply | undefined {
    return this.replies.find((reply) => reply.id === id)
  }

  /** Lets time pass until something is so. */
  async until(so: () => boolean): Promise<void> {
    for (let i = 0; i < 3_000; i++) {
      if (so()) return
      await this.time.pass(10)
    }
    throw new Error('it does not come to pass')
  }

  /** Sends and lets time pass until the reply is there. */
  async ask(slot: string, part: Ask): Promise<Reply> {
    const id = this.send(slot, part)
    for (let i = 0; i < 3_000; i++) {
      const reply = this.reply(id)
      if (reply) return reply
      await this.time.pass(10)
    }
    throw new Error(`request ${id} (${part.type}) is not answered`)
  }

  compile(slot: string, source: string): Promise<Reply> {
    return this.ask(slot, { type: 'compile', compile: { source } })
  }

  eventsOf(kind: ProtocolEvent['event']): ProtocolEvent[] {
    return this.events.filter((event) => event.event === kind)
  }
}
