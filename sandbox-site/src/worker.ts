/**
 * The worker's loader: starts the Go engine, passes messages in and out, and gives it time in slices. It contains no
 * decision about circuits.
 */
import './worker-console'
import '../../build/wasm/wasm_exec.js'
import type { ErrorCode, Limits } from '../../embed/src/client/protocol.gen'
import { lastWords } from './worker-console'
import type { FromWorker, ToWorker } from './worker-messages'

/** Milliseconds that the engine may work before messages are looked at. */
const SLICE = 8
/** Milliseconds between signs of life while one piece of work follows another. */
const SIGN_OF_LIFE = 250

/** The entry points that the engine hands over when it has started. */
interface Engine {
  handle(text: string, attachment: Uint8Array | undefined): void
  /** Works for about the given milliseconds; returns how long to wait before the next call, or −1. */
  run(milliseconds: number): number
  warm(): void
  /** Sends a frame with every value of a slot. */
  refresh(slot: string): void
}

/** What the engine calls; see wasm/main.go. */
interface Host {
  limits: string
  started(handle: Engine['handle'], run: Engine['run'], warm: Engine['warm'], refresh: Engine['refresh']): void
  reply(text: string): void
  event(text: string, nets: Uint32Array | undefined, limbs: Uint32Array | undefined): void
  checkpoint(slot: string, cycle: number, state: Uint8Array): void
  enter(slot: string, request: number, cycle: number): void
  broken(code: ErrorCode, message: string): void
}

let engine: Engine | undefined
let dead = false

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

function broken(code: ErrorCode, message: string): void {
  if (dead) return
  dead = true
  post({ kind: 'broken', code, message })
}

/** Calls into the engine. What it throws went through Go's own frames, so the engine is not usable afterwards. */
function guarded<T>(call: (engine: Engine) => T): T | undefined {
  if (dead || !engine) return undefined
  try {
    return call(engine)
  } catch (error) {
    const overflow = error instanceof RangeError
    broken(
      overflow ? 'MEMORY' : 'RUNTIME',
      overflow ? 'The program nests deeper than the engine can follow.' : `The engine stopped: ${String(error)}`,
    )
    return undefined
  }
}

// Slices follow each other through a message channel: a timer of 0 ms is stretched to 4 ms by browsers. A message from
// the supervisor gets its turn between two of them.
const turn = new MessageChannel()
let queued = false
let timer: ReturnType<typeof setTimeout> | undefined

function schedule(wait: number): void {
  clearTimeout(timer)
  timer = undefined
  if (wait === 0) {
    if (!queued) {
      queued = true
      turn.port2.postMessage(0)
    }
    return
  }
  if (wait > 0) timer = setTimeout(slice, wait)
  if (entered) {
    entered = undefined
    post({ kind: 'idle' })
  }
}

function slice(): void {
  const wait = guarded((e) => e.run(SLICE))
  if (wait !== undefined) schedule(wait)
}

turn.port1.onmessage = () => {
  queued = false
  slice()
}

/** The last sign of life, so that not every slice is announced. */
let entered: { slot: string; request: number; at: number } | undefined

const host: Host = {
  limits: '',
  started(handle, run, warm, refresh) {
    engine = { handle, run, warm, refresh }
    post({ kind: 'ready', milliseconds: performance.now() })
  },
  reply: (text) => post({ kind: 'reply', text }),
  event(text, nets, limbs) {
    if (nets && limbs) post({ kind: 'event', text, nets, limbs }, [nets.buffer, limbs.buffer])
    else post({ kind: 'event', text })
  },
  checkpoint: (slot, cycle, state) => post({ kind: 'checkpoint', slot, cycle, state }, [state.buffer]),
  enter(slot, request, cycle) {
    const at = performance.now()
    if (entered && entered.slot === slot && entered.request === request && at - entered.at < SIGN_OF_LIFE) return
    entered = { slot, request, at }
    post({ kind: 'enter', slot, request, cycle })
  },
  broken,
}

async function start(module: WebAssembly.Module, limits: Limits): Promise<void> {
  host.limits = JSON.stringify(limits)
  Object.assign(globalThis, { simtenHost: host })
  const go = new Go()
  go.exit = () => {
    const words = lastWords()
    const memory = words.includes('out of memory') || words.includes('cannot allocate')
    broken(
      memory ? 'MEMORY' : 'RUNTIME',
      memory
        ? `The engine needed more than ${limits.memoryMebibytes} MiB.`
        : `The engine ended: ${words.slice(0, 300)}`,
    )
  }
  await go.run(await WebAssembly.instantiate(module, go.importObject))
}

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data
  switch (message.kind) {
    case 'start':
      start(message.module, message.limits).catch((error: unknown) => {
        broken('UNAVAILABLE', `The engine could not start: ${String(error)}`)
      })
      return
    case 'request':
      guarded((e) => e.handle(message.text, message.attachment))
      schedule(0)
      return
    case 'refresh':
      guarded((e) => e.refresh(message.slot))
      return
    case 'warm':
      guarded((e) => e.warm())
  }
}
