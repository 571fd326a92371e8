import { expect, test } from '../support/test.ts'

test('a breakpoint stops the run, and the hit before it is found again', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  await page.getByRole('tab', { name: /^Breakpoints/ }).click()
  const expression = page.getByRole('textbox', { name: 'Expression over signals' })
  await expression.fill('conut === 200')
  await page.getByRole('button', { name: 'Add breakpoint' }).click()
  await expect(page.locator('debug-panel [role=status]')).toContainText("Did you mean 'count'?")
  await expression.fill('count === 200')
  await expression.press('Enter')
  const list = page.getByRole('list', { name: 'Breakpoints' })
  await expect(list.getByRole('listitem')).toHaveText([/count === 200.*becomes true/s])

  await page.locator('circuit-controls').getByRole('slider', { name: 'Speed' }).fill('20') // as fast as possible
  await editor.button('Run').click()
  await expect(list.getByRole('listitem')).toContainText('1 hit')
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*200\b/)
  await page.getByRole('button', { name: 'Continue to the next hit' }).click()
  await expect(list.getByRole('listitem')).toContainText('2 hits')
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*456\b/)
  await page.getByRole('button', { name: 'Back to the hit before' }).click()
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*200\b/)

  // The same search without a breakpoint: every cycle of the run can be asked, also those before.
  await expression.fill('count === 100')
  await page.getByRole('button', { name: 'Find next' }).click()
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*356\b/)
  await page.getByRole('button', { name: 'Find previous' }).click()
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*100\b/)
  const cycle = page.getByRole('textbox', { name: 'Cycle to go to' })
  await cycle.fill('1000') // not reached yet, and a breakpoint is on the way
  await cycle.press('Enter')
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*712\b/)
  await list.getByRole('button', { name: 'Remove the breakpoint count === 200' }).click()
  await expect(list).toHaveCount(0)
  await cycle.press('Enter')
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*1.?000\b/)
})

test('why a value is as it is, step by step, with its cycle, its part and its line', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  for (let i = 0; i < 3; i++) await editor.button(/^Step one cycle$/).click()
  await editor.node('dut.count').click()
  await page.getByRole('button', { name: 'Why is q so?' }).click()
  const steps = page.getByRole('list', { name: 'Causes of count.q in cycle 3' }).getByRole('listitem')
  await expect(steps.first()).toContainText('count.q (Register) is 3')
  await expect(steps.nth(1)).toContainText('became 3 at the clock edge after cycle 2')
  await steps.getByRole('button', { name: /cycle 2\s+next\.sum \(Adder\) is 3/ }).click()
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*2\b/)
  await expect(page.getByRole('region', { name: 'Inspector: next' })).toBeVisible()
  await steps.first().getByRole('button', { name: 'Line 8' }).click()
  await expect(page.locator('.cm-activeLine')).toContainText('count: Register')
})

test('waveforms show every cycle that ran, of signals that are named afterwards', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  for (let i = 0; i < 5; i++) await editor.button(/^Step one cycle$/).click()
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  const wave = page.locator('circuit-wave')
  await expect(wave.getByText('count', { exact: true })).toBeVisible()
  await wave.getByRole('combobox').fill('count * 2')
  await wave.getByRole('combobox').press('Enter')
  await expect(wave).toContainText('count * 2')
  // The picture is not empty: something is drawn right of the names.
  const inks = () =>
    wave
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
        return new Set(
          Array.from({ length: data.length / 4 }, (_, i) => `${data[4 * i]},${data[4 * i + 1]},${data[4 * i + 2]}`),
        ).size
      })
  await expect.poll(inks).toBeGreaterThan(8)
  await page.reload()
  await editor.drawn('Counter8')
  await expect(wave).toContainText('count * 2')
})
