// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_LIMITS, type Health, PROTOCOL_VERSION } from './protocol.gen.ts'
import { Sandbox, SILENT } from './sandbox.ts'

const ORIGIN = 'http://sandbox.test:3002'

/** The messages to the frame, and the port to answer on. */
interface Knock {
  hello: { hello: string; nonce: string; version: number }
  origin: string
  port: MessagePort
}

/** Not part of the document, so that the frame does not really load anything. */
let container: HTMLElement
let knocks: Knock[]
let sandbox: Sandbox
let health: Health[]

/** Gives the frame a new window, which notes the Hello. */
function open(frame: HTMLIFrameElement): void {
  const postMessage = (hello: Knock['hello'], origin: string, [port]: MessagePort[]) => {
    if (port) knocks.push({ hello, origin, port })
  }
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage }, configurable: true })
}

/** Lets the frame load. */
function load(): Knock {
  const frame = container.querySelector('iframe')
  if (!frame) throw new Error('there is no frame')
  open(frame)
  frame.dispatchEvent(new Event('load'))
  return knocks.at(-1) as Knock
}

function welcome({ port, hello }: Knock): void {
  port.postMessage({ welcome: 'simten', nonce: hello.nonce, version: PROTOCOL_VERSION, limits: DEFAULT_LIMITS })
}

beforeEach(() => {
  container = document.createElement('div')
  knocks = []
  health = []
  sandbox = new Sandbox({ origin: ORIGIN, container })
  sandbox.onHealth((state) => health.push(state))
})

afterEach(() => {
  sandbox.dispose()
  vi.useRealTimers()
})

it('A273 A275 makes a hidden frame that may run scripts and nothing else', () => {
  const frame = container.querySelector('iframe')
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
  expect(frame?.getAttribute('aria-hidden')).toBe('true')
  expect(frame?.title).toBe('Simten sandbox')
  expect(frame?.style.display).toBe('none')
})

it('takes an address for the origin that it means', () => {
  sandbox.dispose()
  for (const address of [`${ORIGIN}/`, `${ORIGIN}/page?x#y`, 'HTTP://Sandbox.Test:3002']) {
    sandbox = new Sandbox({ origin: address, container })
    expect(sandbox.origin).toBe(ORIGIN)
    expect(container.querySelector('iframe')?.src).toBe(`${ORIGIN}/`)
    expect(load().origin).toBe(ORIGIN)
    sandbox.dispose()
  }
})

it.each([
  ['/sandbox', 'Write the whole address'],
  ['sandbox.test', 'Write the whole address'],
  ['', 'Write the whole address'],
  ['sandbox.test:3002', 'begins with https:// or http://'],
  ['file:///sandbox', 'begins with https:// or http://'],
  ['http://app.test/sandbox', 'That is this page itself'],
])('says at once that no sandbox can be at %j, and what to write: %s', async (address, advice) => {
  sandbox.dispose()
  vi.stubGlobal('location', new URL('http://app.test/page'))
  sandbox = new Sandbox({ origin: address, container })
  vi.unstubAllGlobals()
  expect(sandbox.misplaced).toBe(true)
  expect(sandbox.health.state).toBe('unavailable')
  expect(sandbox.health.detail).toContain(`No sandbox can be at "${address}". `)
  expect(sandbox.health.detail).toContain(advice)
  expect(container.querySelector('iframe')).toBeNull()
  await expect(sandbox.slot('a').tick()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    advice: expect.stringContaining(advice),
  })
  sandbox.retry()
  expect(sandbox.health.state).toBe('unavailable')
})

it('A213 A215 greets the sandbox origin only, with a fresh nonce and one port', () => {
  const first = load()
  expect(first.origin).toBe(ORIGIN)
  expect(first.hello).toMatchObject({ hello: 'simten', version: PROTOCOL_VERSION })
  sandbox.retry()
  expect(load().hello.nonce).not.toBe(first.hello.nonce)
})

