import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { Circuit } from '../support/circuit.ts'
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

  /** Starts with the release in a folder, on the same ports as before. */
  async start(release = root): Promise<void> {
    const port = (url: string) => (url === '' ? '0' : new URL(url).port)
    const child = spawn(program, [
      'serve',
      ...['--root', release, '--app-port', port(this.app), '--sandbox-port', port(this.sandbox)],
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
    this.child = undefined
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

/** Runs a test with a server and a profile of its own. */
async function visit(browser: Browser, run: (page: Page, server: Server) => Promise<void>): Promise<void> {
  const server = new Server()
  await server.start()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    await run(await context.newPage(), server)
  } finally {
    await context.close()
    await server.stop()
  }
}

/** Stops the server. The caches of the service workers have to do: the browser's own one forgets without a word. */
async function leaveNetwork(page: Page, server: Server): Promise<void> {
  await server.stop()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

/** Waits until both origins of a page have kept their files. */
async function kept(page: Page, server: Server): Promise<void> {
  for (const origin of [server.app, server.sandbox]) {
    const frame = () => page.frames().find((found) => found.url().startsWith(origin))
    await expect.poll(() => frame() !== undefined, { timeout: 30_000 }).toBe(true)
    const active = () => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state)
    await expect.poll(() => frame()?.evaluate(active), { timeout: 60_000 }).toBe('activated')
  }
}

/** The same pages as a release in which every file with a hash in its name has another name. */
function nextRelease(folder: string): void {
  for (const site of ['app-site/dist', 'sandbox-site/dist']) {
    const at = (name: string) => join(folder, site, name)
    mkdirSync(at(''), { recursive: true })
    cpSync(join(root, site), at(''), { recursive: true, filter: (name) => !/\.(br|gz|map)$/.test(name) })
    const hash = /-([\w-]{8})(?=\.\w+$)/
    const hashes = readdirSync(at('assets')).flatMap((name) => hash.exec(name)?.[1] ?? [])
    const old = new RegExp(`-(${[...new Set(hashes)].join('|')})(?=\\.\\w)`, 'g')
    for (const entry of readdirSync(at(''), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const name = file.replace(hash, '-NEXT$1')
      const text = /\.(js|css|html|json)$/.test(name) ? readFileSync(file, 'utf8') : undefined
      if (text !== undefined) writeFileSync(name, text.replace(old, '-NEXT$1'))
      else if (name !== file) cpSync(file, name)
      if (name !== file) rmSync(file)
    }
  }
}

/** The files with a hash in their name that a page has loaded so far, by whether they are of the next release. */
const loaded = (page: Page) =>
  page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    const assets = names.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    return { old: assets.filter(({ pathname }) => !pathname.includes('-NEXT')).length, all: assets.length }
  })

test('after one visit the page opens, compiles and runs without a network, and finds back to it', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  await visit(browser, async (page, server) => {
    const editor = new Editor(page)
    await page.goto(server.app)
    await editor.drawn('HalfAdder')
    await expect(page.locator('#announcer')).toHaveText('Ready to work offline.', { timeout: 90_000 })

    await leaveNetwork(page, server)
    await page.goto(`${server.app}/?example=fibonacci`)
    await editor.drawn('Fibonacci')
    await editor.write(example('counter').text.replaceAll("'Counter8'", "'Changed'"))
    await editor.drawn('Changed')
    expect(
      await page.evaluate(async () => (await fetch('/config.json')).headers.get('Content-Security-Policy')),
    ).toContain("default-src 'none'")
    await page.reload()
    await editor.drawn('Changed')
    await page.goto(`${server.app}/play?example=counter`)
    await expect(page.locator('simten-play')).toBeVisible()

    await server.start()
    await page.goto(server.app)
    await editor.drawn('Changed')
    expect(await page.evaluate(() => fetch('/nothing-here').then(({ status }) => status))).toBe(404)
  })
})

