/** A circuit that is saved as one HTML file, and opened from the disk. */
import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { Circuit } from '../support/circuit.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

/** Saves the circuit of a page, and opens the file; nothing may be asked of a network there. */
async function saved(editor: Editor, context: BrowserContext, to: string) {
  const { page } = editor
  await page.getByRole('button', { name: /^Share/ }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save as an HTML file/ }).click()
  const file = await coming
  await file.saveAs(to)
  const opened = await context.newPage()
  const asked: string[] = []
  opened.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url())
  })
  await opened.goto(`file://${to}`)
  return { opened, asked, name: file.suggestedFilename() }
}

test('a saved page goes on from the run, takes inputs, and shows the past', async ({ page, context }, info) => {
  const editor = new Editor(page)
  await editor.open('/?example=counter', 'Counter8')
  for (let i = 0; i < 3; i++) await editor.button('Step one cycle').click()
  await editor.outputIs('count', 3)
  const { opened, asked, name } = await saved(editor, context, info.outputPath('counter.html'))
  expect(name).toBe('Counter8.html')
  const circuit = new Circuit(opened)
  await circuit.drawn('Counter8')
  await circuit.outputIs('count', 3)
  await circuit.button('Step one cycle').click()
  await circuit.outputIs('count', 4)
  await opened.keyboard.press(',')
  await circuit.outputIs('count', 3)
  await circuit.put('clear', 1)
  await circuit.button('Step one cycle').click()
  await circuit.outputIs('count', 0)
  await circuit.put('clear', 0)
  await circuit.button('Run').click()
  await expect.poll(() => circuit.output('count')).toBeGreaterThan(2)
  await opened.screenshot({ path: info.outputPath('light.png') })
  expect(asked).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await opened.emulateMedia({ colorScheme })
    expect(await violations(opened), colorScheme).toEqual([])
  }
  await opened.close()
})

test('names of a stranger are text in the page, and levels can be entered', async ({ page, context }, info) => {
  const editor = new Editor(page)
  await editor.open()
  const name = '</script><img src=x onerror=document.title=1>'
  await editor.write(`const Inner = circuit('Inner', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not },
  connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })
circuit('${name}', { inputs: { a: bit }, outputs: { y: bit }, nodes: { box: Inner },
  connect: ({ inputs, outputs, nodes: { box } }) => [inputs.a.to(box.a), box.y.to(outputs.y)] })`)
  await editor.drawn(name)
  const to = info.outputPath('names.html')
  const { opened } = await saved(editor, context, to)
  const circuit = new Circuit(opened)
  await circuit.drawn(name)
  await expect(opened).toHaveTitle(name)
  expect(await opened.locator('img').count()).toBe(0)
  expect(readFileSync(to, 'utf8')).not.toContain('<img')
  await circuit.lampIs('y', 1)
  await circuit.put('a', 1)
  await circuit.lampIs('y', 0)
  await circuit.node('dut.box').dblclick()
  await expect(circuit.node('dut.box.n')).toBeVisible()
  await opened.close()
})

test('a circuit that needs the engine says so', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(
    `circuit('Called', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ a }) => ({ y: [...String(a)].sort().join('').length }) })`,
  )
  await editor.drawn('Called')
  await page.getByRole('button', { name: /^Share/ }).click()
  await page.getByRole('button', { name: /^Save as an HTML file/ }).click()
  await expect(page.locator('.toast')).toContainText('needs the engine')
})
