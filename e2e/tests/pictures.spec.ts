/** The circuit of the page as a picture: saved, the same as the command draws, and moving. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const nested = `const Inner = circuit('Inner', {
  inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not },
  connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)],
})
circuit('Outer', {
  inputs: { a: bit }, outputs: { y: bit }, nodes: { inner: Inner },
  connect: ({ inputs, outputs, nodes: { inner } }) => [inputs.a.to(inner.a), inner.y.to(outputs.y)],
})`

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

/** Chooses a row of the menu of Share, and gives the file that is saved. */
async function saved(page: Page, row: string | RegExp): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: /^Share/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: row }).click()
  const file = await download
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

test('the saved SVG is the one that the command draws, and the PNG shows it', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open('/?example=counter', 'Counter8')
  await page.keyboard.press('Escape')
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: /^Step/ }).first().click()
  await expect(page.locator('circuit-controls')).toContainText('3')
  const svg = await saved(page, /as SVG/)
  expect(svg.name).toBe('Counter8.svg')
  const drawn = execFileSync(path('build/simten'), ['draw', path('examples/counter/circuit.ts'), '--cycle', '3'])
  expect(svg.content.toString()).toBe(drawn.toString())
  const png = await saved(page, /as PNG/)
  expect(png.name).toBe('Counter8.png')
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')
  const width = Number(/width="(\d+)"/.exec(svg.content.toString())?.[1])
  expect(png.content.readUInt32BE(16)).toBe(2 * width)
})

test('a GIF has the next cycles, and the run stays where it is', { tag: '@thorough' }, async ({ page }) => {
  const editor = new Editor(page)
  await editor.open('/?example=counter', 'Counter8')
  await page.getByRole('button', { name: /^Share/ }).click()
  await page.getByRole('spinbutton', { name: 'Cycles' }).fill('5')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save a GIF/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Counter8.gif')
  const bytes = readFileSync(await file.path())
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a')
  const frames = [...bytes.keys()].filter((i) => bytes[i] === 0x21 && bytes[i + 1] === 0xf9 && bytes[i + 2] === 4)
  expect(frames.length).toBe(5)
  await expect(page.locator('circuit-controls')).toContainText('0')
  // another one is given up
  await page.getByRole('spinbutton', { name: 'Cycles' }).fill('120')
  await page.getByRole('button', { name: /^Save a GIF/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Save a GIF/ })).toBeVisible()
})

test('a file holds the circuit, its run and what is looked at, and opens where it is dropped', async ({
  page,
  context,
}) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(nested)
  await editor.drawn('Outer')
  await page.locator('circuit-canvas').evaluate((canvas: HTMLElement & { path: string[] }) => {
    canvas.path = ['dut', 'inner']
  })
  await expect(page.locator('circuit-canvas .trail')).toBeVisible()
  const file = await saved(page, /^Save as a file/)
  expect(file.name).toBe('Outer.simten')

  const other = await context.newPage()
  const receiver = new Editor(other)
  await receiver.open('/?example=counter', 'Counter8')
  await other.evaluate(
    async (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'x.simten'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    [...file.content],
  )
  await receiver.drawn('Outer')
  await expect(other.locator('circuit-canvas .trail')).toContainText('inner')
  await other.close()
})
