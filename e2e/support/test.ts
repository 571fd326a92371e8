import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  test as base,
  expect,
  type Frame,
  type JSHandle,
  type Page,
  type TestInfo,
} from '@playwright/test'
import type { Sandbox } from '@simten/client'
import { bareSandbox, sandboxOf } from './bare.ts'
import { Editor } from './editor.ts'
import { appUrl, sandboxUrl } from './servers.ts'

/** Events that must not happen on any page: policy violations, errors on the console, uncaught exceptions. */
export interface Guard {
  /** Complaints that are part of the test. */
  allow(pattern: RegExp): void
}

interface Fixtures {
  guard: Guard
  firstVisit: BrowserContext
  /** The editor, where it does not matter how the page was opened: one page for all such tests, until one fails. */
  editor: Editor
  /** The page of the embeds, likewise. They are as the last test left them. */
  article: Page
  /** A client of the sandbox on a page without any element, likewise. A test disposes of its slots. */
  client: JSHandle<Sandbox>
}

interface Shared {
  profile: BrowserContext
  standing: Map<string, Page>
}

/** Makes every frame tell the console what its policy blocked. */
function tellViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`policy violation: ${event.effectiveDirective} blocked ${event.blockedURI} on ${location.href}`)
  })
}

/**
 * Runs a test with the page that stays open under a name, or with a new one. The page of a test that failed is closed.
 */
async function stay(
  standing: Map<string, Page>,
  name: string,
  context: BrowserContext,
  info: TestInfo,
  run: (page: Page, stands: boolean) => Promise<void>,
): Promise<void> {
  const stood = standing.get(name)
  const page = stood?.isClosed() === false ? stood : await context.newPage()
  standing.delete(name) // unless all goes well
  await page.bringToFront()
  await run(page, page === stood)
  if (info.status === info.expectedStatus) standing.set(name, page)
  await pictured(page, info)
}

/** Keeps what a page showed when its test failed. */
async function pictured(page: Page, info: TestInfo): Promise<void> {
  if (info.status !== info.expectedStatus && !page.isClosed()) {
    await page.screenshot({ path: info.outputPath('page.png') })
  }
}

/**
 * Tests share one browser profile with its cache, as a person does who comes back: the machine code of the engine is
 * made once. Storage and cookies are cleared before each test. `page` is opened for one test, `editor`, `article` and
 * `client` stay open, and `firstVisit` is a profile that has seen nothing.
 *
 * Every test fails when the page, the sandbox frame or a worker complains about anything.
 */
export const test = base.extend<Fixtures, Shared>({
  profile: [
    async ({ playwright, launchOptions }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'simten-e2e-'))
      const context = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        baseURL: appUrl,
        viewport: { width: 1280, height: 800 },
        permissions: ['clipboard-write'],
        // Tests look at what the server gives, and answer some requests themselves.
        serviceWorkers: 'block',
      })
      await context.addInitScript(tellViolations)
      await use(context)
      await context.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
    { scope: 'worker' },
  ],

  standing: [({ profile: _ }, use) => use(new Map()), { scope: 'worker' }],

  context: async ({ profile, standing }, use) => {
    const [first] = profile.pages()
    const anchor = first ?? (await profile.newPage())
    const session = await profile.newCDPSession(anchor)
    for (const origin of [appUrl, sandboxUrl]) {
      await session.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'cookies,local_storage,indexeddb,service_workers,cache_storage',
      })
    }
    await session.detach()
    await use(profile)
    // The first page stays: without any the browser would end.
    const kept = new Set([anchor, ...standing.values()])
    for (const page of profile.pages()) if (!kept.has(page)) await page.close()
  },

  page: async ({ context }, use, info) => {
    const page = await context.newPage()
    await use(page)
    await pictured(page, info)
  },

  editor: ({ context, standing }, use, info) =>
    stay(standing, 'editor', context, info, async (page, stands) => {
      if (!stands) await new Editor(page).open()
      const editor = new Editor(page, { stands: true })
      await use(editor)
      if (info.status === info.expectedStatus) await editor.rest()
    }),

  article: ({ context, standing }, use, info) =>
    stay(standing, 'article', context, info, async (page, stands) => {
      if (!stands) await page.goto('/embed-demo')
      await use(page)
    }),

  client: ({ context, standing }, use, info) =>
    stay(standing, 'client', context, info, async (page, stands) =>
      use(await (stands ? sandboxOf(page) : bareSandbox(page))),
    ),

  firstVisit: async ({ browser }, use) => {
    const context = await browser.newContext({
      baseURL: appUrl,
      viewport: { width: 1280, height: 800 },
      serviceWorkers: 'block',
    })
    await context.addInitScript(tellViolations)
    await use(context)
    await context.close()
  },

  guard: [
    async ({ context }, use) => {
      const complaints: string[] = []
      // A page that stands from one test to the next loses its open databases when storage is cleared before a test.
      const allowed: RegExp[] = [/Force close delete origin/]
      const onConsole = (message: { type(): string; text(): string; location(): { url: string } }) => {
        if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
      }
      const onError = (error: { error(): Error }) => complaints.push(`exception: ${error.error().message}`)
      context.on('console', onConsole)
      context.on('weberror', onError)
      await use({ allow: (pattern) => allowed.push(pattern) })
      context.off('console', onConsole)
      context.off('weberror', onError)
      expect(complaints.filter((c) => !allowed.some((pattern) => pattern.test(c)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The hidden frame of the sandbox. */
export async function sandboxFrame(page: Page): Promise<Frame> {
  const find = () => page.frames().find((f) => f.url().startsWith(sandboxUrl))
  await expect.poll(() => find()?.url()).toBeDefined()
  const frame = find()
  if (!frame) throw new Error('the sandbox frame went away')
  return frame
}
