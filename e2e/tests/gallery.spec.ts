import { existsSync, readdirSync } from 'node:fs'
import { example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const folder = new URL('../../examples/', import.meta.url)
const ids = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/expect.json`, folder)))

test('the picture of every example comes with the page: it needs no layout engine', { tag: '@thorough' }, async ({
  page,
  guard,
}) => {
  await page.route('**/elk-worker*', (route) => route.abort())
  guard.allow(/elk-worker/)
  const editor = new Editor(page)
  await editor.open()
  for (const id of ids) {
    const { title, circuit } = example(id).expect
    await editor.openExample(title, circuit)
  }
  expect(ids.length).toBeGreaterThan(20)
})

test('the drawings on the cards are as wide as the cards', { tag: '@thorough' }, async ({ editor }) => {
  await editor.page.getByRole('button', { name: 'Examples' }).click()
  const card = editor.page.getByRole('dialog', { name: 'Examples' }).getByRole('button', { name: /^Half adder/ })
  const [drawing, whole] = [await card.locator('img').boundingBox(), await card.boundingBox()]
  expect(drawing?.width).toBeGreaterThan((whole?.width ?? 0) * 0.8)
  await editor.page.keyboard.press('Escape')
})

test('the gallery is searched, and shown by difficulty', async ({ editor }) => {
  await editor.page.getByRole('button', { name: 'Examples' }).click()
  const dialog = editor.page.getByRole('dialog', { name: 'Examples' })
  const cards = dialog.locator('example-gallery').getByRole('button')
  await dialog.getByRole('searchbox', { name: 'Search the examples' }).fill('adder carry')
  await expect(cards).toHaveCount(3)
  await dialog.getByRole('searchbox').fill('no such thing')
  await expect(dialog.getByRole('status')).toHaveText(/No example has/)
  await dialog.getByRole('searchbox').fill('')
  await dialog.getByRole('combobox', { name: 'Order of the examples' }).selectOption('difficulty')
  await expect(dialog.getByRole('heading', { level: 3 }).first()).toHaveText('First circuits')
  await expect(dialog.getByRole('heading', { level: 3 }).last()).toHaveText('Whole machines')
  await expect(cards).toHaveCount(ids.length)
  await dialog.getByRole('combobox').selectOption('topic')
  await editor.page.keyboard.press('Escape')
})

test('an example has an address; Back, Forward and a reload lose nothing', async ({ page }) => {
  const own = "circuit('Mine', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })"
  const editor = new Editor(page)
  await editor.open()
  await editor.write(own)
  await editor.drawn('Mine')
  await editor.openExample('8-bit counter', 'Counter8')
  await expect(page).toHaveURL(/\/\?example=counter$/)
  await editor.openExample('Fibonacci', 'Fibonacci')
  await page.goBack()
  await editor.drawn('Counter8')
  expect(await editor.read()).toBe(example('counter').text)
  await page.goBack()
  await editor.drawn('Mine')
  await expect(page).toHaveURL(/\/$/)
  expect(await editor.read()).toBe(own)
  await page.goForward()
  await editor.drawn('Counter8')
  await page.reload()
  await editor.drawn('Counter8')

  // An example that is edited is a text of its own, and has no address.
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('// changed')
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await editor.drawn('Mine')
  await page.reload()
  await editor.drawn('Mine')
  expect(await editor.read()).toBe(own)
  await page.goForward()
  await editor.drawn('Counter8')
  expect(await editor.read()).toBe(`// changed${example('counter').text}`)
  await page.goForward()
  await editor.drawn('Fibonacci')
})

test('Back brings the first example again', { tag: '@thorough' }, async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.openExample('8-bit counter', 'Counter8')
  await page.goBack()
  await editor.drawn('HalfAdder')
  await expect(page).toHaveURL(/\/$/)
})
