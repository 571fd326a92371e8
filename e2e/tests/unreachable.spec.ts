import { example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

test('A223 A263 an unreachable sandbox is explained, the text is safe, and trying again helps', async ({
  page,
  guard,
}) => {
  guard.allow(/ERR_(FAILED|BLOCKED)|Failed to load resource/)
  await page.route(/:\d+\/(index\.html)?(#.*)?$/, (route) =>
    route.request().frame().parentFrame() ? route.abort() : route.fallback(),
  )
  await page.goto('/')
  const editor = new Editor(page)
  await expect(editor.strip).toContainText('has not answered yet', { timeout: 15_000 })
  await expect(editor.strip.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(editor.strip).toContainText('cannot be reached', { timeout: 25_000 })
  await editor.write(example('fibonacci').text)
  await page.unrouteAll()
  await editor.strip.getByRole('button', { name: 'Try again' }).click()
  await editor.drawn('Fibonacci')
  await expect(editor.strip).toBeHidden()
})

test('a sandbox address that cannot be one is told with what is wrong, and the page comes back when it is corrected', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.route('**/config.json', (route) => route.fulfill({ json: { sandboxOrigin: new URL(page.url()).origin } }))
  await page.goto('/')
  const strip = page.locator('status-bar .strip')
  await expect(strip).toContainText('That is this page itself')
  await expect(strip).toContainText('config.json')
  await expect(strip.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.unroute('**/config.json')
  await strip.getByRole('button', { name: 'Load the page again' }).click()
  await new Editor(page).drawn('HalfAdder')
  await expect(strip).toBeHidden()
})
