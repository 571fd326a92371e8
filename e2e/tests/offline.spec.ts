import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = process.env.SIMTEN_PROGRAM ?? `${root}build/simten`

/** A server of its own, which can be stopped: that is what a browser without a network meets. */
class Server {
  private child: ChildProcess | undefined
  app = ''
  sandbox = ''

  async start(): Promise<void> {
    const port = (url: string) => (url === '' ? '0' : new URL(url).port)
    const child = spawn(program, [
      'serve',
      ...['--root', root, '--app-port', port(this.app), '--sandbox-port', port(this.sandbox)],
    ])
    this.child = child
    let told = ''
    await new Promise<void>((resolve, reject) => {
      child.on('exit', () => reject(new Error(`simten serve ended: ${told}`)))
      const hear = (piece: Buffer) => {
        told += String(piece)
        const [app, sandbox] = [...new Set(told.match(/http:\/\/localhost:\d+/g))]
        if (!app || !sandbox) return
        this.app = app
        this.sandbox = sandbox
        resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
    })
  }

  async stop(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

test('after one visit the page opens, compiles and runs without a network, and finds back to it', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const server = new Server()
  await server.start()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const editor = new Editor(page)
    await page.goto(server.app)
    await editor.drawn('HalfAdder')
    await expect(page.locator('#announcer')).toHaveText('Ready to work offline.', { timeout: 90_000 })

    await server.stop()
    // The caches of the service workers have to do: the browser's own one forgets without a word.
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await page.goto(`${server.app}/?example=fibonacci`)
    await editor.drawn('Fibonacci')
    await editor.write(example('counter').text.replaceAll("'Counter8'", "'Changed'"))
    await editor.drawn('Changed')
    expect(
      await page.evaluate(async () => (await fetch('/config.json')).headers.get('Content-Security-Policy')),
    ).toContain("default-src 'none'")
    await page.reload()
    await editor.drawn('Changed')
    for (const path of ['/learn/first-gate', '/components', '/play?example=counter']) {
      await page.goto(`${server.app}${path}`)
      await expect(page.locator('simten-learn, simten-components, simten-play').first()).toBeVisible()
    }

    await server.start()
    await page.goto(server.app)
    await editor.drawn('Changed')
    expect(await page.evaluate(() => fetch('/nothing-here').then(({ status }) => status))).toBe(404)
  } finally {
    await context.close()
    await server.stop()
  }
})

test('a page in another page keeps nothing', async ({ browser, baseURL }) => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${baseURL}/embed-demo`)
    await expect(page.locator('circuit-embed').first()).toBeVisible()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0)
  } finally {
    await context.close()
  }
})
