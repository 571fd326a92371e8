/**
 * The sandbox page. It runs no circuit itself: it proves that it is isolated, lets the app in, loads the engine, and
 * hands everything else to the supervisor.
 */
import './disable-webrtc.ts'
import type { Chunk, Config, Health, Hello, ProtocolEvent, Reply } from '@simten/client/protocol.gen'
import { DEFAULT_LIMITS, type Limits } from '@simten/client/protocol.gen'
import { validate } from '@simten/client/validate'
import { keepFiles } from '@simten/offline/keep'
import { surroundings } from './browser-environment.ts'
import { engineBytes, loadEngine } from './engine-module.ts'
import { EngineTurn } from './engine-turn.ts'
import { type Answer, judgeKnock, welcome } from './handshake.ts'
import { ModuleCache } from './module-cache.ts'
import { fetchModule, moduleHostAt } from './module-host.ts'
import { precompiledFor } from './precompiled/store.ts'
import { selfTest } from './self-test.ts'
import type { Environment, WorkerListener, WorkerPort } from './supervisor/environment.ts'
import { failure } from './supervisor/request-validator.ts'
import { Supervisor } from './supervisor/supervisor.ts'
import type { ToolHost } from './tools/tool-host.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** Milliseconds between progress messages. */
const PROGRESS = 50

async function readConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  const config: unknown = await response.json()
  validate('Config', config)
  return config as Config // checked above
}

/** Milliseconds that the engine waits for the first circuit, which may be there without it. */
const PATIENCE = 1_000
/** Milliseconds that it waits at most for a precompiled circuit to run. */
const MAX_PATIENCE = 2_000

/** Milliseconds from a started engine until the browser is asked to keep the files: the first circuit comes first. */
const REST = 4_000

const config = readConfig()
const verdict = selfTest(surroundings)
let loaded = 0
let onProgress: () => void = () => {}
// Compiling the engine takes all that the processors have. A precompiled circuit needs little and comes first;
// otherwise the engine is under way at the first request. Nothing of it runs before the self-test.
const turn = new EngineTurn((milliseconds, callback) => setTimeout(callback, milliseconds), PATIENCE, MAX_PATIENCE)
const engine = turn.come.then(() => {
  prepared = newWorker() // its script does nothing before it gets the engine
  return loadEngine((bytes) => {
    loaded = bytes
    onProgress()
  })
})
engine.catch(() => {}) // whoever needs it handles the failure

let prepared: Worker | undefined
let preparedWithout: Worker | undefined = newWorkerWithout()

function newWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'simten engine' })
}

/** A worker for a precompiled circuit. */
function newWorkerWithout(): Worker {
  // Vite finds workers that are written like this.
  return new Worker(new URL('./worker-precompiled.ts', import.meta.url), { type: 'module', name: 'simten precompiled' })
}

let taken = false

window.addEventListener('message', (event) => {
  void config.then(
    ({ appOrigins, limits, moduleHost }) => {
      if (taken) return
      const answer = judgeKnock(event, window.parent, appOrigins)
      if (!answer) return
      taken = true
      const host = moduleHostAt(moduleHost, location.origin)
      void serve(answer, limits ?? DEFAULT_LIMITS, host, () => {
        answer.port.postMessage(welcome(answer.hello, limits ?? DEFAULT_LIMITS))
      })
    },
    (error: unknown) => {
      console.error('The sandbox has no readable /config.json and answers nobody:', error)
    },
  )
})

