import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const words = 'Here a circuit is a text'

test('the first visit is told what the page is, until the note is closed', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  const note = page.getByRole('note')
  await expect(note).toContainText(words)
  await expect(note).toContainText('Touch a switch.')
  await editor.put('a', 1)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Close this note' }).click()
  await expect(note).toHaveCount(0)
  await page.reload()
  await editor.drawn('HalfAdder')
  await expect(note).toHaveCount(0)
})

test('an edit ends the explanation for good; the empty page has it always', { tag: '@thorough' }, async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await expect(page.getByRole('note')).toBeVisible()
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('//')
  await expect(page.getByRole('note')).toHaveCount(0)
  await editor.clear()
  await expect(page.locator('circuit-stage .nothing')).toContainText(words)
  await page.reload()
  await expect(page.locator('circuit-stage .nothing')).toContainText(words)
  await editor.openExample('8-bit counter', 'Counter8')
  await expect(page.getByRole('note')).toHaveCount(0)
})

test('another text begins at its beginning, after a long line too', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  const scrolled = () => page.locator('.cm-scroller').evaluate((element) => [element.scrollLeft, element.scrollTop])
  const long = `// ${'long '.repeat(200)}\n${'\n'.repeat(80)}// ${'end '.repeat(200)}`
  await editor.write(long)
  await expect.poll(async () => (await scrolled()).every((n) => n > 100)).toBe(true)
  await editor.openExample('8-bit counter', 'Counter8')
  await expect.poll(scrolled).toEqual([0, 0])
  await editor.write(long)
  await expect.poll(async () => (await scrolled())[0]).toBeGreaterThan(100)
  await editor.write(
    "circuit('Short', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })".replace(
      /, /g,
      ',\n  ',
    ),
  )
  await editor.drawn('Short')
  await expect.poll(async () => (await scrolled())[0]).toBe(0)
})
