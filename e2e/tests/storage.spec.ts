import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const named = (name: string) =>
  `circuit('${name}', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })`

test('the text of a tab that crashes 300 ms after the last key is there again', async ({ page, context }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(named('Precious'))
  await page.waitForTimeout(300)
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  const again = await context.newPage()
  await new Editor(again).open('/', 'Precious')
  expect(await new Editor(again).read()).toBe(named('Precious'))
})

test('two tabs that are edited keep a text each, and the second learns of the first', async ({ page, context }) => {
  const one = new Editor(page)
  await one.open()
  const other = await context.newPage()
  const two = new Editor(other)
  await two.open()
  await one.write(named('OfOne'))
  await other.bringToFront()
  await two.write(named('OfTwo'))
  await expect(other.locator('.toast')).toContainText('You edit in another tab, too')
  await two.drawn('OfTwo')
  await page.bringToFront()
  await page.reload()
  await one.drawn('OfOne')
  const third = await context.newPage()
  await new Editor(third).open('/', 'OfTwo')
  await third.getByRole('button', { name: 'Examples' }).click()
  await expect(third.getByRole('dialog', { name: 'Examples' })).toContainText('OfOne')
})

test('a full storage is told, with ways to keep the text, until there is room again', { tag: '@thorough' }, async ({
  page,
}) => {
  const editor = new Editor(page)
  await editor.open()
  await page.evaluate(() => {
    const set = Storage.prototype.setItem
    Object.assign(window, { full: true })
    Storage.prototype.setItem = function (key, value) {
      if (Reflect.get(window, 'full')) throw new DOMException('full', 'QuotaExceededError')
      set.call(this, key, value)
    }
  })
  await editor.write(named('Unkept'))
  const alert = page.locator('.unsaved')
  await expect(alert).toContainText('it is lost when you close the tab')
  const download = page.waitForEvent('download')
  await alert.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ts$/)
  await alert.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.locator('.toast')).toContainText('Link copied')
  await page.evaluate(() => Object.assign(window, { full: false }))
  await editor.write(named('Kept'))
  await expect(alert).toHaveCount(0)
  await expect(page.locator('.toast')).toContainText('kept in this browser again')
  await page.reload()
  await editor.drawn('Kept')
})
