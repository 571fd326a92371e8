import { readdirSync, statSync } from 'node:fs'
import { example } from '../support/circuits.js'
import { Editor } from '../support/editor.js'
import { expect, test } from '../support/test.js'

const folder = new URL('../../examples/', import.meta.url)
const ids = readdirSync(folder).filter((name) => statSync(new URL(name, folder)).isDirectory())

test('the picture of every example comes with the page: it needs no layout engine', async ({ page, guard }) => {
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
