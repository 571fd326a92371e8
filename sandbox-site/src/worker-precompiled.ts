/** The script of a worker that runs a precompiled circuit while the engine is still loading. */
import { PrecompiledLoop } from './precompiled/loop.ts'
import type { ToWorker } from './worker-messages.ts'

const loop = new PrecompiledLoop({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  after: (milliseconds, callback) => setTimeout(callback, milliseconds),
  now: () => performance.now(),
})

self.onmessage = (event: MessageEvent<ToWorker>) => loop.receive(event.data)
