import { bareSandbox, steppedCounter } from '../support/bare.ts'
import { Circuit } from '../support/circuit.ts'
import { example, unseenLoop } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

test('M48 M49 single cycles back and forward, by button and by key', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.openExample('8-bit counter', 'Counter8')
  const back = editor.button('Back one cycle')
  await expect(back).toHaveAttribute('aria-disabled', 'true')
  for (let i = 1; i <= 5; i++) {
    await editor.button(/^Step one cycle$/).click()
    await editor.outputIs('count', i)
  }
  await back.click()
  await editor.outputIs('count', 4)
  await back.press(',')
  await editor.outputIs('count', 3)
  const controls = page.locator('circuit-controls')
  await expect(controls).toHaveAttribute('past', '')
  await editor.button(/^Step one cycle$/).click()
  await editor.outputIs('count', 4)
  await expect(controls).toHaveAttribute('past', '')
  await back.press('End')
  await editor.outputIs('count', 5)
  await expect(controls).not.toHaveAttribute('past')
})

test('M50 M75 a switch in the past begins a branch, and undo brings the cycles and the switch back', async ({
  page,
}) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.openExample('8-bit counter', 'Counter8')
  const step = editor.button(/^Step one cycle$/)
  for (let i = 1; i <= 6; i++) await step.click()
  await editor.outputIs('count', 6)
  const slider = editor.button('Run').page().getByRole('slider', { name: 'Cycle shown' })
  await slider.fill('3')
  await editor.outputIs('count', 3)
  await editor.put('clear', 1)
  await step.click()
  await editor.outputIs('count', 0)
  await editor.button(/^Bring back/).click()
  await editor.outputIs('count', 3)
  await expect(editor.switch('clear')).toHaveAttribute('aria-checked', 'false')
  await editor.button(/^Back to now/).click()
  await editor.outputIs('count', 6)
})

test('the line through the past follows the hand while a run goes on', async ({ article: page }) => {
  const counter = new Circuit(page.locator('#counter'))
  await counter.drawn('Counter8')
  const controls = page.locator('#counter circuit-controls')
  await controls.getByRole('slider', { name: 'Speed' }).fill('10') // as fast as possible
  await counter.button('Run').click()
  await page.waitForTimeout(1_500)
  const slider = controls.getByRole('slider', { name: 'Cycle shown' })
  await slider.scrollIntoViewIfNeeded()
  const box = await slider.boundingBox()
  if (!box) throw new Error('the line is not shown')
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2)
  await page.mouse.down()
  // The shown values are noted with every frame while the hand moves.
  const follow = slider.evaluate((element: HTMLInputElement) => {
    const seen = new Set<string>()
    const look = () => {
      seen.add(element.value)
      if (element.matches(':active')) requestAnimationFrame(look)
      else element.dispatchEvent(new CustomEvent('followed', { detail: seen.size }))
    }
    const followed = new Promise<number>((resolve) =>
      element.addEventListener('followed', (event) => resolve((event as CustomEvent<number>).detail), { once: true }),
    )
    look()
    return followed
  })
  for (let i = 0; i <= 60; i++) {
    await page.mouse.move(box.x + box.width - 4 - (i * (box.width - 20)) / 60, box.y + box.height / 2)
    await page.waitForTimeout(10)
  }
  await page.mouse.up()
  expect(await follow).toBeGreaterThan(3)
  const shown = Number(await slider.inputValue())
  const last = Number(
    await slider.getAttribute('max').then((max) => max ?? slider.evaluate((e) => (e as HTMLInputElement).max)),
  )
  expect(shown).toBeLessThan(last / 4)
  await counter.outputIs('count', shown % 256)
  await expect(counter.button('Run')).toBeVisible()
})

test('any cycle of a processor is reached, exactly and soon', async ({ page }) => {
  const sandbox = await bareSandbox(page)
  const result = await sandbox.evaluate(async (client, source) => {
    const slot = client.slot('processor')
    const twin = client.slot('twin')
    await slot.compile(source)
    await twin.compile(source)
    await slot.run(0)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await slot.pause()
    const last = slot.status?.history?.last ?? 0
    const times: number[] = []
    let wrong = 0
    let cycle = 0
    for (const part of [0.01, 0.999, 0.3, 0.7, 0.5, 0.123, 0.9, 0.05, 0.6, 0.45]) {
      const goal = Math.floor(part * last)
      const began = performance.now()
      await slot.seek(goal)
      times.push(performance.now() - began)
      if (slot.status?.cycle !== goal) wrong++
      if (goal > cycle && goal - cycle < 10_000_000) {
        await twin.tick(goal - cycle)
        cycle = goal
        if ((await twin.snapshot()) !== (await slot.snapshot())) wrong++
      }
    }
    client.dispose()
    return { last, times, wrong, cycle }
  }, example('rv32i-computer').text)
  console.log(`  ${result.last} cycles; a visit took ${result.times.map((t) => t.toFixed(0)).join(', ')} ms`)
  expect(result.last).toBeGreaterThan(100_000)
  expect(result.cycle).toBeGreaterThan(0)
  expect(result.wrong).toBe(0)
})

test('after a worker was killed in the middle of a run, its past is there, bit by bit', async ({ page }) => {
  const sandbox = await bareSandbox(page)
  const result = await sandbox.evaluate(
    async (client, { source, endless }) => {
      const slot = client.slot('innocent')
      const twin = client.slot('twin')
      let revived = 0
      slot.on('revived', () => revived++)
      await slot.compile(source)
      await slot.set({ step: 3 })
      await slot.tick(1_000)
      await slot.set({ step: 5 })
      await slot.run(0)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const before = slot.status?.cycle ?? 0
      const controller = new AbortController()
      const hung = client.slot('guilty').compile(endless, { signal: controller.signal })
      setTimeout(() => controller.abort(), 300)
      const code = await hung.catch((error: { code: string }) => error.code)
      await slot.pause()
      const { status } = slot
      await slot.seek(500)
      const past = await slot.snapshot()
      await slot.seek(Math.min(before, 2_000_000))
      const later = await slot.snapshot()
      await twin.compile(source)
      await twin.set({ step: 3 })
      await twin.tick(500)
      const same = (await twin.snapshot()) === past
      await twin.tick(500)
      await twin.set({ step: 5 })
      await twin.tick(Math.min(before, 2_000_000) - 1_000)
      const sameLater = (await twin.snapshot()) === later
      client.dispose()
      return { revived, code, before, status, same, sameLater }
    },
    { source: steppedCounter, endless: unseenLoop },
  )
  expect(result.code).toBe('ABORTED')
  expect(result.revived).toBe(1)
  expect(result.status?.cycle).toBeGreaterThanOrEqual(result.before)
  expect(result.status?.history).toMatchObject({ first: 0, last: result.status?.cycle })
  expect(result).toMatchObject({ same: true, sameLater: true })
})
