import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Frame, type Page } from '@playwright/test'
import { Editor } from './editor.js'
import { appUrl, sandboxUrl } from './servers.js'

/** What must not happen on any page: policy violations, errors on the console, uncaught exceptions. */
export interface Guard {
  /** Complaints that are part of the test. */
  allow(pattern: RegExp): void
}

interface Fixtures {
  guard: Guard
  firstVisit: BrowserContext
  /** An editor for whom it does not matter how the page was opened: one page for all such tests, until one fails. */
  editor: Editor
}

interface Shared {
  profile: BrowserContext
  desk: { page: Page | undefined }
}

/** Makes every frame tell the console what its policy blocked. */
function tellViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`policy violation: ${event.effectiveDirective} blocked ${event.blockedURI} on ${location.href}`)
  })
}

/**
 * Tests share one browser profile with its cache, as a person does who comes back: the machine code of the engine is
 * made once. Storage and cookies are cleared before each test. `page` is opened for one test, `editor` stays open, and
 * `firstVisit` is a profile that has seen nothing.
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
      })
      await context.addInitScript(tellViolations)
      await use(context)
      await context.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
    { scope: 'worker' },
  ],

  desk: [({ profile: _ }, use) => use({ page: undefined }), { scope: 'worker' }],

  context: async ({ profile, desk }, use) => {
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
    for (const page of profile.pages()) if (page !== anchor && page !== desk.page) await page.close()
  },

  page: async ({ context }, use, info) => {
    const page = await context.newPage()
    await use(page)
    if (info.status !== info.expectedStatus && !page.isClosed()) {
      await page.screenshot({ path: info.outputPath('page.png') })
    }
  },

  editor: async ({ context, desk }, use, info) => {
    const kept = desk.page?.isClosed() === false ? desk.page : undefined
    const page = kept ?? (await context.newPage())
    desk.page = undefined // unless all goes well
    if (!kept) await new Editor(page).open()
    const editor = new Editor(page, { stands: true })
    await page.bringToFront()
    await use(editor)
    if (info.status === info.expectedStatus) {
      await editor.open() // what ran has ended
      desk.page = page
    } else if (!page.isClosed()) await page.screenshot({ path: info.outputPath('page.png') })
  },

  firstVisit: async ({ browser }, use) => {
    const context = await browser.newContext({ baseURL: appUrl, viewport: { width: 1280, height: 800 } })
    await context.addInitScript(tellViolations)
    await use(context)
    await context.close()
  },

  guard: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const allowed: RegExp[] = []
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
