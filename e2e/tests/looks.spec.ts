import type { Page, TestInfo } from '@playwright/test'
import { Circuit } from '../support/circuit.ts'
import { example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

/** Keeps pictures of what the page shows, in both themes. */
async function shown(page: Page, name: string, info: TestInfo): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }) // or colors are still on their way
    const path = info.outputPath(`${name}-${colorScheme}.png`)
    await info.attach(`${name}, ${colorScheme}`, { body: await page.screenshot({ path }), contentType: 'image/png' })
  }
}

test('pictures of the pages', { tag: '@thorough' }, async ({ page }, info) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.put('a', 1)
  await shown(page, 'half-adder', info)
  await editor.write(example('half-adder').text.replace('xor.out', 'xor.oyt'))
  await expect(editor.squiggles.first()).toBeVisible()
  await editor.showProblems()
  await shown(page, 'problem', info)
  await editor.openExample('8-bit counter', 'Counter8')
  await editor.button(/^Step/).click()
  await shown(page, 'counter', info)
  await editor.openExample('Fibonacci', 'Fibonacci')
  await shown(page, 'fibonacci', info)
  await editor.clear()
  await expect(page.getByRole('heading', { name: /Start from/ })).toBeVisible()
  await shown(page, 'nothing', info)
  await page.goto('/play?example=fibonacci')
  await new Circuit(page).drawn('Fibonacci')
  await shown(page, 'play', info)
  await page.goto('/embed-demo')
  await new Circuit(page.locator('#half-adder')).drawn('HalfAdder')
  await shown(page, 'embed-demo', info)
})

test('pictures on a narrow screen', { tag: '@thorough' }, async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 760 })
  const editor = new Editor(page)
  await editor.open()
  const panes = page.getByRole('navigation', { name: 'Panes' })
  for (const pane of ['Circuit', 'Text', 'Problems']) {
    await panes.getByRole('button', { name: pane }).click()
    await shown(page, pane, info)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  }
  await panes.getByRole('button', { name: 'Circuit' }).click()
  await editor.put('a', 1)
  await editor.lampIs('sum', 1)
})

test('the theme can be chosen and stays', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const scrollbar = () =>
    page.locator('.cm-scroller').evaluate((element) => getComputedStyle(element).getPropertyValue('scrollbar-color'))
  const toggle = page.getByRole('button', { name: /^Theme/ })
  const light = await background()
  const lightBar = await scrollbar()
  expect(lightBar).not.toBe('auto')
  await toggle.click()
  await toggle.click()
  await expect(toggle).toHaveAccessibleName(/dark/)
  await expect.poll(background).not.toBe(light)
  expect(await scrollbar()).not.toBe(lightBar)
  await page.reload()
  await editor.drawn('HalfAdder')
  await expect(toggle).toHaveAccessibleName(/dark/)
  expect(await background()).not.toBe(light)
})

test('wires, switches and lamps have the colours of the system where it forces them', async ({ editor }) => {
  await editor.page.emulateMedia({ forcedColors: 'active' })
  await editor.put('a', 1)
  await editor.lampIs('sum', 1)
  const strokes = (selector: string) =>
    editor.canvas.locator(selector).evaluateAll((all) => [...new Set(all.map((e) => getComputedStyle(e).stroke))])
  const system = (name: string) =>
    editor.page.evaluate((color) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = color
      const found = getComputedStyle(probe).color
      probe.remove()
      return found
    }, name)
  const [text, highlight] = [await system('CanvasText'), await system('Highlight')]
  await expect.poll(() => strokes('.net:not(.high), .toggle:not(.on) .track, .outline')).toEqual([text])
  await expect.poll(() => strokes('.net.high, .toggle.on .track, .lamp.on .bulb')).toEqual([highlight])
  await editor.put('a', 0)
  await editor.page.emulateMedia({ forcedColors: null })
})

test('on paper are the whole circuit and the whole text, and nothing that can be pressed', async ({ editor }) => {
  const { page, canvas } = editor
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('top-bar, circuit-controls, .dock, .panes, .zoom').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('.cm-line').last()).toBeVisible()
  const [around, drawn] = await Promise.all([canvas.boundingBox(), canvas.locator('svg.drawing').first().boundingBox()])
  expect(drawn).toEqual(around)
  expect(await canvas.evaluate((e) => getComputedStyle(e).colorScheme)).toBe('light')
  await page.emulateMedia({ media: null, colorScheme: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await editor.put('a', 1)
  await editor.put('a', 0)
})

test('a window as large as a stamp runs a circuit, and nothing of its clock is cut off', async ({ editor }) => {
  const { page } = editor
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 200 })
  await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Circuit' }).click()
  await editor.open('/?example=counter', 'Counter8')
  const inside = async (name: string) => {
    const stage = await page.locator('circuit-stage').boundingBox()
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    if (!stage || !box) throw new Error(`${name} is not shown`)
    expect(box.y).toBeGreaterThanOrEqual(stage.y)
    expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height)
  }
  await inside('Run')
  await inside('Step one cycle')
  await expect(page.getByRole('slider', { name: 'Cycle shown' })).toBeHidden()
  if (before) await page.setViewportSize(before)
})

test('the half adder works by keyboard alone', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  const focused = () =>
    page.evaluate(() => {
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? ''
    })
  const seen: string[] = []
  // Tab indents in the text, so Escape comes first; everything before and after must be reached by Tab alone.
  for (let i = 0; i < 40; i++) {
    if ((await focused()) === 'Circuit text') await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    seen.push(await focused())
    if (/^input a,/.test(seen.at(-1) ?? '')) break
  }
  expect(seen.join('\n')).toMatch(
    /Examples[\s\S]*Share[\s\S]*Theme[\s\S]*Help[\s\S]*Circuit text[\s\S]*Width of the text[\s\S]*input a,/,
  )
  await expect(editor.text).toHaveAttribute('aria-description', /Escape, then Tab/)
  await page.keyboard.press('Space')
  await editor.lampIs('sum', 1)
  await page.keyboard.press('Tab')
  expect(await focused()).toMatch(/^input b,/)
  await page.keyboard.press('Space')
  await editor.lampIs('sum', 0)
  await editor.lampIs('carry', 1)
})

test('nothing moves for who wants no motion', async ({ editor }) => {
  const { page } = editor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const motion = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--st-motion').trim(),
  )
  expect(motion).toMatch(/^0m?s/)
  await page.emulateMedia({ reducedMotion: null })
})

test('the controls of an embed stay within it, however narrow its column is', async ({ page }) => {
  await page.goto('/embed-demo')
  const embed = page
    .locator('circuit-embed')
    .filter({ has: page.locator('circuit-controls:not([idle])') })
    .first()
  await expect(embed).toBeVisible({ timeout: 20_000 })
  for (const width of [200, 280, 340, 400, 520]) {
    await embed.evaluate((element, width) => {
      const column = document.createElement('div')
      if (element.parentElement?.className !== 'column') {
        column.className = 'column'
        element.replaceWith(column)
        column.append(element)
      }
      if (element.parentElement) element.parentElement.style.width = `${width}px`
    }, width)
    await expect(async () => {
      const beyond = await embed.locator('circuit-controls').evaluate((controls) => {
        const card = (controls.getRootNode() as ShadowRoot).host.getBoundingClientRect()
        const all = [...(controls.shadowRoot?.querySelectorAll('button, input, .cycle, .speed') ?? [])]
        return all.map((e) => e.getBoundingClientRect()).filter((b) => b.right > card.right || b.left < card.left)
          .length
      })
      expect(beyond).toBe(0)
    }).toPass({ timeout: 5000 })
  }
})