it('A223 A278 becomes unavailable when nobody answers, says why, and can try again', async () => {
  sandbox.dispose()
  vi.useFakeTimers()
  sandbox = new Sandbox({ origin: ORIGIN, container })
  const tick = sandbox.slot('a').tick()
  const refused = expect(tick).rejects.toMatchObject({ code: 'UNAVAILABLE', advice: expect.stringContaining('blocks') })
  vi.advanceTimersByTime(DEFAULT_LIMITS.readyMilliseconds + 1)
  await refused
  expect(sandbox.health.state).toBe('unavailable')
  expect(sandbox.health.detail).toContain(ORIGIN)
  expect(container.querySelector('iframe')).toBeNull()
  await expect(sandbox.slot('a').tick()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  sandbox.retry()
  expect(sandbox.health.state).toBe('loading')
  expect(container.querySelectorAll('iframe')).toHaveLength(1)
})

it('A223 says after a while that nobody has answered yet, and that it waits anew when it is tried again', () => {
  sandbox.dispose()
  vi.useFakeTimers()
  sandbox = new Sandbox({ origin: ORIGIN, container })
  sandbox.onHealth((state) => health.push(state))
  vi.advanceTimersByTime(SILENT - 1)
  expect(health).toEqual([])
  vi.advanceTimersByTime(1)
  expect(health).toEqual([
    { state: 'loading', detail: expect.stringContaining(`${ORIGIN} has not answered yet. Does it`) },
  ])
  expect(health[0]?.detail).toContain('--embedder')
  sandbox.retry()
  expect(sandbox.health).toEqual({ state: 'loading', detail: 'page' })
})

it('does not say so of a page that answered, however long its engine takes', async () => {
  sandbox.dispose()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sandbox = new Sandbox({ origin: ORIGIN, container })
  sandbox.onHealth((state) => health.push(state))
  const knock = load()
  welcome(knock)
  const engine: Health = { state: 'loading', detail: 'engine' }
  knock.port.postMessage({ event: 'health', health: engine })
  await vi.waitFor(() => expect(health).toEqual([engine]))
  vi.advanceTimersByTime(SILENT)
  expect(health).toEqual([engine])
})

it('passes health on and finds slots by name', async () => {
  const knock = load()
  welcome(knock)
  knock.port.postMessage({ event: 'health', health: { state: 'loading', detail: 'engine', loaded: 1, total: 2 } })
  knock.port.postMessage({ event: 'health', health: { state: 'ready', readyAfter: 3 } })
  await vi.waitFor(() => expect(sandbox.health.state).toBe('ready'))
  expect(health.map((h) => h.state)).toEqual(['loading', 'ready'])
  expect(sandbox.slot('a')).toBe(sandbox.slot('a'))
  expect(sandbox.slot()).not.toBe(sandbox.slot())
})

it('A225 A277 rejects what is under way when it is disposed of', async () => {
  welcome(load())
  const tick = sandbox.slot('a').tick()
  sandbox.dispose()
  await expect(tick).rejects.toMatchObject({ code: 'ABORTED' })
  expect(container.querySelector('iframe')).toBeNull()
})

it('tells of refusals outside any request', async () => {
  const told: string[] = []
  sandbox.onRefused((error) => told.push(error.code))
  const knock = load()
  welcome(knock)
  knock.port.postMessage({ event: 'refused', error: { code: 'DENIED', message: 'blocked' } })
  await vi.waitFor(() => expect(told).toEqual(['DENIED']))
})

it.each([
  ['A215 A203 another page is loaded into it', (frame: HTMLIFrameElement) => frame.dispatchEvent(new Event('load'))],
  ['A277 it is removed', (frame: HTMLIFrameElement) => frame.remove()],
  ['A277 it is moved', (frame: HTMLIFrameElement) => open(frame)],
])('refuses what waits when %s, and makes the frame anew for the next request', async (_, happens) => {
  sandbox.dispose()
  document.body.append(container)
  sandbox = new Sandbox({ origin: ORIGIN, container })
  welcome(load())
  const tick = sandbox.slot('a').tick()
  const frame = container.querySelector('iframe') as HTMLIFrameElement
  happens(frame)
  await expect(tick).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(sandbox.health.state).toBe('unavailable')
  const next = sandbox.slot('a').run(0)
  expect(container.querySelector('iframe')).not.toBe(frame)
  expect(container.querySelectorAll('iframe')).toHaveLength(1)
  const knock = load()
  const heard: unknown[] = []
  knock.port.onmessage = (event) => heard.push(event.data)
  welcome(knock)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(heard[0]).toMatchObject({ slot: 'a', type: 'run' })
  knock.port.postMessage({ id: 1, slot: 'a', type: 'run' })
  await next
  container.remove()
})

it.each([
  ['removed', (frame: HTMLIFrameElement) => frame.remove()],
  ['moved', open],
])('A277 makes a frame anew for a request that comes after it was %s, before any event of it', async (_, happens) => {
  sandbox.dispose()
  document.body.append(container)
  sandbox = new Sandbox({ origin: ORIGIN, container })
  const first = load()
  welcome(first)
  const tick = sandbox.slot('a').tick()
  const frame = container.querySelector('iframe') as HTMLIFrameElement
  happens(frame)
  first.port.postMessage({ id: 1, slot: 'a', type: 'tick' }) // what the old page had still sent
  await tick
  const next = sandbox.slot('a').run(0)
  const knock = load()
  expect(knock.hello.nonce).not.toBe(first.hello.nonce)
  welcome(knock)
  knock.port.postMessage({ id: 1, slot: 'a', type: 'run' })
  await next
  // Nothing that the old frame still says reaches the new one.
  frame.dispatchEvent(new Event('load'))
  expect(sandbox.health.state).toBe('loading')
  container.remove()
})
