/** The layout engine: ELK in a worker, one graph after the other, each of which can be given up. */
import type { ElkNode } from 'elkjs/lib/elk-api'
import Elk from 'elkjs/lib/elk-api'

/** Something that lays out one graph. `signal` tells that nobody waits for it any more; it rejects then, or goes on. */
export type Engine = (graph: ElkNode, signal?: AbortSignal) => Promise<ElkNode>

/** A layout takes longer than this and the worker is given up, in milliseconds. */
const DEADLINE = 60_000
/**
 * A layout that nobody waits for ends by itself within this time most likely, in milliseconds. After it the worker is
 * ended: ELK cannot be interrupted, and a new worker takes about as long to start.
 */
const SOON = 400

/** A worker with ELK in it. */
export interface Running {
  layout(graph: ElkNode): Promise<ElkNode>
  broken: Promise<never> // rejects when the worker cannot be loaded, or dies
  end(): void
}

/** Thrown when the worker itself fails, not the layout. */
export class WorkerFailed extends Error {}

/** Thrown when a layout was given up because nobody waits for it. */
class GivenUp extends Error {
  constructor() {
    super('the picture is not wanted any more')
  }
}

let fallback: (() => Promise<Engine>) | undefined

/**
 * Names what lays out when no worker can be started. A page of a third origin that loads the embed as a script may not
 * start a worker from it; the embed's bundle then lays out on the page.
 */
export function setLayoutFallback(load: () => Promise<Engine>): void {
  fallback = load
}

function startWorker(): Running {
  const worker = new Worker(new URL('./elk-worker.ts', import.meta.url), { type: 'module', name: 'simten-layout' })
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (e) => {
      reject(new WorkerFailed(e.message || 'the layout worker could not be loaded'))
    })
  })
  broken.catch(() => undefined) // also when nobody waits for it just now
  const api = new Elk({ workerFactory: () => worker, algorithms: ['layered'] })
  return { layout: (graph) => api.layout(graph), broken, end: () => worker.terminate() }
}

/**
 * An engine in a worker, started at the first layout and again after a failure. The worker gets one graph at a time:
 * what waits behind a long one is not lost when that is given up.
 */
export function workerEngine(start: () => Running = startWorker): Engine {
  let running: Running | undefined
  let last: Promise<unknown> = Promise.resolve()
  const one = async (graph: ElkNode, signal: AbortSignal | undefined): Promise<ElkNode> => {
    if (signal?.aborted) throw new GivenUp()
    let current: Running | undefined
    const timers: ReturnType<typeof setTimeout>[] = []
    const after = (ms: number, then: () => void) => timers.push(setTimeout(then, ms))
    try {
      current = running ?? start()
      running = current
      const began = performance.now()
      const late = new Promise<never>((_, reject) => {
        after(DEADLINE, () => reject(new Error(`laying out took longer than ${DEADLINE / 1000} s`)))
        const unwanted = () => after(Math.max(0, began + SOON - performance.now()), () => reject(new GivenUp()))
        signal?.addEventListener('abort', unwanted, { once: true })
      })
      return await Promise.race([current.layout(graph), current.broken, late])
    } catch (e) {
      current?.end()
      if (running === current) running = undefined
      // a worker that may not be started throws at once in some browsers and reports an error later in others
      if (fallback && (current === undefined || e instanceof WorkerFailed)) return (await fallback())(graph)
      throw e instanceof Error ? e : new Error(messageOf(e))
    } finally {
      timers.forEach(clearTimeout)
    }
  }
  return (graph, signal) => {
    const result = last.then(() => one(graph, signal))
    last = result.catch(() => undefined)
    return result
  }
}

function messageOf(e: unknown): string {
  if (typeof e === 'object' && e !== null && 'message' in e && typeof e.message === 'string') return e.message
  return String(e)
}
