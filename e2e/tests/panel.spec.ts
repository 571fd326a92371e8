import { Editor } from '../support/editor.ts'
import { expect, sandboxFrame, test } from '../support/test.ts'

test('A267 what the policy of the sandbox blocks is shown with what to change', async ({ page, guard }) => {
  guard.allow(/Content Security Policy|policy violation/)
  const editor = new Editor(page)
  await editor.open()
  const tab = page.getByRole('tab', { name: /^Sandbox/ })
  await tab.click()
  const panel = page.locator('sandbox-panel')
  await expect(panel).toContainText('ready')
  await expect(panel).toContainText('Nothing. What')
  // Nothing in the sandbox does this; a debugger in its page can.
  const frame = await sandboxFrame(page)
  await frame.evaluate(() => fetch('https://example.org/secret').catch(() => undefined))
  await expect(panel).toContainText('blocked https://example.org/secret (connect-src)')
  await expect(panel).toContainText('Circuits have no network')
  await expect(tab).toContainText('1')
  await page.screenshot({ path: test.info().outputPath('panel.png') })
})

test('the output of the program is in the console, and tabs work by keyboard', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`console.log('made of', 2, { gates: ['Not'] })
circuit('Printer', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: 1 - a }) })`)
  await editor.drawn('Printer')
  await page.getByRole('tab', { name: /^Problems/ }).click()
  for (const name of ['Waveforms', 'Breakpoints', 'Why', 'Compare', /^Console/]) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name })).toBeFocused()
  }
  await expect(page.getByRole('tabpanel')).toContainText('made of 2')
  // A second click on the open tab closes the panel.
  await page.getByRole('tab', { name: /^Console/ }).click()
  await expect(page.getByRole('tabpanel')).toBeHidden()
})
