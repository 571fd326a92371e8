import type { Modules } from './tool-messages.ts'

/** A file of a program, as it was built. */
export interface ToolFile {
  readonly name: string
  readonly url: string
  /** Decompressed, as progress counts them. */
  readonly bytes: number
}

/** The browser as loading uses it. */
export interface Loading {
  fetch(url: string, signal: AbortSignal): Promise<Response>
  /** The cache in which files stay for visits without a network; undefined where the browser has none. */
  cache(): Promise<Pick<Cache, 'match' | 'put' | 'keys' | 'delete'> | undefined>
  compile(response: Response): Promise<WebAssembly.Module>
}

const NAME = 'simten-tools-1'

/** The real one. */
export const inBrowser: Loading = {
  fetch: (url, signal) => fetch(url, { signal }),
  async cache() {
    try {
      return await caches.open(NAME)
    } catch {
      return undefined // a frame without storage
    }
  },
  compile: (response) => WebAssembly.compileStreaming(response),
}

/** Loads and compiles the files of programs, once each, and keeps them for later visits. */
export class ToolFiles {
  private readonly compiled = new Map<string, Modules[string]>()

  constructor(
    /** All files of this release: others are dropped from the cache. */
    private readonly all: readonly ToolFile[],
    private readonly place: Loading = inBrowser,
  ) {}

  /** The modules of some files. progress is told how many bytes of how many are there. */
  async load(
    files: readonly ToolFile[],
    progress: (loaded: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Modules> {
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    const missing = files.filter(({ url }) => !this.compiled.has(url))
    let loaded = total - missing.reduce((sum, { bytes }) => sum + bytes, 0)
    if (missing.length > 0) progress(loaded, total)
    const cache = missing.length > 0 ? await this.place.cache() : undefined
    await Promise.all(
      missing.map(async ({ url }) => {
        const kept = await cache?.match(url)
        const response = kept ?? (await this.place.fetch(url, signal))
        if (!response.ok) throw new Error(`the file is missing: ${response.status} ${response.statusText}`)
        const counted = response.body?.pipeThrough(
          new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
            transform(chunk, controller) {
              loaded += chunk.byteLength
              progress(loaded, total)
              controller.enqueue(chunk)
            },
          }),
        )
        const headers = { 'Content-Type': 'application/wasm' }
        const whole = new Response(counted ?? null, { headers })
        const keeping = kept ? undefined : cache?.put(url, whole.clone()).catch(() => undefined) // a full disk
        const read = url.endsWith('.wasm')
          ? this.place.compile(whole)
          : whole.arrayBuffer().then((bytes) => new Uint8Array(bytes))
        const [file] = await Promise.all([read, keeping])
        this.compiled.set(url, file)
      }),
    )
    if (cache) void this.dropOthers(cache)
    return Object.fromEntries(files.map(({ name, url }) => [name, this.compiled.get(url) as Modules[string]]))
  }

  /** Files of earlier releases are of no use any more. */
  private async dropOthers(cache: Pick<Cache, 'keys' | 'delete'>): Promise<void> {
    const known = new Set(this.all.map(({ url }) => url))
    for (const request of await cache.keys()) if (!known.has(new URL(request.url).pathname)) await cache.delete(request)
  }
}
