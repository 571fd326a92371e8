import { describe, expect, it } from 'vitest'
import { engineBytes, type Loading, loadEngine } from './engine-module.ts'

const module = {} as WebAssembly.Module

/** A browser that has an engine's file in its cache, or loads it in two pieces. */
class FakeBrowser implements Loading {
  kept: string | undefined
  fetched: string[] = []
  read = 0
  hangs = false
  status = 200
  online = true
  /** Bytes that the service worker keeps. */
  file: Uint8Array<ArrayBuffer> | undefined
  private late: (() => void) | undefined

  fetch(url: string, signal: AbortSignal): Promise<Response> {
    this.fetched.push(url)
    if (!this.online) return Promise.reject(new TypeError('Failed to fetch'))
    if (this.hangs) {
      this.hangs = false
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        queueMicrotask(() => this.late?.())
      })
    }
    const body = new ReadableStream({
      pull: (controller) => {
        if (this.read++ < 2) controller.enqueue(new Uint8Array(5))
        else controller.close()
      },
    })
    return Promise.resolve(new Response(body, { status: this.status }))
  }
  keptFile(): Promise<Response | undefined> {
    return Promise.resolve(this.file && new Response(this.file))
  }
  compile(): Promise<WebAssembly.Module> {
    return Promise.resolve(module)
  }
  after(_: number, callback: () => void): () => void {
    this.late = callback
    return () => {
      this.late = undefined
    }
  }
  last(): string | undefined {
    return this.kept
  }
  keep(url: string): void {
    this.kept = url
  }
}

async function loaded(browser: FakeBrowser): Promise<number[]> {
  const told: number[] = []
  expect(await loadEngine((bytes) => told.push(bytes), browser)).toBe(module)
  return told
}

describe('loading the engine', () => {
  it('tells how much has come', async () => {
    expect(await loaded(new FakeBrowser())).toEqual([5, 10, engineBytes])
  })

  it('does not count what the browser has already', async () => {
    const browser = new FakeBrowser()
    await loaded(browser)
    browser.read = 0
    expect(await loaded(browser)).toEqual([engineBytes])
    expect(browser.fetched).toEqual([browser.kept, browser.kept])
  })

  it('counts again when another release came', async () => {
    const browser = new FakeBrowser()
    browser.kept = '/assets/engine-old.wasm'
    expect(await loaded(browser)).toEqual([5, 10, engineBytes])
  })

  it('loads anew, and counts, what the browser has no more', async () => {
    const browser = new FakeBrowser()
    await loaded(browser)
    browser.read = 0
    browser.hangs = true
    expect(await loaded(browser)).toEqual([5, 10, engineBytes])
    expect(browser.fetched).toHaveLength(3)
  })

  it('takes the file that is kept when there is no network, and else says so', async () => {
    const browser = new FakeBrowser()
    browser.online = false
    await expect(loadEngine(() => {}, browser)).rejects.toThrow('Failed to fetch')
    browser.file = new Uint8Array(7)
    expect(await loaded(browser)).toEqual([7, engineBytes])
    browser.kept = browser.fetched[0]
    expect(await loaded(browser)).toEqual([engineBytes])
  })

  it('says what the server said', async () => {
    const browser = new FakeBrowser()
    browser.status = 404
    await expect(loadEngine(() => {}, browser)).rejects.toThrow("The engine's file is missing: 404")
    await loaded(Object.assign(browser, { status: 200 }))
    browser.status = 500
    await expect(loadEngine(() => {}, browser)).rejects.toThrow('500')
  })
})
