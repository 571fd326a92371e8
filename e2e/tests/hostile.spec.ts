import type { Page } from '@playwright/test'
import { bare, bareSandbox, steppedCounter } from '../support/bare.ts'
import { type Host, startHost } from '../support/host.ts'
import { sandboxUrl } from '../support/servers.ts'
import { expect, sandboxFrame, test } from '../support/test.ts'

// A page that may embed the sandbox and means it no good, and a sandbox page that somebody has broken into.

/** A page that uses a frame of the sandbox without the client. */
interface Raw {
  frame: HTMLIFrameElement
  port: MessagePort
  heard: Record<string, unknown>[]
  /** Waits until something is heard that fits. */
  until(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
}

/** Gives the page a function that greets a new frame with a nonce. */
async function withRaw(page: Page): Promise<void> {
  await page.goto(bare)
  await page.evaluate((origin) => {
    Object.assign(window, {
      async raw(nonce: string): Promise<Raw> {
        const frame = document.createElement('iframe')
        frame.src = `${origin}/`
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
        document.body.append(frame)
        await loaded
        const channel = new MessageChannel()
        const heard: Record<string, unknown>[] = []
        const waiting = new Set<() => void>()
        channel.port1.onmessage = (event) => {
          heard.push(event.data)
          for (const look of [...waiting]) look()
        }
        frame.contentWindow?.postMessage({ hello: 'simten', nonce, version: 2 }, origin, [channel.port2])
        const until = (fits: (message: Record<string, unknown>) => boolean) =>
          new Promise<Record<string, unknown>>((resolve) => {
            const look = () => {
              const found = heard.find(fits)
              if (!found) return
              waiting.delete(look)
              resolve(found)
            }
            waiting.add(look)
            look()
          })
        return { frame, port: channel.port1, heard, until }
      },
    })
  }, sandboxUrl)
}

test('A221 A222 A226 floods of the window and of the port: the sandbox stays usable, and says what it refused', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await withRaw(page)
  const result = await page.evaluate(async (source) => {
    const { raw } = window as unknown as { raw(nonce: string): Promise<Raw> }
    const one = await raw('flood flood flood')
    await one.until((message) => 'welcome' in message)
    const target = one.frame.contentWindow as Window
    // The window: what it was told it takes once.
    const stolen = new MessageChannel()
    let stolenHeard = 0
    stolen.port1.onmessage = () => stolenHeard++
    for (let i = 0; i < 100_000; i++) target.postMessage({ hello: 'simten', nonce: 'x'.repeat(16), version: 2 }, '*')
    for (let i = 0; i < 3; i++) target.postMessage('x'.repeat(30_000_000), '*')
    const buffer = new ArrayBuffer(1 << 20)
    target.postMessage({ hello: 'simten', nonce: 'x'.repeat(16), version: 2, buffer }, '*', [buffer])
    target.postMessage({ hello: 'simten', nonce: 'flood flood flood', version: 2 }, '*', [stolen.port2])
    // The port: everything is answered or counted.
    for (let i = 0; i < 100_000; i++) one.port.postMessage({ type: 'pause', slot: 'a' })
    for (let i = 0; i < 3; i++) {
      one.port.postMessage({ id: i + 1, slot: 'a', type: 'compile', compile: { source: 'x'.repeat(30_000_000) } })
    }
    const sent = new MessageChannel()
    one.port.postMessage({ id: 11, slot: 'a', type: 'pause', port: sent.port1 }, [sent.port1])
    const shared = new ArrayBuffer(8)
    one.port.postMessage({ id: 12, slot: 'a', type: 'set', set: { values: { a: shared } } }, [shared])
    one.port.postMessage({ id: 13, slot: 'a', type: 'set', set: { values: new Map([['a', 1]]) } })
    let deep: unknown = 1
    for (let i = 0; i < 500; i++) deep = { deep }
    one.port.postMessage({ id: 14, slot: 'a', type: 'set', set: { values: deep } })
    const circle: Record<string, unknown> = { id: 15, slot: 'a', type: 'pause' }
    circle.self = circle
    one.port.postMessage(circle)
    await one.until((message) => message.id === 15)
    // The bucket of requests fills again within a second.
    let compiled: Record<string, unknown> = {}
    for (let id = 100; id < 160; id++) {
      one.port.postMessage({ id, slot: 'a', type: 'compile', compile: { source } })
      compiled = await one.until((message) => message.id === id)
      if (!compiled.error) break
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    const codes = (ids: number[]) =>
      ids.map((id) => (one.heard.find((message) => message.id === id)?.error as { code: string } | undefined)?.code)
    return {
      welcomes: one.heard.filter((message) => 'welcome' in message).length,
      stolenHeard,
      told: one.heard.length,
      large: codes([1, 2, 3]),
      odd: codes([11, 12, 13, 14, 15]),
      error: compiled.error,
      main: (compiled.compile as { main?: string } | undefined)?.main,
      polluted: ({} as Record<string, unknown>).deep,
    }
  }, steppedCounter)
  expect(result.error).toBeUndefined()
  expect(result.main).toBe('Stepped')
  expect(result.welcomes).toBe(1)
  expect(result.told).toBeLessThan(10_000)
  expect(result.stolenHeard).toBe(0)
  for (const code of result.large) expect(['PAYLOAD_TOO_LARGE', 'OVERLOADED']).toContain(code)
  for (const code of result.odd) expect(['INVALID_REQUEST', 'OVERLOADED']).toContain(code)
})

test('A213 A276 two frames that are greeted with one nonce have nothing in common', async ({ page }) => {
  await withRaw(page)
  const result = await page.evaluate(async (source) => {
    const { raw } = window as unknown as { raw(nonce: string): Promise<Raw> }
    const frames = [await raw('the same nonce!!'), await raw('the same nonce!!')]
    const [one, other] = frames as [Raw, Raw]
    for (const frame of frames) await frame.until((message) => 'welcome' in message)
    one.port.postMessage({ id: 1, slot: 'a', type: 'compile', compile: { source } })
    await one.until((message) => message.id === 1)
    other.port.postMessage({ id: 1, slot: 'a', type: 'tick', tick: { count: 1 } })
    const foreign = await other.until((message) => message.id === 1)
    return {
      code: (foreign.error as { code: string } | undefined)?.code,
      events: other.heard.filter((message) => message.slot === 'a' && 'event' in message).length,
    }
  }, steppedCounter)
  expect(result).toEqual({ code: 'INVALID_REQUEST', events: 0 })
})

test('A046 a page whose prototypes are polluted gets what is true, or an error, and the sandbox does not notice', async ({
  page,
  guard,
}) => {
  guard.allow(/Cannot read properties/) // the embeds of this page, which draw with what was polluted
  await page.addInitScript(() => {
    if (window !== window.top) return
    for (const name of ['chunks', 'needs', 'polluted', 'kind', 'left', 'toJSON'])
      Object.defineProperty(Object.prototype, name, { get: () => undefined, set: () => {}, configurable: true })
    ;(Object.prototype as Record<string, unknown>).evil = 'evil'
  })
  const sandbox = await bareSandbox(page)
  const result = await sandbox.evaluate(async (client, source) => {
    const slot = client.slot('a')
    const compiled = await slot.compile(source)
    await slot.set({ step: 2 })
    await slot.tick(3)
    return { main: compiled.main, value: slot.values.number(slot.values.net('__top__.value') ?? -1) }
  }, steppedCounter)
  expect(result).toEqual({ main: 'Stepped', value: 9 })
  const frames = page.frames().filter((frame) => frame.url().startsWith(sandboxUrl))
  for (const frame of frames) expect(await frame.evaluate(() => ({}) as Record<string, unknown>)).toEqual({})
})

let evil: Host

test.beforeAll(async () => {
  evil = await startHost((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>evil</title>')
  })
})

test.afterAll(() => evil.stop())

test('A207 A210 a sandbox page that was broken into learns nothing of who framed it', async ({ page, guard }) => {
  guard.allow(/document\.domain|SecurityError|Blocked a frame|origin-keyed/i)
  await bareSandbox(page)
  await page.evaluate(() => {
    window.name = 'secret name'
  })
  const found = await (await sandboxFrame(page)).evaluate(() => {
    const tried = (attempt: () => unknown): unknown => {
      try {
        return attempt()
      } catch (error) {
        return (error as Error).name
      }
    }
    const { origin } = location
    return {
      domain: tried(() => {
        document.domain = 'localhost'
        return window.parent.document.title
      }),
      name: window.name,
      parentName: tried(() => window.parent.name),
      opener: window.opener === null,
      referrer: document.referrer,
      // The page's timing tells only of its own requests.
      foreign: performance.getEntries().filter((e) => /^https?:/.test(e.name) && !e.name.startsWith(`${origin}/`))
        .length,
      ancestors: [...location.ancestorOrigins].length,
    }
  })
  expect(found).toEqual({
    domain: 'SecurityError',
    name: '',
    parentName: 'SecurityError',
    opener: true,
    referrer: '',
    foreign: 0,
    ancestors: 1,
  })
})

test('A203 A215 a sandbox page that leads its frame elsewhere is noticed, and takes nothing along', async ({
  page,
  guard,
}) => {
  guard.allow(/frame-src|Framing|Refused|violates|Content Security Policy|policy violation/)
  const sandbox = await bareSandbox(page)
  await sandbox.evaluate((client, source) => client.slot('a').compile(source), steppedCounter)
  const waiting = sandbox.evaluate((client) =>
    client
      .slot('a')
      .tick(10_000_000)
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
  )
  const frames = page.frames().filter((frame) => frame.url().startsWith(sandboxUrl))
  for (const frame of frames)
    await frame.evaluate((url) => void setTimeout(() => location.assign(url), 0), `${evil.url}/evil`).catch(() => {})
  expect(['UNAVAILABLE', 'done']).toContain(await waiting)
  await expect.poll(() => sandbox.evaluate((client) => client.health.state), { timeout: 20_000 }).toBe('unavailable')
  expect(evil.asked).toEqual([])
  const value = await sandbox.evaluate(async (client) => {
    const slot = client.slot('a')
    await slot.tick(2)
    return slot.values.number(slot.values.net('__top__.value') ?? -1)
  })
  expect(value).toBe(2)
})

/**
 * A counter that takes seconds for ten million cycles: what it computes begins with the count, so that nothing of it is
 * known before.
 */
const slowCounter = `circuit('Slow', {
  outputs: { value: bus(32) },
  state: { n: reg(32) },
  eval: ({ n }) => ({ value: n }),
  onTick: ({ n }) => {
    let x = n
    for (let i = 0; i < 2000; i++) x = Math.imul(x ^ (x >>> 7), 0x9e3779b1) + i
    return { n: x === 1 ? 0 : n + 1 }
  },
})`

for (const how of ['removed', 'moved'] as const) {
  test(`A277 a frame that is ${how} during a run: what waits is refused, and the next request makes it anew`, async ({
    page,
  }) => {
    const sandbox = await bareSandbox(page)
    const outcome = await sandbox.evaluate(
      async (client, { source, how }) => {
        const slot = client.slot('a')
        await slot.compile(source)
        await slot.run(0)
        const tick = slot.tick(10_000_000).then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        for (const frame of document.querySelectorAll('iframe')) {
          if (how === 'removed') frame.remove()
          else document.body.prepend(frame)
        }
        const code = await tick
        await slot.tick(2)
        return { code, value: slot.values.number(slot.values.net('__top__.value') ?? -1), state: client.health.state }
      },
      { source: slowCounter, how },
    )
    expect(outcome).toEqual({ code: 'UNAVAILABLE', value: 2, state: 'ready' })
  })

  test(`A277 a frame that is ${how}, and asked at once: it is made anew, whatever the old page still answered`, async ({
    page,
  }) => {
    const sandbox = await bareSandbox(page)
    const outcome = await sandbox.evaluate(
      async (client, { source, how }) => {
        const slot = client.slot('a')
        await slot.compile(source)
        for (const frame of document.querySelectorAll('iframe')) {
          if (how === 'removed') frame.remove()
          else document.body.prepend(frame)
        }
        await slot.tick(2)
        return { value: slot.values.number(slot.values.net('__top__.value') ?? -1), state: client.health.state }
      },
      { source: steppedCounter, how },
    )
    expect(outcome).toEqual({ value: 2, state: 'ready' })
  })
}
