import { createHash } from 'node:crypto'
import type { Lock } from '@simten/client/protocol.gen'
import { beforeEach, describe, expect, it } from 'vitest'
import { ModuleCache } from './module-cache.ts'
import type { ModuleFile } from './worker-messages.ts'

const BASE = 'https://modules.example'

/** The browser's cache, as far as it is used: entries in the order in which they came. */
class FakeCache {
  readonly entries: { key: Request; type: string; final: string; bytes: Uint8Array }[] = []
  broken = false

  private at(key: Request | string): number {
    if (this.broken) throw new Error('the disk is full')
    const url = typeof key === 'string' ? key : key.url
    return this.entries.findIndex((entry) => entry.key.url === url)
  }
  async match(key: string): Promise<Response | undefined> {
    const entry = this.entries[this.at(key)]
    const headers = { 'Content-Type': entry?.type ?? '', 'X-Simten-Final': entry?.final ?? '' }
    return entry && new Response(entry.bytes as Uint8Array<ArrayBuffer>, { headers })
  }
  async put(key: Request, response: Response): Promise<void> {
    this.entries.push({
      key,
      type: response.headers.get('Content-Type') ?? '',
      final: response.headers.get('X-Simten-Final') ?? '',
      bytes: new Uint8Array(await response.arrayBuffer()),
    })
  }
  async delete(key: Request | string): Promise<boolean> {
    const at = this.at(key)
    if (at >= 0) this.entries.splice(at, 1)
    return at >= 0
  }
  async keys(): Promise<Request[]> {
    return this.entries.map((entry) => entry.key)
  }
}

let fake: FakeCache
const storage = () => ({ open: async () => fake }) as unknown as CacheStorage
const moduleOf = (path: string, text: string): ModuleFile => ({
  path,
  final: path,
  type: 'text/javascript',
  bytes: new TextEncoder().encode(text),
  failure: '',
  offline: false,
})
const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
const lockOf = (modules: Record<string, string>, host = BASE): Lock => ({ host, packages: {}, modules })

beforeEach(() => {
  fake = new FakeCache()
})

describe('modules of earlier visits', () => {
  it('are given back as they came, when the lock says so', async () => {
    const file = moduleOf('/a@1.0.0', 'export const a = 1')
    await new ModuleCache(storage(), BASE).put(file)
    const later = new ModuleCache(storage(), BASE)
    expect(await later.get('/a@1.0.0', lockOf({ '/a@1.0.0': hash('export const a = 1') }))).toEqual(file)
  })

  it.each([
    ['A196 without a lock', undefined],
    ['A196 that the lock does not name', lockOf({ '/b': hash('a') })],
    ['A196 that a lock of another host names', lockOf({ '/a': hash('a') }, 'https://other.example')],
    ['A043 of a name that every object has', lockOf({})],
  ])('are not, %s', async (_, lock) => {
    const cache = new ModuleCache(storage(), BASE)
    await cache.put(moduleOf('/a', 'a'))
    await cache.put({ ...moduleOf('/b', 'a'), final: 'constructor' })
    expect(await cache.get('/a', lock)).toBeUndefined()
    expect(await cache.get('/b', lock)).toBeUndefined()
  })

  it('are found by the path that answered, too', async () => {
    const cache = new ModuleCache(storage(), BASE)
    await cache.put({ ...moduleOf('/a', 'a'), final: '/a@1.0.0' })
    expect(await cache.get('/a@1.0.0', lockOf({ '/a@1.0.0': hash('a') }))).toMatchObject({ path: '/a@1.0.0' })
  })

  it('A196 that were changed on the disk are dropped', async () => {
    const cache = new ModuleCache(storage(), BASE)
    await cache.put(moduleOf('/a', 'a'))
    const [entry] = fake.entries
    if (entry) entry.bytes = new TextEncoder().encode('evil')
    expect(await cache.get('/a', lockOf({ '/a': hash('a') }))).toBeUndefined()
    expect(fake.entries).toEqual([])
  })

  it('are bounded: the oldest are dropped', async () => {
    const cache = new ModuleCache(storage(), BASE, 100)
    for (const name of ['a', 'b', 'c']) await cache.put(moduleOf(`/${name}`, name.repeat(40)))
    expect(fake.entries.map((entry) => entry.key.url)).toEqual([`${BASE}/b`, `${BASE}/c`])
    await cache.put(moduleOf('/b', 'b'.repeat(40))) // again: now it is the newest
    await cache.put(moduleOf('/d', 'd'.repeat(40)))
    expect(fake.entries.map((entry) => entry.key.url)).toEqual([`${BASE}/b`, `${BASE}/d`])
    await cache.put(moduleOf('/e', 'e'.repeat(101)))
    expect(fake.entries).toHaveLength(2)
  })

  it('that failed are not kept', async () => {
    const cache = new ModuleCache(storage(), BASE)
    await cache.put({ path: '/a', final: '', type: '', failure: 'is not there', offline: false })
    expect(fake.entries).toEqual([])
  })

  it('may be missing altogether', async () => {
    const lock = lockOf({ '/a': hash('a') })
    for (const none of [
      undefined,
      { open: () => Promise.reject(new Error('forbidden')) } as unknown as CacheStorage,
      storage(),
    ]) {
      fake.broken = true
      const cache = new ModuleCache(none, BASE)
      await cache.put(moduleOf('/a', 'a'))
      expect(await cache.get('/a', lock)).toBeUndefined()
    }
  })
})
