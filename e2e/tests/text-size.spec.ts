import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { chromium, expect, test } from '@playwright/test'
import { appUrl } from '../support/servers.ts'

// The text size is set where the reader sets it: in the browser's own settings, which a new profile is given.
async function withTextSize(pixels: number, use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const { launchOptions } = test.info().project.use
  const profile = await mkdtemp(join(tmpdir(), 'text-size-'))
  await mkdir(join(profile, 'Default'))
  await writeFile(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ webkit: { webprefs: { default_font_size: pixels } } }),
  )
  const context = await chromium.launchPersistentContext(profile, launchOptions)
  try {
    await use(context)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

const sizeOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

/** Elements of the page's own bars whose text is cut off by them. */
const cut = () => {
  const found: string[] = []
  const walk = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot) walk(element.shadowRoot)
      if (!element.matches('button, header, top-bar, .dock-bar, .pill, [role=tab]')) continue
      if (element.getClientRects().length > 0 && element.scrollHeight > element.clientHeight + 2)
        found.push(`${element.localName}.${element.className}: ${element.textContent?.trim().slice(0, 40)}`)
    }
  }
  walk(document)
  return found
}

for (const [width, height] of [
  [1280, 760],
  [360, 760],
] as const) {
  test(`the reader's text size counts at ${width} pixels, and nothing is cut off`, {
    tag: width === 360 ? [] : '@thorough',
  }, async () => {
    await withTextSize(32, async (context) => {
      const page = await context.newPage()
      // A new profile would make the engine's machine code anew; the picture is there without it.
      await page.route(/\/engine-[^/]*\.wasm$/, () => new Promise(() => undefined))
      await page.setViewportSize({ width, height })
      await page.goto(appUrl)
      await expect(page.locator('circuit-canvas svg').first()).toBeAttached()
      for (const name of ['Text', 'Circuit', 'Problems']) {
        // With text of twice the size there is room for one pane, also on this screen.
        await page.getByRole('button', { name, exact: true }).click()
        expect(await page.locator('html').evaluate((e) => e.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await page.evaluate(cut)).toEqual([])
      }
      expect(await sizeOf(page, '.panes button')).toBe(24)
      expect(await sizeOf(page, '.cm-editor')).toBe(26)
      await page.goto(`${appUrl}/components#DualPortRAM`)
      await expect(page.getByRole('article')).toBeVisible()
      expect(await sizeOf(page, 'article')).toBe(26)
      expect(await page.locator('article').evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0)
      expect(await page.locator('html').evaluate((e) => e.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await page.evaluate(cut)).toEqual([])
    })
  })
}

test('an embed keeps its text readable on a page that has made its rem small', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto('/embed-demo')
  const texts = ['circuit-embed .frame', 'circuit-embed circuit-canvas']
  for (const text of texts) await page.locator(text).first().waitFor()
  for (const text of texts) expect(await sizeOf(page, text), text).toBe(13)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '62.5%'
  })
  for (const text of texts) expect(await sizeOf(page, text), text).toBe(13)
})
