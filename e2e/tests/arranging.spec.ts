/** Parts that are moved by hand: by mouse, finger and keys; what holds them, and what takes them back. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { Editor } from '../support/editor.ts'
import { appUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const part = (page: Page, key: string): Locator => page.locator(`circuit-canvas [data-node="${key}"]`)
const place = (page: Page, key: string) => part(page, key).getAttribute('transform')

/** The places of the other parts, relative to the first of them: the picture may have been moved into sight. */
async function others(page: Page, key: string): Promise<string> {
  return page.locator('circuit-canvas').evaluate((canvas, key) => {
    const nodes = [...(canvas.shadowRoot?.querySelectorAll('[data-node]') ?? [])]
    const rest = nodes.filter((n) => n.getAttribute('data-node') !== key)
    const at = (n: Element) =>
      (/translate\((\S+) (\S+)\)/.exec(n.getAttribute('transform') ?? '') ?? []).slice(1).map(Number)
    const [x = 0, y = 0] = rest[0] ? at(rest[0]) : []
    return rest
      .map((n) => `${n.getAttribute('data-node')} ${(at(n)[0] ?? 0) - x} ${(at(n)[1] ?? 0) - y}`)
      .sort()
      .join('\n')
  }, key)
}

/** The link that Share makes, pasted as a person would. */
async function linkOf(page: Page, context: BrowserContext): Promise<string> {
  await page.getByRole('button', { name: /^Share/ }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toContainText('Link copied')
  await page.keyboard.press('Escape')
  const other = await context.newPage()
  await other.setContent('<textarea></textarea>')
  await other.locator('textarea').focus()
  await other.keyboard.press('ControlOrMeta+v')
  const link = await other.locator('textarea').inputValue()
  await other.close()
  await page.bringToFront()
  return link
}

async function drag(page: Page, key: string, dx: number, dy: number): Promise<void> {
  const box = await part(page, key).locator('.ring').boundingBox()
  if (!box) throw new Error(`${key} is not there`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx, y + dy, { steps: 6 })
  await page.mouse.up()
}

test('a part is dragged, stays over edits and a reload, and goes back', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open('/?example=ripple-adder', 'RippleAdder')
  const key = 'n:dut.place0'
  const [before, rest] = [await place(page, key), await others(page, key)]
  await drag(page, key, 20, 90)
  await expect(part(page, key).locator('.pin-mark')).toBeAttached()
  const after = await place(page, key)
  expect(after).not.toBe(before)
  expect(await others(page, key)).toBe(rest)

  await editor.text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// edited\n')
  await page.waitForTimeout(1_500) // until the edited text is drawn
  expect(await place(page, key)).toBe(after)
  await page.reload()
  await editor.drawn('RippleAdder')
  await expect(part(page, key).locator('.pin-mark')).toBeAttached()
  expect(await place(page, key)).toBe(after)
  expect(await others(page, key)).toBe(rest)

  await drag(page, 'n:dut.place1', 0, -60)
  await expect(page.locator('circuit-canvas .pin-mark')).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(page.locator('circuit-canvas .pin-mark')).toHaveCount(1)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Arrange all parts')
  await page.keyboard.press('Enter')
  await expect(page.locator('circuit-canvas .pin-mark')).toHaveCount(0)
})

test('keys move a part, a link carries it, and the inspector lets it go', async ({ page, context }) => {
  const editor = new Editor(page)
  await editor.open('/?example=half-adder', 'HalfAdder')
  const key = 'n:dut.and'
  const before = await place(page, key)
  await part(page, key).focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('Alt+ArrowDown')
  await expect(part(page, key).locator('.pin-mark')).toBeAttached()
  await expect(part(page, key)).toBeFocused()
  await expect(page.locator('#announcer')).toContainText('is pinned here')
  const after = await place(page, key)
  expect(after).not.toBe(before)

  const link = await linkOf(page, context)
  const other = new Editor(await context.newPage())
  await other.page.goto(link)
  await other.drawn('HalfAdder')
  expect(await place(other.page, key)).toBe(after)
  await other.page.close()

  await part(page, key).focus()
  await page.keyboard.press('i')
  await page.getByRole('button', { name: 'Unpin' }).click()
  await expect(part(page, key).locator('.pin-mark')).toHaveCount(0)
  expect(await place(page, key)).toBe(before)
})

test('a finger that rests on a part takes it, and one that does not moves the picture', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const phone = new Editor(page)
  await phone.open('/?example=half-adder', 'HalfAdder')
  await phone.pane('Circuit')
  const key = 'n:dut.and'
  const session = await context.newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const swipe = async (rest: number) => {
    const box = await part(page, key).locator('.ring').boundingBox()
    if (!box) throw new Error('the part is not there')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await touch('touchStart', x, y)
    await page.waitForTimeout(rest)
    for (let i = 1; i <= 6; i++) await touch('touchMove', x + i, y + 10 * i)
    await touch('touchEnd')
  }
  const before = await place(page, key)
  await swipe(0)
  await expect(part(page, key).locator('.pin-mark')).toHaveCount(0)
  expect(await place(page, key)).toBe(before)
  await swipe(700)
  await expect(part(page, key).locator('.pin-mark')).toBeAttached()
  await context.close()
})
