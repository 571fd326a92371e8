/** A counter is built by thumb on a telephone, and another by keyboard with what a screen reader says alone. */
import type { Page } from '@playwright/test'
import { Editor } from '../support/editor.ts'
import { appUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

/** The visitor's own text is empty. */
const emptyText = () => {
  localStorage.setItem('simten.draft', '\n')
  localStorage.setItem('simten.welcomed', 'yes')
}

test('a counter is built by thumb on 390 px', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addInitScript(emptyText)
  const page = await context.newPage()
  const phone = new Editor(page)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Text' }).tap()
  await phone.text.tap()
  // The keyboard on the glass gives letters; whatever else is done by taps.
  for (const letter of 'circuit') await page.keyboard.insertText(letter)
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'circuit state' }).tap()
  await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Circuit' }).tap()
  await phone.drawn('Name')
  const step = phone.button('Step one cycle')
  const box = await step.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  const output = page.locator('circuit-canvas [aria-label^="output "]').first()
  await expect(output).toHaveAttribute('aria-label', /, 0$/)
  const [first] = await page.locator('circuit-canvas [role="switch"]').all()
  if (first) await first.tap()
  await step.tap()
  await step.tap()
  await expect(output).toHaveAttribute('aria-label', /, 2$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await context.close()
})

/** The name and the role of what has the focus, as a screen reader tells them. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let e = document.activeElement
    while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement
    const role = e?.getAttribute('role') ?? e?.tagName.toLowerCase() ?? ''
    const name = e?.getAttribute('aria-label') ?? e?.getAttribute('title') ?? e?.textContent?.trim() ?? ''
    return `${role}: ${name}`
  })
}

/** Presses Tab until the focus is on something with a name. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const heard: string[] = []
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (wanted.test(now)) return
    heard.push(now)
  }
  throw new Error(`Tab never came to ${wanted}; it came to ${heard.join(' | ')}`)
}

test('a counter is built by keyboard, with what a screen reader says alone', async ({ page }) => {
  await page.addInitScript(emptyText)
  await page.goto('/')
  await tabTo(page, /^textbox: /)
  await page.keyboard.type('circuit', { delay: 40 })
  const list = page.getByRole('listbox', { name: 'Completions' })
  await expect(list).toBeVisible()
  const chosen = list.getByRole('option', { selected: true })
  await expect(async () => {
    if (!(await list.isVisible())) await page.keyboard.press('Control+Space') // what the types add made it anew
    if ((await chosen.innerText({ timeout: 2_000 })).includes('circuit state')) return
    await page.keyboard.press('ArrowDown')
    await expect(chosen).toContainText('circuit state', { timeout: 200 })
  }).toPass({ timeout: 40_000 })
  await page.waitForTimeout(120) // CodeMirror takes no Enter for one that was meant for the text
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Circuit Name' })).toBeVisible({ timeout: 40_000 })
  await page.keyboard.press('Escape') // ends the fields of the snippet
  await page.keyboard.press('Escape')
  const spoken = page.locator('circuit-canvas [aria-live]')
  await tabTo(page, /^switch: input en, 0$/)
  await page.keyboard.press('Space')
  await expect.poll(() => focused(page)).toBe('switch: input en, 1')
  await tabTo(page, /^button: Step one cycle/)
  await expect(spoken).toHaveText(/\b0\b/)
  await page.keyboard.press('Enter')
  await expect(spoken).toHaveText(/\b1\b/)
  await page.keyboard.press('.')
  await expect(spoken).toHaveText(/\b2\b/)
  await page.keyboard.press(',')
  await expect(spoken).toHaveText(/\b1\b/)
  await expect(page.getByRole('group', { name: 'Circuit Name' }).getByLabel(/^output \w+, 1$/)).toBeAttached()
})
