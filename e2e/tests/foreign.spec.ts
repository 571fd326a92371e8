import { type Host, startHost } from '../support/host.ts'
import { appUrl, sandboxUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

// A page that nobody invited, on an origin of its own.
let foreign: Host

test.beforeAll(async () => {
  foreign = await startHost((request, response) => {
    const target = new URL(request.url ?? '/', 'http://localhost').searchParams.get('frame')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    const frame = target === null ? '' : `<iframe id="framed" src="${target.replaceAll('"', '&quot;')}"></iframe>`
    response.end(`<!doctype html><title>foreign</title>${frame}`)
  })
})

test.afterAll(() => foreign.stop())

for (const [what, url] of [
  ['the app', appUrl],
  ['/play', `${appUrl}/play`],
  ['the embed demo', `${appUrl}/embed-demo`],
  ['the sandbox', sandboxUrl],
] as const) {
  test(`A269 A271 a foreign page that frames ${what} is refused`, async ({ page, guard }) => {
    guard.allow(
      /frame-ancestors|policy violation: frame-ancestors|Failed to load resource|Cross-Origin-Resource-Policy|ERR_BLOCKED/,
    )
    const answers: string[] = []
    await page.exposeFunction('heard', (text: string) => answers.push(text))
    await page.addInitScript(() => {
      // The script also runs in the frame, which would only hear what it is told.
      if (window !== window.top) return
      window.addEventListener(
        'message',
        (e) => void (window as unknown as { heard(t: string): void }).heard(JSON.stringify(e.data)),
      )
    })
    await page.goto(`${foreign.url}/?frame=${encodeURIComponent(url)}`)
    await expect.poll(() => page.frames().length).toBe(2)
    await page.waitForTimeout(1000)
    // The frame has the browser's own error page, not ours.
    const framed = page.frames().find((f) => f.parentFrame() !== null)
    expect(framed?.url()).toBe('chrome-error://chromewebdata/')
    expect(await framed?.locator('simten-editor, simten-play, circuit-embed').count()).toBe(0)

    // And it answers nothing, whatever it is told.
    await page.evaluate(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = (e) => (window as unknown as { heard(t: string): void }).heard(JSON.stringify(e.data))
      const frame = document.querySelector('iframe')
      for (const message of [
        { hello: 'simten', nonce: 'x', version: 2 },
        { type: 'compile', id: 1, slot: 'a' },
        'hello',
      ]) {
        frame?.contentWindow?.postMessage(message, '*')
      }
      frame?.contentWindow?.postMessage({ hello: 'simten', nonce: 'x', version: 2 }, '*', [channel.port2])
    })
    await page.waitForTimeout(1000)
    expect(answers).toEqual([])
  })
}

test('A207 A270 a foreign page that opens the sandbox as a window gets nothing', async ({ page, context }) => {
  await page.goto(foreign.url)
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => {
      const target = window as unknown as { opened: Window | null; heard: unknown[] }
      target.heard = []
      window.addEventListener('message', (e) => target.heard.push(e.data))
      target.opened = window.open(url)
    }, sandboxUrl),
  ])
  await opened.waitForLoadState()
  const result = await page.evaluate(async () => {
    const target = window as unknown as { opened: Window | null; heard: unknown[] }
    for (let i = 0; i < 10; i++) {
      target.opened?.postMessage({ hello: 'simten', nonce: 'x', version: 2 }, '*')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return { heard: target.heard, closed: target.opened?.closed }
  })
  // Its opener policy puts it into a group of windows of its own; to the opener it looks closed.
  expect(result).toEqual({ heard: [], closed: true })
  await opened.close()
})

test('A261 A265 every answer of both origins carries its policy', async ({ request }) => {
  for (const [url, wanted] of [
    [`${appUrl}/`, ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", `frame-src ${sandboxUrl}`]],
    [`${appUrl}/play`, ["default-src 'none'", "frame-ancestors 'none'"]],
    [`${appUrl}/missing`, ["default-src 'none'"]],
    [
      `${sandboxUrl}/`,
      ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "object-src 'none'", `frame-ancestors ${appUrl}`],
    ],
  ] as const) {
    const response = await request.get(url)
    const policy = response.headers()['content-security-policy']?.split('; ') ?? []
    for (const directive of wanted)
      expect(policy.some((p) => p === directive || p.startsWith(`${directive} `))).toBe(true)
    expect(policy.join('; ')).not.toMatch(/unsafe-inline|'unsafe-eval'|blob:|\*/)
    expect(response.headers()['x-content-type-options']).toBe('nosniff')
    expect(response.headers()['referrer-policy']).toBe('no-referrer')
  }
})
