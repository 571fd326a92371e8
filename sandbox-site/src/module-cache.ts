import type { Lock } from '@simten/client/protocol.gen'
import type { ModuleFile } from './worker-messages.ts'

/** Name of the cache on the sandbox origin. */
const NAME = 'simten-modules-1'
/** Bytes of modules that are kept over visits; beyond it the oldest are dropped. */
const MAX_BYTES = 64 << 20
/** The record that is kept beside a module's bytes. */
const FINAL = 'X-Simten-Final'
const BYTES = 'X-Simten-Bytes'

/**
 * Modules of earlier visits, in the browser's cache. A module is given back only when a lock names its hash and its
 * bytes still have it; what is in the cache is never believed by itself. Where the browser has no cache for this page,
 * nothing is kept.
 */
export class ModuleCache {
  private readonly opened: Promise<Cache | undefined>

  constructor(
    storage: CacheStorage | undefined,
    /** Base address of the module host; a lock of another host pins nothing here. */
    private readonly base: string,
    private readonly maxBytes = MAX_BYTES,
  ) {
    this.opened = storage ? storage.open(NAME).catch(() => undefined) : Promise.resolve(undefined)
  }

  /** The module of a path, if it is there as the lock says. Another module at its place is dropped. */
  async get(path: string, lock: Lock | undefined): Promise<ModuleFile | undefined> {
    if (lock?.host !== this.base) return undefined
    try {
      const cache = await this.opened
      const response = await cache?.match(this.base + path)
      if (!response) return undefined
      const final = response.headers.get(FINAL) ?? ''
      const want = Object.hasOwn(lock.modules, final) ? lock.modules[final] : undefined
      if (want === undefined) return undefined
      const bytes = new Uint8Array(await response.arrayBuffer())
      if ((await hashOf(bytes)) !== want) {
        await cache?.delete(this.base + path)
        return undefined
      }
      return { path, final, type: response.headers.get('Content-Type') ?? '', bytes, failure: '', offline: false }
    } catch {
      return undefined // the network has it
    }
  }

  /** Keeps a module. It may fail, when the disk is full for example; then the next visit fetches it again. */
  async put(file: ModuleFile): Promise<void> {
    if (file.failure !== '' || !file.bytes || file.bytes.length > this.maxBytes) return
    try {
      const cache = await this.opened
      if (!cache) return
      const { length } = file.bytes
      const headers = { 'Content-Type': file.type, [FINAL]: file.final }
      // A circuit with a lock asks for the path that answered one without.
      for (const path of new Set([file.path, file.final])) {
        const key = new Request(this.base + path, { headers: { [BYTES]: String(length) } })
        await cache.delete(key) // so that it becomes the newest
        await this.makeRoom(cache, length)
        await cache.put(key, new Response(file.bytes as Uint8Array<ArrayBuffer>, { headers }))
      }
    } catch {}
  }

  /** Drops the oldest until so many bytes more fit. */
  private async makeRoom(cache: Cache, length: number): Promise<void> {
    const keys = await cache.keys() // the oldest first
    const sizes = keys.map((key) => Number(key.headers.get(BYTES)) || this.maxBytes)
    let total = length + sizes.reduce((sum, size) => sum + size, 0)
    for (const [i, key] of keys.entries()) {
      if (total <= this.maxBytes) return
      await cache.delete(key)
      total -= sizes[i] ?? 0
    }
  }
}

/** SHA-256 in base64 for addresses, as locks have it. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
