import { expect, test } from '../support/test.ts'

const text = (step: number, more = '') => `export const Count = circuit('Count', {
  inputs: { up: bit${more} },
  outputs: { sum: bus(8), high: bit },
  state: { value: reg(8) },
  eval: ({ value }) => ({ sum: value, high: value > 40 }),
  onTick: ({ value, up }) => ({ value: up ? value + ${step} : value }),
})`

test('after an edit the run is kept, and compared with the one before', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(text(1, ', spare: bit'))
  await editor.drawn('Count')
  const controls = page.locator('circuit-controls')
  await editor.switch('spare').click()
  for (let i = 0; i < 5; i++) await editor.button(/^Step one cycle$/).click()
  await expect(controls).toContainText(/cycle\s*5\b/)
  await editor.switch('up').click()
  await controls.getByRole('button', { name: /Go to another cycle/ }).click()
  await controls.getByRole('textbox', { name: 'Run to cycle' }).fill('25')
  await page.keyboard.press('Enter')
  await expect(controls).toContainText(/cycle\s*25\b/)
  // 20 cycles with `up`: the circuit of the edit counts by 3, and has one input less.
  await editor.write(text(3))
  const offer = page.locator('circuit-stage .former')
  await expect(offer).toContainText('The run before the edit came to cycle 25.')
  await offer.getByRole('button', { name: 'Keep my run' }).click()
  await expect(controls).toContainText(/cycle\s*25\b/)
  await expect(editor.node('sum')).toHaveAttribute('aria-label', /60/)
  await expect(page.locator('.toast')).toContainText('spare')
  await expect(offer).toHaveCount(0)
  // The first cycle and the signals that differ, each of which leads there.
  await page.getByRole('tab', { name: 'Compare' }).click()
  await page.getByRole('button', { name: 'Compare with the run before the edit' }).click()
  const panel = page.locator('compare-panel')
  await expect(panel.getByRole('status')).toHaveText('It differs from the text before the edit first in cycle 6.')
  const row = panel.getByRole('row').filter({ hasText: 'sum' }).first()
  await expect(row).toContainText(/3\s*1/)
  await row.getByRole('button').press('Enter')
  await expect(controls).toContainText(/cycle\s*6\b/)
  // Another text, pasted.
  await panel.getByRole('textbox', { name: 'Another text, or a link to one' }).fill(text(3))
  await panel.getByRole('button', { name: 'Compare with this' }).click()
  await expect(panel.getByRole('status')).toContainText('it does the same as the other text, up to cycle 25.')
  // A link is read as the text that it leads to: the one of the Share button, pasted.
  await page.getByRole('button', { name: /^Share/ }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toContainText('copied')
  await editor.write(text(5))
  await expect(offer).toContainText('The run before the edit came to cycle 25.')
  await offer.getByRole('button', { name: 'Keep my run' }).click()
  await expect(editor.node('sum')).toHaveAttribute('aria-label', 'output sum, 5') // of cycle 6
  const pasted = panel.getByRole('textbox', { name: 'Another text, or a link to one' })
  await pasted.fill('')
  await pasted.press('ControlOrMeta+v')
  await expect(pasted).toHaveValue(/^http.*#/)
  await panel.getByRole('button', { name: 'Compare with this' }).click()
  await expect(panel.getByRole('status')).toHaveText('It differs from the other text first in cycle 6.')
  await panel.getByRole('textbox', { name: 'Another text, or a link to one' }).fill('circuit(')
  await panel.getByRole('button', { name: 'Compare with this' }).click()
  await expect(panel.getByRole('status')).toHaveClass('bad')
})
