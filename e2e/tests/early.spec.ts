import type { Page } from '@playwright/test'
import { example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const PRECOMPILED = /\/circuit\.[^/]*\.json$/

/**
 * Holds the engine's file back until what is returned is called, and refuses what runs circuits without it unless that
 * is wanted.
 */
async function withoutEngine(page: Page, { precompiled = false } = {}): Promise<() => void> {
  if (!precompiled) await page.route(PRECOMPILED, (route) => route.fulfill({ json: {} }))
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/engine-[^/]*\.wasm$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The picture is there and says that it does not run yet. */
async function early(editor: Editor, name: string): Promise<void> {
  await expect(editor.canvas.getByRole('group', { name: `Circuit ${name}`, includeHidden: true })).toBeVisible()
  await expect(editor.canvas.locator('g.node').first()).toBeVisible()
  await expect(editor.canvas.locator('.net.open')).toHaveCount(0) // nobody knows yet what drives nothing
  await expect(editor.canvas).toHaveAttribute('awaited')
  await expect(editor.page.locator('status-bar')).toContainText('Loading the simulation engine')
}

test('a circuit is drawn before the engine is there, and works when it is', async ({ page }) => {
  const release = await withoutEngine(page)
  const editor = new Editor(page)
  await page.goto('/')
  await early(editor, 'HalfAdder')

  // Text that is typed meanwhile takes nothing away, and counts.
  await editor.write(example('half-adder').text.replaceAll('HalfAdder', 'MyAdder'))
  await expect(editor.canvas.locator('g.node').first()).toBeVisible()
  release()
  await editor.drawn('MyAdder')
  await editor.put('a', 1)
  await editor.lampIs('sum', 1)

  // The own circuit is kept a moment later, and comes first at the next visit.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('simten.picture') ?? '')).toContain('MyAdder')
  await page.unroute(/\/engine-[^/]*\.wasm$/)
  const again = await withoutEngine(page)
  await page.reload()
  await early(editor, 'MyAdder')
  again()
  await editor.drawn('MyAdder')
  // The values from before the reload are set again.
  await expect(editor.switch('a')).toHaveAttribute('aria-checked', 'true')
  await editor.put('b', 1)
  await editor.lampIs('carry', 1)
})

test('an example of the address and one of the playground are drawn before the engine is there', {
  tag: '@thorough',
}, async ({ page }) => {
  const release = await withoutEngine(page)
  const editor = new Editor(page)
  await page.goto('/?example=counter')
  await early(editor, 'Counter8')
  await page.goto('/play?example=fibonacci')
  await early(editor, 'Fibonacci')
  release()
  await editor.drawn('Fibonacci')
})

test('a switch pressed before the engine is there is shown, kept, and done', async ({ page }) => {
  const release = await withoutEngine(page)
  const editor = new Editor(page)
  await page.goto('/?example=counter')
  await early(editor, 'Counter8')
  await editor.switch('clear').click()
  await expect(editor.node('clear').locator('.toggle')).toHaveClass(/\bon\b/)
  await expect(editor.switch('clear')).toHaveAttribute('aria-checked', 'true')
  await editor.switch('clear').click()
  await editor.switch('clear').click()
  await editor.button('Step one cycle').click()
  await expect(editor.button('Step one cycle')).toHaveAttribute('aria-pressed', 'true')
  await editor.button('Run').click()
  await expect(editor.button('Run')).toHaveAttribute('aria-pressed', 'true')
  release()
  await editor.drawn('Counter8')
  await expect(editor.switch('clear')).toHaveAttribute('aria-checked', 'true')
  await expect(editor.button('Pause')).toBeVisible()
})

test('an example runs before the engine is there, which goes on where it is', async ({ page }) => {
  const release = await withoutEngine(page, { precompiled: true })
  const editor = new Editor(page)
  await page.goto('/?example=counter')
  await editor.drawn('Counter8')
  await expect(editor.strip).toHaveCount(0) // nobody waits for the engine
  const clock = page.locator('circuit-controls')
  await editor.button('Step one cycle').click()
  await editor.button('Step one cycle').click()
  await expect(clock).toContainText(/cycle\s*2\b/)
  await editor.button('Run').click()
  await expect(clock).toContainText(/cycle\s*([5-9]|\d\d)/)
  await editor.button('Pause').click()
  await editor.button('Reset to cycle 0').click()
  for (let i = 0; i < 3; i++) await editor.button('Step one cycle').click()
  await expect(clock).toContainText(/cycle\s*3\b/)

  // A request that needs the engine waits for it, and the page says so.
  await editor.write(`// mine\n${example('counter').text}`)
  await expect(editor.strip).toContainText('Loading the simulation engine')
  release()
  await expect(editor.strip).toHaveCount(0)
  await expect(clock).toContainText(/cycle\s*3\b/)
  await editor.button('Step one cycle').click()
  await expect(clock).toContainText(/cycle\s*4\b/)
  await editor.button('Back one cycle').click() // the past is there, too
  await expect(clock).toContainText(/cycle\s*3\b/)
})

test('a circuit of the playground runs before the engine is there', async ({ page }) => {
  await withoutEngine(page, { precompiled: true })
  const editor = new Editor(page)
  await page.goto('/play?example=ripple-adder')
  await editor.drawn(example('ripple-adder').expect.circuit)
})
