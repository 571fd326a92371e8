import type { Page } from '@playwright/test'
import { Circuit } from '../support/circuit.ts'
import { appUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const check = (page: Page) => page.getByRole('button', { name: 'Check' })
const text = (page: Page) => page.getByRole('textbox', { name: 'Circuit text' })

const inverter = `circuit('MyNot', { inputs: { a: bit }, outputs: { y: bit }, nodes: { nand: Nand },
connect: ({ inputs, outputs, nodes: { nand } }) => [inputs.a.to(nand.a, nand.b), nand.out.to(outputs.y)] })`

test('three steps by keyboard: a check that fails, one that passes, and progress after a reload', async ({ page }) => {
  await page.goto('/learn')
  await expect(page.getByRole('heading', { name: 'From one gate to a computer' })).toBeVisible()
  await page.getByRole('link', { name: 'Begin' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Wires and a NOT' })).toBeFocused()
  const work = new Circuit(page.locator('level-work'))
  await work.drawn('MyNot')
  await new Circuit(page.locator('circuit-embed').first()).drawn('TryNand')

  // The text to start from fails, and the first case that fails is shown.
  await text(page).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText('1 of 2 tests hold.')).toBeVisible({ timeout: 20_000 })
  await expect(result.locator('dl')).toHaveText(/Inputs\s*a = 1\s*Expected\s*y = 0\s*Got\s*y = 1/)

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(inverter)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(result.getByText('All 2 tests hold.')).toBeVisible({ timeout: 20_000 })
  await expect(result.getByText('gates 1, par 1')).toBeVisible()

  // Next, and next again, without loading the page anew.
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await result.getByRole('link', { name: 'Next step' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'AND and OR' })).toBeFocused()
  await work.drawn('AndOr')
  await page.getByRole('link', { name: /^Next step/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Exclusive or' })).toBeFocused()
  await work.drawn('MyXor')
  await page.getByRole('button', { name: 'Solution' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Put it into the text' }).focus()
  await page.keyboard.press('Enter')
  await check(page).focus()
  await page.keyboard.press('Enter')
  await expect(result.getByText('All 4 tests hold.')).toBeVisible({ timeout: 20_000 })
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)

  await page.goBack()
  await page.goBack()
  await page.reload()
  await expect(text(page)).toContainText('inputs.a.to(nand.a, nand.b)')
  await page.goto('/learn')
  await expect(page.getByRole('img', { name: 'Passed, 3 of 3 stars' })).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Go on with step 2: AND and OR' })).toBeVisible()
})

test('a text that does not end, and one with a part that is not allowed, get a clear answer', async ({ page }) => {
  await page.goto('/learn/not')
  await new Circuit(page.locator('level-work')).drawn('MyNot')
  const result = page.getByRole('region', { name: 'Result' })
  const judge = async (source: string) => {
    await text(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(source)
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  await judge('for (;;) {}')
  await expect(result.getByText(/took too long and was stopped/)).toBeVisible({ timeout: 40_000 })
  await judge(inverter.replaceAll('Nand', 'Nor'))
  await expect(result.getByText('This level does not allow the part Nor.')).toBeVisible({ timeout: 20_000 })
  await judge(inverter)
  await expect(result.getByText('All 2 tests hold.')).toBeVisible({ timeout: 20_000 })
})

test('on a phone a step is read and checked by touch, and nothing is wider than the screen', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  try {
    const page = await context.newPage()
    await page.goto('/learn')
    await page.getByRole('link', { name: /^2 AND and OR/ }).tap()
    await expect(page.getByRole('heading', { name: 'AND and OR' })).toBeVisible()
    await new Circuit(page.locator('level-work')).drawn('AndOr')
    const overhang = (e: Element) => e.scrollWidth - e.clientWidth
    expect(await page.locator('main').evaluate(overhang)).toBeLessThanOrEqual(0)
    await check(page).tap()
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result.getByText('3 of 8 tests hold.')).toBeInViewport({ timeout: 20_000 })
    for (const button of await page.locator('level-work').locator('.bar button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('link', { name: /^Previous step/ }).tap()
    await expect(page.getByRole('heading', { name: 'Wires and a NOT' })).toBeInViewport()
  } finally {
    await context.close()
  }
})

test('a level is made in a form, and judges whoever opens its link', async ({ page, context }) => {
  await page.goto('/learn/open')
  await page.getByLabel('Title').fill('Same as NAND')
  await page.getByLabel('What to build').fill('y is a NAND b.\n\n<b>Plain</b> words.')
  await page
    .getByLabel(/^Tests/)
    .fill("test('both', () => { const s = simulate(submission); s.set({ a: 1, b: 1 }); expect(s.get('y')).toBe(0) })")
  await page.getByLabel(/^Parts/).fill('Nand, Not')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const href = await page.getByRole('link', { name: 'Open the level' }).getAttribute('href')
  const other = await context.newPage()
  await other.goto(href ?? '')
  await expect(other.getByRole('heading', { name: 'Same as NAND' })).toBeVisible()
  await expect(other.getByText('<b>Plain</b> words.')).toBeVisible()
  await new Circuit(other.locator('level-work')).drawn('Mine')
  await check(other).click()
  await expect(other.getByText('The test holds.')).toBeVisible({ timeout: 20_000 })
  await other.goto('/learn/open#level=1r.AAAA')
  await expect(other.getByRole('alert')).toHaveText(/link/)
  await other.close()
})
