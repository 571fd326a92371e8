import type {
  Chunk,
  CompileRequest,
  Limits,
  Lock,
  Precompiled,
  ProtocolEvent,
  Reply,
  Request,
} from '@simten/client/protocol.gen'
import type { Tell, ToolAnswer } from '../tools/tool-host.ts'
import type { FromWorker, ModuleFile, ToWorker } from '../worker-messages.ts'

/** One worker as the supervisor sees it. */
export interface WorkerPort {
  post(message: ToWorker, transfer?: Transferable[]): void
  terminate(): void
}

/** Callbacks for the messages of a worker; the supervisor hands them over when it spawns one. */
export interface WorkerListener {
  message(message: FromWorker): void
  /** The worker failed outside the engine, or sent a message that cannot be read. */
  failure(text: string): void
}

/** Everything that the supervisor needs from outside, so that tests can bring their own time and workers. */
export interface Environment {
  readonly limits: Limits
  /**
   * Whether circuits are written in the app's page. The warm-up of one worker serves the others: they share the
   * compiled engine.
   */
  readonly editing: boolean
  /** Starts a worker whose engine will report ready. A traced one can tell where user code is, and is slow. */
  spawn(listener: WorkerListener, traced: boolean): WorkerPort
  /**
   * The precompiled form of what a request asks for, if there is one; found is called when it is on its way. The
   * promise never rejects.
   */
  precompiled(request: CompileRequest, found: () => void): Promise<Precompiled | undefined>
  /** When loading the engine begins; see EngineTurn. */
  readonly engineTurn: { wait(): void; begin(): void }
  /** Starts a worker without an engine that runs a precompiled circuit. */
  spawnPrecompiled(listener: WorkerListener, circuit: Precompiled): WorkerPort
  /** Milliseconds from any fixed start. */
  now(): number
  /** Calls back once after some milliseconds; the result cancels. */
  after(milliseconds: number, callback: () => void): () => void
  /**
   * Fetches a module from the module host, or brings one of an earlier visit that is as the lock says. The promise
   * never rejects.
   */
  fetchModule(path: string, signal: AbortSignal, lock: Lock | undefined): Promise<ModuleFile>
  /**
   * Has programs of others do what a request asks for. Aborting ends them. The promise never rejects.
   */
  tool(request: Request, tell: Tell, signal: AbortSignal): Promise<ToolAnswer>
  /** Sends to the app. */
  send(message: Reply | Chunk | ProtocolEvent, transfer?: Transferable[]): void
}
