import { readFile } from 'node:fs/promises'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const files = {
  'circuit.ts': `import { Pair } from './parts'
import { Counter } from 'my/counter'
circuit('Board', {
  outputs: { s: bit, n: bus(8) },
  nodes: { a: Switch(), b: Switch(), pair: Pair, count: Counter },
  connect: ({ outputs, nodes: { a, b, pair, count } }) => [
    a.out.to(pair.a), b.out.to(pair.b), pair.s.to(outputs.s), count.n.to(outputs.n),
  ],
})
`,
  'my/counter.ts': `import step from '../step.json'
const by = step
export const Counter = circuit('Counter', {
  outputs: { n: bus(8) }, state: { v: reg(8) },
  eval: ({ v }) => ({ n: v }), onTick: ({ v }) => ({ v: v + by }),
})
`,
  'parts/half.ts': `export const Half = circuit('Half', {
  inputs: { a: bit, b: bit }, outputs: { s: bit, c: bit },
  eval: ({ a, b }) => ({ s: a ^ b, c: a & b }),
})
`,
  'parts/index.ts': `import { Half } from './half'
export const Pair = Half
`,
  'step.json': '3',
}
const text = Object.entries(files)
  .map(([path, content]) => `// @filename: ${path}\n${content}`)
  .join('\n')

test('a project of five files is made, edited, reloaded, shared, and opened in a fresh profile', async ({
  page,
  context,
  browser,
}) => {
  const editor = new Editor(page)
  const tabs = page.getByRole('tablist', { name: 'Files' })
  const tab = (path: string) => tabs.getByRole('tab', { name: path })
  await editor.open()

  // A text of several files becomes tabs when it is pasted; so does a file that is made by hand.
  await editor.write(text.replace(files['step.json'], '').replace(/\n\/\/ @filename: step\.json\n$/, ''))
  await expect(tab('parts/half.ts')).toBeVisible()
  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByRole('textbox', { name: 'Name of the new file' }).fill('step.json')
  await page.keyboard.press('Enter')
  await expect(tab('step.json')).toHaveAttribute('aria-selected', 'true')
  await editor.text.click()
  await page.keyboard.insertText('3')
  await editor.drawn('Board')
  await expect(tabs.getByRole('tab')).toHaveCount(5)

  // A problem opens its file; the tab says so.
  await tab('parts/half.ts').click()
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('foo()')
  await expect(tab('parts/half.ts')).toContainText('1')
  await tabs.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('Home')
  await expect(tab('circuit.ts')).toBeFocused()
  await editor.showProblems()
  await expect(editor.problems.first()).toContainText('parts/half.ts line 5:1')
  await editor.problems.first().click()
  await expect(tab('parts/half.ts')).toHaveAttribute('aria-selected', 'true')
  await expect(editor.text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => editor.read()).not.toContain('foo()')
  await expect(page.locator('problem-list')).toContainText('No problems')

  // Renamed by keyboard; the import follows.
  await tab('parts/half.ts').focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of parts/half.ts' }).fill('parts/adder')
  await page.keyboard.press('Enter')
  await expect(tab('parts/adder.ts')).toBeVisible()
  await expect.poll(() => editor.read()).toContain("from './adder'")
  await editor.drawn('Board')

  await page.reload()
  await editor.drawn('Board')
  await expect(tabs.getByRole('tab')).toHaveCount(5)
  const kept = await editor.read()

  await page.getByRole('button', { name: /^Share/ }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toContainText('Link copied')
  const paper = await context.newPage()
  await paper.setContent('<textarea></textarea>')
  await paper.locator('textarea').focus()
  await paper.keyboard.press('ControlOrMeta+v')
  const link = await paper.locator('textarea').inputValue()
  const other = await browser.newContext()
  const fresh = new Editor(await other.newPage())
  await fresh.page.goto(link)
  await fresh.drawn('Board')
  expect(await fresh.read()).toBe(kept)
  await fresh.page.getByRole('tablist', { name: 'Files' }).getByRole('tab', { name: 'my/counter.ts' }).click()
  await expect(fresh.text).toContainText('v + by')
  await other.close()
})

test('a project goes out as an archive and comes back, and versions bring earlier texts', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(text)
  await editor.drawn('Board')
  const menu = async (name: string | RegExp) => {
    await page.getByRole('button', { name: 'Files and versions' }).click()
    await page.locator('file-tabs #menu').getByRole('button', { name }).click()
  }
  const download = page.waitForEvent('download')
  await menu('Download project (.zip)')
  const archive = await readFile(await (await download).path())

  // A named version, and one more that the page keeps before another text takes its place.
  await menu(/^Versions/)
  const panel = page.getByRole('dialog', { name: 'Versions' })
  await panel.getByRole('textbox', { name: 'Name for the text' }).fill('with a board')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: /with a board/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await editor.openExample('8-bit counter', 'Counter8')

  // The archive is dropped.
  await page.locator('section.code').evaluate(
    (target, bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'board.zip'))
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [...archive],
  )
  await editor.drawn('Board')
  await expect(page.getByRole('tablist', { name: 'Files' }).getByRole('tab')).toHaveCount(5)

  // The difference to a version, and back to it.
  await editor.write("circuit('Other', { outputs: { q: bit }, eval: () => ({ q: 1 }) })")
  await editor.drawn('Other')
  await menu(/^Versions/)
  await panel.getByRole('button', { name: /with a board/ }).click()
  await expect(panel.locator('.difference')).toContainText("circuit('Board'")
  await panel.getByRole('button', { name: 'Restore' }).click()
  await editor.drawn('Board')
  await page.goBack()
  await editor.drawn('Other')
})

test('a file of the own library is imported by another project', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(
    "export const Inv = circuit('Inv', { inputs: { a: bit }, outputs: { q: bit }, eval: ({ a }) => ({ q: a ^ 1 }) })",
  )
  await editor.drawn('Inv')
  await page.getByRole('button', { name: 'Files and versions' }).click()
  await page.getByRole('button', { name: 'Keep circuit.ts in my library' }).click()
  await editor.write(
    "import { Inv } from 'my/circuit'\ncircuit('Uses', { outputs: { q: bit }, nodes: { s: Switch(), i: Inv }, connect: ({ outputs, nodes: { s, i } }) => [s.out.to(i.a), i.q.to(outputs.q)] })",
  )
  await editor.drawn('Uses')
  await expect(page.getByRole('tab', { name: 'my/circuit.ts' })).toBeVisible()
})
