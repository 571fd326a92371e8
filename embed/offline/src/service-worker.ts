/**
 * The service worker of an origin. It keeps all files of one release, so that a later visit works without a network.
 *
 * Files with a hash in their name are answered from the cache. Everything else (documents, settings) comes from the
 * network, and from the cache when that gives no answer in time: a visitor with a network always has the newest
 * release. Kept answers have the headers that they came with, so that policies hold without a network too.
 */
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { documentOf, type HoldsFile, type Release, TAKE_OVER } from './release.ts'

/** Put in by embed/build-plugins/service-worker.ts. */
declare const RELEASE: Release
const release = RELEASE // once: the list takes the place of each mention

/** The part of a service worker's global scope that is used here; the library of types has pages only. */
interface Scope {
  addEventListener(type: 'install', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  skipWaiting(): Promise<void>
}
const scope = self as unknown as Scope

/** Seconds after which a network counts as absent. */
const PATIENCE = 3
const CONFIG = '/config.json'
const CONFIG_CACHE = 'simten-config'

precache([...release.files])
cleanupOutdatedCaches()

const files = new Set(release.files.map(({ url }) => url))
const direct = new Set(release.direct)
const isHashed = (path: string) => path.startsWith('/assets/')

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isHashed(url.pathname) && files.has(url.pathname) && !direct.has(url.pathname),
  async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
)

// Settings of the server change without a new release, so they have a cache of their own.
scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CONFIG_CACHE).then((cache) => cache.add(CONFIG)))
})
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === CONFIG,
  new NetworkFirst({ cacheName: CONFIG_CACHE, networkTimeoutSeconds: PATIENCE }),
)

const network = new NetworkOnly({ networkTimeoutSeconds: PATIENCE })

/** The kept file of a path that has no hash in its name. */
const keptAt = (path: string) => documentOf(release, path) ?? (!isHashed(path) && files.has(path) ? path : undefined)

// HEAD: the sandbox page reads the policy that it was served with.
for (const method of ['GET', 'HEAD'] as const) {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname !== CONFIG && keptAt(url.pathname) !== undefined,
    async ({ url, request, event }) => {
      try {
        return await network.handle({ request, event })
      } catch {
        const kept = await matchPrecache(keptAt(url.pathname) ?? '')
        if (!kept) return Response.error()
        return method === 'HEAD' ? new Response(null, kept) : kept
      }
    },
    method,
  )
}

scope.addEventListener('message', ({ data, ports }) => {
  if (data === TAKE_OVER) void scope.skipWaiting()
  const { holds } = (typeof data === 'object' && data !== null ? data : {}) as Partial<HoldsFile>
  if (typeof holds === 'string') ports[0]?.postMessage(files.has(holds))
})
