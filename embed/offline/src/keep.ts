import { type HoldsFile, TAKE_OVER } from './release.ts'

/** Where each origin has its service worker. */
const SCRIPT = '/sw.js'
/** Milliseconds between questions for a new release in a page that stays open. */
const HOUR = 3_600_000
/** Milliseconds that a service worker may take for an answer. */
const ANSWER = 2_000

/**
 * Has the browser keep the files of this origin. Resolves when all are there, so that the next visit needs no network,
 * and to undefined where the browser keeps nothing: in some frames and settings, and without a secure context.
 */
export async function keepFiles(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    await navigator.serviceWorker.register(SCRIPT, { updateViaCache: 'none' })
    return await navigator.serviceWorker.ready
  } catch {
    return undefined // the page works as before, with a network
  }
}

/**
 * Tells when a release is there that this page is not of. `take` lets that release answer from now on and loads the
 * page again.
 */
export function onNewRelease(registration: ServiceWorkerRegistration, offer: (take: () => void) => void): void {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  const look = async () => {
    const { waiting } = registration
    // Documents come from the network, so a page may be of the release that still waits.
    if (waiting && own !== undefined && !(await holds(waiting, new URL(own).pathname))) {
      offer(() => {
        waiting.addEventListener('statechange', () => waiting.state === 'activated' && location.reload())
        waiting.postMessage(TAKE_OVER)
      })
    }
  }
  const watch = () => registration.installing?.addEventListener('statechange', () => void look())
  void look()
  watch()
  registration.addEventListener('updatefound', watch)
  // Another page let a release take over, and the files of this page's release that were not loaded yet are gone.
  navigator.serviceWorker.addEventListener('controllerchange', async () => {
    const { controller } = navigator.serviceWorker
    if (controller && own !== undefined && !(await holds(controller, new URL(own).pathname))) {
      offer(() => location.reload())
    }
  })
  let asked = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < HOUR) return
    asked = performance.now()
    registration.update().catch(() => undefined) // no network
  })
}

/** Whether the release of a service worker has a file; without an answer it counts as one that has. */
function holds(worker: ServiceWorker, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const question: HoldsFile = { holds: path }
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data !== false)
    setTimeout(() => resolve(true), ANSWER)
    worker.postMessage(question, [port2])
  })
}
