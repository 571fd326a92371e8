import type { Page } from '@playwright/test'
import { chain } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

/** Where the part of the picture that takes a node's clicks is, in CSS pixels. */
async function boxOf(page: Page, key: string) {
  const box = await page.locator(`circuit-canvas [data-node="${key}"] .ring`).boundingBox()
  if (!box) throw new Error(`${key} is not drawn`)
  return box
}

test('before any script of the page runs, its frame is there', async ({ page, guard }) => {
  guard.allow(/ERR_FAILED/)
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('.first-sight header')).toBeVisible()
  await expect(page.locator('.first-sight')).toContainText('Simten')
  await page.unroute(/\/assets\/.*\.js$/)
  const editor = new Editor(page)
  await editor.open()
  await expect(page.locator('.first-sight header')).toBeHidden()
})

test.describe('on a narrow screen', () => {
  test('a long row of parts stands in several rows', { tag: '@thorough' }, async ({ editor }) => {
    const { page } = editor
    await editor.sized({ width: 400, height: 800 }, async () => {
      await editor.pane('Circuit')
      await editor.open('/?example=snake', 'SnakePlayable')
      const tops = new Set<number>()
      for (const key of ['n:keyboard', 'n:decoder', 'n:core']) tops.add(Math.round((await boxOf(page, key)).y))
      expect(tops.size).toBe(3)
      const screen = await boxOf(page, 'n:screen')
      expect(screen.x + screen.width).toBeLessThanOrEqual(400)
      expect(screen.width).toBeGreaterThan(60)
    })
  })

  test('a large circuit starts at its inputs, can be read, and is looked over in the corner', async ({ page }) => {
    await page.setViewportSize({ width: 400, height: 800 })
    const editor = new Editor(page)
    await editor.open('/?example=alu', 'Alu8')
    const overview = page.locator('circuit-canvas .overview')
    await expect(overview).toBeVisible()
    const input = await boxOf(page, 'n:a')
    expect(input.x).toBeGreaterThanOrEqual(0)
    expect(input.x + input.width).toBeLessThan(400)
    await expect(page.locator('circuit-canvas .layer').first()).not.toHaveClass(/far/)

    // The corner leads to the other end of the picture.
    const corner = await overview.boundingBox()
    if (!corner) throw new Error('no overview')
    await overview.click({ position: { x: corner.width - 8, y: corner.height / 2 } })
    await expect.poll(async () => (await boxOf(page, 'n:a')).x).toBeLessThan(0)

    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(overview).toBeHidden()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(overview).toBeVisible()
  })
})

test('from afar the boxes have names that can be read', { tag: '@thorough' }, async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=rv32i-computer', 'Rv32iComputer')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.locator('circuit-canvas .layer').first()).toHaveClass(/far/)
  const heightOf = async (text: string) => {
    const box = await page.locator('circuit-canvas text:visible').filter({ hasText: text }).boundingBox()
    return box?.height ?? 0
  }
  for (const name of ['RV32I_Core', 'MemBusMux', 'ROM']) expect(await heightOf(name)).toBeGreaterThan(9)
  // Nearer, the small names are there again.
  for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.locator('circuit-canvas text.title').filter({ hasText: 'RV32I_Core' })).toBeVisible()
  await expect(page.locator('circuit-canvas text.afar').filter({ hasText: 'RV32I_Core' })).toBeHidden()
})

test('of a circuit that goes far beyond the canvas the near part is drawn; the keyboard leads to the rest', async ({
  editor,
}) => {
  const { page } = editor
  await editor.open()
  await editor.write(chain(80, 10))
  const far = page.locator('circuit-canvas [data-node="n:y"]')
  await expect(far).toHaveClass(/\baway\b/, { timeout: 60_000 })
  await expect(page.locator('circuit-canvas [data-node="n:a"]')).not.toHaveClass(/\baway\b/)
  // The corner leads to the end and back.
  const corner = await page.locator('circuit-canvas .overview').boundingBox()
  if (!corner) throw new Error('no overview')
  await page.mouse.click(corner.x + corner.width - 4, corner.y + corner.height / 2)
  await expect(far).not.toHaveClass(/\baway\b/)
  await expect(page.locator('circuit-canvas [data-node="n:a"]')).toHaveClass(/\baway\b/)
  // The keyboard reaches what is away, and brings it into sight.
  await page.locator('circuit-canvas [data-node="n:b"]').focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('circuit-canvas [data-node="n:a"]')).toBeFocused()
  await expect(page.locator('circuit-canvas [data-node="n:a"]')).not.toHaveClass(/\baway\b/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.locator('circuit-canvas .away')).toHaveCount(0)
})

test('a wire lights up from end to end under the pointer, and a bus that carries something is darker', async ({
  editor,
}) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const zero = page.locator('circuit-canvas .net.bus.zero')
  await expect(zero).not.toHaveCount(0)
  const before = await zero.count()
  await editor.button(/^Step/).click()
  await editor.outputIs('count', 1)
  await expect.poll(() => zero.count()).toBeLessThan(before)

  const trace = page.locator('circuit-canvas .trace:not(.moving)')
  await expect(trace).not.toHaveAttribute('d', /M/)
  const output = await boxOf(page, 'n:count')
  await page.mouse.move(output.x - 12, output.y + output.height / 2)
  await expect(trace).toHaveAttribute('d', /^M/)
  await page.mouse.move(output.x - 12, output.y + output.height + 60)
  await expect(trace).toHaveAttribute('d', '')
})

test('undo works over a reload', { tag: '@thorough' }, async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  const first = await editor.read()
  await editor.write("circuit('One', { inputs: { a: bit } })")
  await page.keyboard.press('End')
  await page.keyboard.type(' // two')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('simten.draft'))).toMatch(/two$/)
  await page.reload()
  await expect.poll(() => editor.read()).toMatch(/two$/)
  await editor.text.click()
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z')
    expect(await editor.read()).toBe(first)
  }).toPass({ timeout: 30_000 })
})

test('a mistake after the place where the program stops is told too, on a first visit as well', async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('seen')) return
    sessionStorage.setItem('seen', 'yes')
    localStorage.setItem('simten.draft', 'const w = bus(0)\nconst x = nothing + 1\n')
  })
  const editor = new Editor(page)
  await page.goto('/')
  await editor.showProblems()
  await expect(editor.problems.filter({ hasText: 'Bus width must be a positive integer' })).toHaveCount(1, {
    timeout: 60_000,
  })
  await expect(editor.problems.filter({ hasText: "Cannot find name 'nothing'" })).toHaveCount(1, { timeout: 60_000 })
})

test('the paddle moves while the key is down', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=breakout', 'Breakout')
  const held = editor.node('keyboardHeld')
  await editor.node('keyboard').locator('rect.field').click()
  await page.keyboard.down('ArrowLeft')
  await expect(held).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.up('ArrowLeft')
  await expect(held).toHaveAttribute('aria-checked', 'false')
  await expect(editor.node('keyboard').locator('text.number')).toHaveText('75')
  await page.keyboard.down('ArrowRight')
  await expect(held).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Escape') // lets go of the keyboard, and of the key
  await expect(held).toHaveAttribute('aria-checked', 'false')
  await page.keyboard.up('ArrowRight')
})
