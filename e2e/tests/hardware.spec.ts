import { violations } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const counter = `export const Count = circuit('Count', {
  inputs: { up: bit },
  outputs: { sum: bus(8) },
  state: { value: reg(8) },
  eval: ({ value }) => ({ sum: value }),
  onTick: ({ value, up }) => ({ value: up ? value + 1 : value }),
})`

test('the circuit is exported as Verilog, with a testbench of the run', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(counter)
  await editor.drawn('Count')
  await editor.switch('up').click()
  for (let i = 0; i < 3; i++) await editor.button(/^Step one cycle$/).click()
  await expect(editor.node('sum')).toHaveAttribute('aria-label', /3/)
  await page.getByRole('button', { name: /^Share/ }).click()
  await page.getByRole('button', { name: /Export as Verilog/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog).toContainText('The testbench plays your run, 4 steps')
  const text = dialog.locator('pre')
  await expect(text).toContainText('module Count (')
  await expect(text).toContainText('always @(posedge clk)')
  await dialog.getByRole('button', { name: 'Count_tb.hex' }).click()
  await expect(text).toHaveText(/^[0-9a-f\s]+$/)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await saved).suggestedFilename()).toBe('Count_tb.hex')
  await dialog.getByRole('radio', { name: 'SystemVerilog' }).check()
  await dialog.getByRole('button', { name: 'Count.sv' }).click()
  await expect(text).toContainText('always_ff')
  await expect(page.getByRole('button', { name: 'Link copied' })).toHaveCount(0)
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForTimeout(300)
    expect(await violations(page), `${width} px`).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`export-${width}.png`) })
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the export tells what has no form in Verilog, with its place', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`circuit('Says', {
  inputs: { letter: bus(8), write: bit },
  nodes: { say: Console() },
  connect: ({ inputs, nodes: { say } }) => [inputs.letter.to(say.data), inputs.write.to(say.we)],
})`)
  await editor.drawn('Says')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Export the circuit')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog.getByRole('listitem')).toContainText('Console')
  await dialog.getByRole('checkbox', { name: /black boxes/ }).check()
  await expect(dialog.locator('pre')).toContainText('module Says')
  await dialog
    .getByRole('button', { name: /^Line 3/ })
    .first()
    .click()
  await expect(editor.text).toBeFocused()
})
