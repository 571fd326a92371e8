import { expect, test } from '../support/test.ts'

const circuit = (connect: string, rest = '') => `circuit('Typed', {
  inputs: { a: bit, b: bit },
  outputs: { y: bus(8) },
  nodes: { keep: Register({ width: 8 }) },
  connect: ({ inputs, outputs, nodes }) => [${connect}],
})${rest}`

test('the editor knows types: a wrong one is underlined, and the circuit runs all the same', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(circuit('nodes.keep.q.to(outputs.y)', '\nconst label: string = 5\n'))
  await editor.drawn('Typed')
  await expect(page.locator('.cm-lintRange-warning')).not.toHaveCount(0, { timeout: 60_000 })
  await editor.showProblems()
  await expect(editor.problems.filter({ hasText: "Type 'number' is not assignable to type 'string'" })).toHaveCount(1)
})

test('D98 completion in connect lists the declared ports, with their documentation', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(circuit('inputs.a.to(nodes.keep.)'))
  // The cursor goes back to where the port belongs.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft')
  const options = page.locator('.cm-tooltip-autocomplete li')
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Space')
    await expect(options).toHaveText(['data', 'rst', 'we'], { timeout: 5000 })
  }).toPass({ timeout: 60_000 })
})

test('the pointer over a name of the library shows its documentation', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(circuit('nodes.keep.q.to(outputs.y)'))
  await editor.drawn('Typed')
  const name = page.locator('code-editor .cm-line span', { hasText: /^Register$/ })
  await expect(async () => {
    await page.mouse.move(5, 5)
    await name.hover()
    await expect(page.locator('.description')).toContainText('Stores a word when told to.', { timeout: 5000 })
  }).toPass({ timeout: 60_000 })
})
