import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** Names of the parts that have a class. */
const parts = (page: Page, kind: string) =>
  page
    .locator(`circuit-canvas .node.${kind}`)
    .evaluateAll((nodes) => nodes.map((n) => n.getAttribute('data-node')?.slice(2)).sort())

/** Where the picture stands. */
const view = (page: Page) =>
  page.locator('circuit-canvas .plane').evaluate((plane: HTMLElement) => plane.style.transform)

test('the cursor in the text marks its part in the circuit, and the picture stays where it is', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const before = await view(page)
  const line = (text: string | RegExp) => page.locator('.cm-line', { hasText: text })
  await line(/^\s*next: Adder/).click()
  await expect.poll(() => parts(page, 'marked')).toEqual(['dut.next'])
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => parts(page, 'marked')).toEqual(['dut.count'])
  // A value in the wiring is that of its node.
  await line('count.q.to').click()
  await page.keyboard.press('Home')
  for (let i = 0; i < 'count.q.to(n'.length; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => parts(page, 'marked')).toEqual(['dut.next'])
  expect(await view(page)).toBe(before)
  // Choosing a part in the picture ends it, and leads back to the text.
  await editor.node('dut.count').click()
  await expect.poll(() => parts(page, 'marked')).toEqual([])
  await page.getByRole('button', { name: 'Line 8' }).click()
  await expect(page.locator('.cm-activeLine')).toContainText('count: Register')
  await expect.poll(() => parts(page, 'marked')).toEqual(['dut.count'])
  await editor.node('dut.count').focus()
  await page.keyboard.press('Escape')
})

test('a line that makes several parts marks all of them, and each leads back to it', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`export const Chain = circuit('Chain', {
  inputs: { d: bit },
  outputs: { q: bit },
  nodes: {
    stage: Array.from({ length: 3 }, () =>
      DFlipFlop,
    ),
    end: Not,
  },
  connect: ({ inputs, outputs, nodes: { stage, end } }) => [
    inputs.d.to(stage[0].d),
    stage[0].q.to(stage[1].d),
    stage[1].q.to(stage[2].d),
    stage[2].q.to(end.in),
    end.out.to(outputs.q),
  ],
})`)
  await editor.drawn('Chain')
  await page.locator('.cm-line', { hasText: 'DFlipFlop' }).click()
  await expect.poll(() => parts(page, 'marked')).toEqual(['dut.stage0', 'dut.stage1', 'dut.stage2'])
  await page.locator('.cm-line', { hasText: 'end: Not' }).click()
  await expect.poll(() => parts(page, 'marked')).toEqual(['dut.end'])
  await editor.node('dut.stage1').click()
  await page.locator('circuit-inspector').getByRole('button', { name: 'Line 5' }).click()
  await expect(page.locator('.cm-activeLine')).toContainText('stage: Array.from')
})

test('the causes of a value are lit in the circuit and marked in the waveforms until Escape', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  for (let i = 0; i < 2; i++) await editor.button(/^Step one cycle$/).click()
  await editor.node('dut.count').click()
  await page.getByRole('button', { name: 'Why is q so?' }).click()
  await expect(page.getByRole('list', { name: /^Causes of count.q in cycle 2/ })).toBeVisible()
  await expect.poll(() => parts(page, 'lit')).toContain('dut.next')
  await expect.poll(() => parts(page, 'dim')).not.toContain('dut.next')
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  await expect(page.locator('circuit-stage .causes')).toContainText('Causes of count.q in cycle 2')
  const wave = page.locator('circuit-wave')
  await expect(wave.getByText('count', { exact: true })).toBeVisible()
  /** Pixels of the colour of marks in the bar below one row. */
  const inks = () =>
    wave
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--st-accent)'
        const colour = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
        probe.remove()
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
        let found = 0
        for (let i = 0; i < data.length; i += 4) if (colour.every((c, k) => data[i + k] === c)) found++
        return found
      })
  await expect.poll(inks).toBeGreaterThan(100)
  await editor.node('dut.next').focus()
  await page.keyboard.press('Escape') // the inspector
  await page.keyboard.press('Escape')
  await expect(page.locator('circuit-stage .causes')).toHaveCount(0)
  await expect.poll(() => parts(page, 'dim')).toEqual([])
  await expect.poll(() => parts(page, 'lit')).toEqual([])
  await expect.poll(inks).toBeLessThan(20)
})
