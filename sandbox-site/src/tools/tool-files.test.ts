import { describe, expect, it } from 'vitest'
import { type Loading, type ToolFile, ToolFiles } from './tool-files.ts'

const file = (name: string, bytes = 100): ToolFile => ({ name, url: `/assets/${name}.wasm`, bytes })

/** A browser with a network and a cache. */
function place({ offline = false, kept = new Map<string, Response>() } = {}) {
  const fetched: string[] = []
  const loading: Loading = {
    async fetch(url) {
      fetched.push(url)
      if (offline) throw new TypeError('no network')
      return new Response(new Uint8Array(100))
    },
    cache: async () => ({
      match: async (url) => kept.get(String(url))?.clone(),
      put: async (url, response) => {
        kept.set(String(url), new Response(await response.arrayBuffer()))
      },
      keys: async () => [...kept.keys()].map((url) => new Request(`https://sandbox.example${url}`)),
      delete: async (request) => kept.delete(new URL((request as Request).url).pathname),
    }),
    compile: async (response) => {
      await response.arrayBuffer()
      return {} as WebAssembly.Module
    },
  }
  return { loading, fetched, kept }
}

const never = new AbortController().signal

describe('the files of a program', () => {
  it('are loaded once, with their progress, and kept for a visit without a network', async () => {
    const { loading, fetched, kept } = place()
    const list = [file('a'), file('b')]
    const files = new ToolFiles(list, loading)
    const told: number[] = []
    expect(Object.keys(await files.load(list, (loaded) => told.push(loaded), never))).toEqual(['a', 'b'])
    expect([told[0], told.at(-1)]).toEqual([0, 200])
    await files.load(list, () => expect.fail('nothing is loaded any more'), never)
    expect(fetched).toEqual(['/assets/a.wasm', '/assets/b.wasm'])
    const later = place({ offline: true, kept })
    await new ToolFiles(list, later.loading).load(list, () => undefined, never)
    expect(later.fetched).toEqual([])
  })

  it('of an earlier release are dropped', async () => {
    const { loading, kept } = place({ kept: new Map([['/assets/old', new Response('x')]]) })
    await new ToolFiles([file('a')], loading).load([file('a')], () => undefined, never)
    await expect.poll(() => [...kept.keys()]).toEqual(['/assets/a.wasm'])
  })

  it('that are data are bytes', async () => {
    const { loading } = place()
    const data = { name: 'chip', url: '/assets/chip.bin', bytes: 100 }
    expect((await new ToolFiles([data], loading).load([data], () => undefined, never)).chip).toHaveLength(100)
  })

  it('that are missing are an error', async () => {
    const { loading } = place({ offline: true })
    await expect(new ToolFiles([], loading).load([file('a')], () => undefined, never)).rejects.toThrow('no network')
  })
})
