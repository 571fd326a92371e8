import engineInfo from '../../build/wasm/engine.json'
import engineUrl from '../../build/wasm/engine.wasm?url'

/** Bytes of the engine, decompressed, as the progress counts them. */
export const engineBytes = engineInfo.bytes

/** The browser as loading uses it. */
export interface Loading {
  fetch(url: string, signal: AbortSignal): Promise<Response>
  compile(response: Response): Promise<WebAssembly.Module>
  /** The file as the service worker keeps it, for visits without a network. */
  keptFile(url: string): Promise<Response | undefined>
  /** Calls back after some milliseconds; the result takes that back. */
  after(milliseconds: number, callback: () => void): () => void
  /** The address of the engine that this browser loaded last, as far as it was kept. */
  last(): string | undefined
  keep(url: string): void
}

/**
 * Milliseconds after which an engine that should be in the browser's cache is loaded anew, now with progress: it is not
 * there any more. Compiling it takes a second on a slow machine.
 */
const CACHED = 4_000

/** Loads and compiles the engine while it arrives. progress is called with the bytes so far. */
export async function loadEngine(
  progress: (bytes: number) => void,
  place: Loading = inBrowser,
): Promise<WebAssembly.Module> {
  // Every release has an address of its own. The one that was loaded last time comes out of the cache, at once, and
  // nobody needs to see how it arrives; counting its 32 MB would take as long as reading them.
  const module = (place.last() === engineUrl && (await fromCache(place))) || (await counted(progress, place))
  progress(engineBytes)
  place.keep(engineUrl)
  return module
}

/** The engine that should be in the cache; undefined when it takes too long to be from there. */
async function fromCache(place: Loading): Promise<WebAssembly.Module | undefined> {
  const gaveUp = new AbortController()
  const stop = place.after(CACHED, () => gaveUp.abort())
  try {
    return await place.compile(await arrived(place, gaveUp.signal))
  } catch (error) {
    if (gaveUp.signal.aborted) return undefined
    throw error
  } finally {
    stop()
  }
}

async function counted(progress: (bytes: number) => void, place: Loading): Promise<WebAssembly.Module> {
  const response = await arrived(place, new AbortController().signal)
  // One branch is compiled as it is, so that the browser can keep the machine code with the cached file; the other is
  // only counted.
  const counting = count(response.clone(), progress)
  const [module] = await Promise.all([place.compile(response), counting])
  return module
}

async function arrived(place: Loading, signal: AbortSignal): Promise<Response> {
  const response = await place.fetch(engineUrl, signal).catch(async (error: unknown) => {
    const kept = signal.aborted ? undefined : await place.keptFile(engineUrl)
    if (kept) return kept
    throw error
  })
  if (!response.ok) throw new Error(`The engine's file is missing: ${response.status} ${response.statusText}.`)
  return response
}

async function count(response: Response, progress: (bytes: number) => void): Promise<void> {
  const reader = response.body?.getReader()
  let bytes = 0
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) return
    bytes += chunk.value.length
    progress(bytes)
  }
}

const KEY = 'simten.engine'

const inBrowser: Loading = {
  fetch: (url, signal) => fetch(url, { signal }),
  async keptFile(url) {
    try {
      return await caches.match(url)
    } catch {
      return undefined // a frame without storage
    }
  },
  compile: (response) => WebAssembly.compileStreaming(response),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
  last() {
    try {
      return localStorage.getItem(KEY) ?? undefined
    } catch {
      return undefined // a frame without storage counts every time
    }
  },
  keep(url) {
    try {
      localStorage.setItem(KEY, url)
    } catch {
      // as above
    }
  },
}