test('after a visit to the reference alone, components and lessons run without a network', async ({ browser }) => {
  test.setTimeout(120_000)
  await visit(browser, async (page, server) => {
    await page.goto(`${server.app}/components`)
    await kept(page, server)
    await leaveNetwork(page, server)

    await page.goto(`${server.app}/components#Mux`)
    await page.reload() // the address above differs behind the # only
    const component = new Circuit(page.locator('component-specimen'))
    await component.drawn('TryMux')
    await component.put('in1', 1)
    await expect(page.locator('component-specimen tbody tr')).toHaveCount(8)
    await page.goto(`${server.app}/learn`)
    await page.getByRole('link', { name: 'Begin' }).click()
    await new Circuit(page.locator('level-work')).drawn('MyNot')
    await new Circuit(page.locator('circuit-embed').first()).drawn('TryNand')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('region', { name: 'Result' }).getByText('1 of 2 tests hold.')).toBeVisible({
      timeout: 30_000,
    })
  })
})

test('an open page keeps to its release until it takes the next one, with its text and run', {
  tag: '@thorough',
}, async ({ browser }) => {
  test.setTimeout(180_000)
  const folder = mkdtempSync(join(tmpdir(), 'simten-release-'))
  try {
    nextRelease(folder)
    await visit(browser, async (page, server) => {
      const editor = new Editor(page)
      await page.goto(server.app)
      await editor.drawn('HalfAdder')
      await kept(page, server)
      await page.reload() // from now on the service workers answer
      await editor.write(example('counter').text.replaceAll("'Counter8'", "'Mine'"))
      await editor.drawn('Mine')
      const controls = page.locator('circuit-controls')
      for (const cycle of [1, 2]) {
        await editor.button('Step one cycle').click()
        await expect(controls).toContainText(new RegExp(`cycle\\s*${cycle}\\b`))
      }
      const other = await page.context().newPage() // a second page of the old release
      await other.goto(`${server.app}/?example=fibonacci`)
      await new Editor(other).drawn('Fibonacci')

      await server.stop()
      await server.start(folder)
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      const take = (of: Page) => of.getByRole('button', { name: 'Load it' })
      await expect(take(page)).toBeVisible({ timeout: 90_000 })
      await expect(take(other)).toBeVisible()
      // Pieces that the page loads only now are still of its own release, although the server has them no more.
      const before = await loaded(page)
      await page.getByRole('tab', { name: 'Waveforms' }).click()
      await expect.poll(async () => (await loaded(page)).all).toBeGreaterThan(before.all)
      const then = await loaded(page)
      expect(then.old).toBe(then.all)

      await Promise.all([page.waitForEvent('load'), take(page).click()])
      await editor.drawn('Mine')
      await expect(controls).toContainText(/cycle\s*2\b/)
      const after = await loaded(page)
      expect(after.old).toBe(0)
      expect(after.all).toBeGreaterThan(0)
      // The second page has lost the files that it did not load yet: it is led to the release that answers now.
      await Promise.all([other.waitForEvent('load'), take(other).click()])
      await new Editor(other).drawn('Fibonacci')
      expect((await loaded(other)).old).toBe(0)
    })
  } finally {
    rmSync(folder, { recursive: true })
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

test('Verilog is imported without a network, once Yosys was there', async ({ browser }) => {
  test.setTimeout(240_000)
  await visit(browser, async (page, server) => {
    const editor = new Editor(page)
    const text = 'module inverter (input a, output b); assign b = ~a; endmodule'
    const dialog = page.getByRole('dialog', { name: 'Import Verilog' })
    const paste = async () => {
      await editor.clear()
      await page.keyboard.insertText(text)
      await expect(dialog).toContainText('inverter is open', { timeout: 90_000 })
      await page.keyboard.press('Escape')
      await editor.drawn('inverter')
    }
    await page.goto(server.app)
    await editor.drawn('HalfAdder')
    await expect(page.locator('#announcer')).toHaveText('Ready to work offline.', { timeout: 90_000 })
    await paste()

    await leaveNetwork(page, server)
    await page.goto(`${server.app}/?example=fibonacci`)
    await editor.drawn('Fibonacci')
    await paste()
  })
})