async function serve(
  { port, problem, hello }: NonNullable<Answer>,
  limits: Limits,
  moduleHost: string,
  greet: () => void,
) {
  let keeping = false
  const send = (message: Reply | Chunk | ProtocolEvent, transfer: Transferable[] = []) => {
    port.postMessage(message, transfer)
    if (keeping || !('event' in message) || message.health?.state !== 'ready') return
    keeping = true
    if (!keepsFiles(hello)) return
    setTimeout(() => void keepFiles().then((kept) => kept && send({ event: 'kept' })), REST)
  }
  const health = (state: Health) => send({ event: 'health', health: state })

  let module: WebAssembly.Module | undefined
  const supervisor = new Supervisor(
    browser(limits, hello.editing === true, moduleHost, send, () => module as WebAssembly.Module),
  )
  port.onmessage = (event) => supervisor.receive(event.data)
  port.onmessageerror = () => supervisor.receive(undefined)
  document.addEventListener('securitypolicyviolation', (event) => {
    supervisor.blocked(event.effectiveDirective, event.blockedURI)
  })
  greet()

  const isolated = await verdict.catch(
    (error: unknown) => `The sandbox could not check its isolation: ${String(error)}`,
  )
  if (problem || isolated) {
    supervisor.close(problem ?? { ...failure('UNAVAILABLE', isolated ?? ''), advice: 'Tell the owner of the page.' })
    return
  }
  // When all bytes are there, the browser still makes machine code of them; how far that has come is not known.
  const report = () =>
    health(
      loaded >= engineBytes
        ? { state: 'loading', detail: 'prepare' }
        : { state: 'loading', detail: 'engine', loaded, total: engineBytes },
    )
  let told = 0
  onProgress = () => {
    if (performance.now() - told < PROGRESS && loaded < engineBytes) return
    told = performance.now()
    report()
  }
  report()
  try {
    module = await engine
  } catch (error) {
    supervisor.close(failure('UNAVAILABLE', `The engine could not be loaded: ${String(error)}`))
    return
  }
  preparedWithout?.terminate()
  health({ state: 'loading', detail: 'start' })
  supervisor.start()
}

/** Only for pages in which circuits are written, and not inside other pages: 40 MB are kept for nobody unasked. */
function keepsFiles(hello: Hello): boolean {
  return hello.editing === true && location.pathname === '/'
}

/** The browser's cache; a page without a secure context has none, and some settings forbid it. */
function storage(): CacheStorage | undefined {
  try {
    return globalThis.caches
  } catch {
    return undefined
  }
}

let toolHost: Promise<ToolHost> | undefined

/** The host of programs of others; its code is loaded when somebody wants one. */
function tools(): Promise<ToolHost> {
  toolHost ??= Promise.all([import('./tools/tool-host.ts'), import('virtual:tools')]).then(
    ([{ ToolHost }, { tools }]) =>
      new ToolHost(tools, (heard, failed) => {
        // Vite finds workers that are written like this.
        const worker = new Worker(new URL('./tools/worker-tools.ts', import.meta.url), {
          type: 'module',
          name: 'simten tools',
        })
        worker.onmessage = (event) => heard(event.data)
        worker.onerror = (event) => {
          event.preventDefault()
          failed(event.message || 'its worker could not be loaded.')
        }
        return { post: (job) => worker.postMessage(job), terminate: () => worker.terminate() }
      }),
  )
  return toolHost
}

/** The supervisor's environment in a browser. */
function browser(
  limits: Limits,
  editing: boolean,
  moduleHost: string,
  send: Environment['send'],
  module: () => WebAssembly.Module,
): Environment {
  const cache = new ModuleCache(storage(), moduleHost)
  return {
    limits,
    editing,
    send,
    async fetchModule(path, signal, lock) {
      const kept = await cache.get(path, lock)
      if (kept) return kept
      const file = await fetchModule(moduleHost, path, limits.maxModuleBytes, signal)
      void cache.put(file)
      return file
    },
    async tool(request, tell, signal) {
      try {
        return await (await tools()).run(request, tell, signal)
      } catch (error) {
        toolHost = undefined // so that the next request tries again
        return { error: failure('UNAVAILABLE', `Yosys could not be loaded: ${String(error)}`) }
      }
    },
    now: () => performance.now(),
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
    spawn(listener: WorkerListener, traced: boolean): WorkerPort {
      const worker = prepared ?? newWorker()
      prepared = undefined
      return begun(worker, listener, { kind: 'start', module: module(), limits, moduleHost, traced })
    },
    precompiled: precompiledFor,
    engineTurn: turn,
    spawnPrecompiled(listener: WorkerListener, circuit): WorkerPort {
      const worker = preparedWithout ?? newWorkerWithout()
      preparedWithout = undefined
      return begun(worker, listener, { kind: 'precompiled', circuit })
    },
  }
}

/** A worker with its first message. */
function begun(worker: Worker, listener: WorkerListener, first: ToWorker): WorkerPort {
  worker.onmessage = (event: MessageEvent<FromWorker>) => listener.message(event.data)
  worker.onerror = (event) => {
    event.preventDefault()
    listener.failure(`The worker failed: ${event.message || 'it could not be loaded'}.`)
  }
  worker.onmessageerror = () => listener.failure('The worker sent a message that cannot be read.')
  worker.postMessage(first)
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
  }
}
