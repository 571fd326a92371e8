/** The script of a worker: the engine, the loop around it, and the messages of the supervisor. */
import './worker-console.ts'
import '../../build/wasm/wasm_exec.js'
import { gate } from './compiler-gate.ts'
import { lastWords } from './worker-console.ts'
import { WorkerLoop } from './worker-loop.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

// Before the engine, or anything of a circuit, is here.
const seal = gate(WebAssembly)

// Slices follow each other through a message channel: browsers stretch a timer of 0 ms to 4 ms. A message from the
// supervisor gets its turn between two of them.
const turn = new MessageChannel()
let next: () => void = () => {}
turn.port1.onmessage = () => next()

const loop = new WorkerLoop({
  soon(callback) {
    next = callback
    turn.port2.postMessage(0)
  },
  post: (message, transfer) => self.postMessage(message, { transfer }),
  lastWords,
  seal,
})

self.onmessage = (event: MessageEvent<ToWorker>) => loop.receive(event.data)

self.addEventListener('securitypolicyviolation', (event) => {
  const message: FromWorker = { kind: 'violation', directive: event.effectiveDirective, blocked: event.blockedURI }
  self.postMessage(message)
})

// An exception reaches the supervisor as an error of the worker; a rejected promise would not.
self.addEventListener('unhandledrejection', (event) => {
  const message: FromWorker = { kind: 'broken', code: 'RUNTIME', message: `The worker failed: ${String(event.reason)}` }
  self.postMessage(message)
})
