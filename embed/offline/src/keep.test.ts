import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFiles, onNewRelease } from './keep.ts'
import { TAKE_OVER } from './release.ts'

/** A service worker whose release has some files. */
class Worker extends EventTarget {
  state = 'installed'
  readonly heard: unknown[] = []

  constructor(private readonly files: readonly string[]) {
    super()
  }

  postMessage(message: unknown, [port]: MessagePort[] = []): void {
    this.heard.push(message)
    if (typeof message === 'object' && message !== null && 'holds' in message)
      port?.postMessage(this.files.includes(String(message.holds)))
  }

  activated(): void {
    this.state = 'activated'
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  waiting: Worker | undefined
  installing: Worker | undefined

  /** A new release is found, and all of its files are there. */
  found(worker: Worker): void {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    this.installing = undefined
    this.waiting = worker
    worker.dispatchEvent(new Event('statechange'))
  }

  update = () => Promise.resolve()
}

class Container extends EventTarget {
  controller: Worker | null = null
  ready = Promise.resolve(new Registration())
  register: (script: string) => Promise<unknown> = () => Promise.resolve()
}

let container = new Container()
const reload = vi.fn()
const offered = vi.fn<(take: () => void) => void>()
const own = '/assets/editor-1.js'

beforeEach(() => {
  container = new Container()
  reload.mockReset()
  offered.mockReset()
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { querySelector: () => ({ src: `https://simten.example${own}` }) }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const watch = () => {
  const registration = new Registration()
  onNewRelease(registration as unknown as ServiceWorkerRegistration, offered)
  return registration
}
/** Time in which a service worker would have answered. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('a new release', () => {
  it('is offered, and the page is loaded again when that release answers from now on', async () => {
    const next = new Worker(['/assets/editor-2.js'])
    const registration = watch()
    registration.found(next)
    await vi.waitFor(() => expect(offered).toHaveBeenCalledOnce())
    expect(next.heard).not.toContain(TAKE_OVER) // before the user has said so
    offered.mock.calls[0]?.[0]()
    expect(next.heard).toContain(TAKE_OVER)
    expect(reload).not.toHaveBeenCalled() // the old one still answers
    registration.waiting = undefined
    next.activated()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is not offered to a page that is of it already', async () => {
    watch().found(new Worker([own]))
    await settled()
    expect(offered).not.toHaveBeenCalled()
  })

  it('is offered to the pages that another page left with the old one', async () => {
    watch()
    container.controller = new Worker(['/assets/editor-2.js'])
    container.dispatchEvent(new Event('controllerchange'))
    await vi.waitFor(() => expect(offered).toHaveBeenCalledOnce())
    offered.mock.calls[0]?.[0]()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is not offered when the same release answers a page from now on', async () => {
    watch()
    container.controller = new Worker([own])
    container.dispatchEvent(new Event('controllerchange'))
    await settled()
    expect(offered).not.toHaveBeenCalled()
  })
})

describe('keeping the files', () => {
  it('ends with nothing where the browser keeps none', async () => {
    container.register = () => Promise.reject(new Error('not here'))
    expect(await keepFiles()).toBeUndefined()
    vi.stubGlobal('navigator', {})
    expect(await keepFiles()).toBeUndefined()
  })

  it('ends when all of them are there', async () => {
    expect(await keepFiles()).toBe(await container.ready)
  })
})
