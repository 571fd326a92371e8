import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** Registers in a row with a clock enable for all: drawn whole, its wires would pass 45,000 layers. */
const row = (registers: number, name = 'Row') => `const nodes = { last: Xor }
for (let i = 0; i < ${registers}; i++) nodes['r' + i] = Register({ width: 1 })
circuit('${name}', {
  inputs: { d: bit, on: bit, off: bit },
  outputs: { q: bit },
  nodes,
  connect: ({ inputs, outputs, nodes: n }) => {
    const list = []
    let before = inputs.d
    for (let i = 0; i < ${registers}; i++) {
      const r = n['r' + i]
      list.push(before.to(r.data), inputs.on.to(r.we), inputs.off.to(r.rst))
      before = r.q
    }
    list.push(before.to(n.last.a), inputs.on.to(n.last.b), n.last.out.to(outputs.q))
    return list
  },
})`

/** How many parts of the picture have their middle on the canvas. */
const seen = (page: Page) =>
  page.locator('circuit-canvas').evaluate((canvas) => {
    const { left, right, top, bottom } = canvas.getBoundingClientRect()
    return [...(canvas.shadowRoot?.querySelectorAll('g.node .ring') ?? [])].filter((ring) => {
      const box = ring.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      return box.width > 0 && x > left && x < right && y > top && y < bottom
    }).length
  })

test('a long row of registers is drawn in rows, with names for the wires to all of them', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(row(300))
  await editor.drawn('Row')
  // It opens at its inputs, at a scale that can be read.
  await expect.poll(() => seen(page)).toBeGreaterThan(20)
  await expect(editor.switch('d')).toBeInViewport()
  const tag = editor.canvas.locator('.tag-name')
  await expect(tag.filter({ hasText: /^on$/ }).first()).toBeVisible()
  // JavaScript as it is written brings no complaints.
  await expect(page.locator('.cm-lintRange-warning')).toHaveCount(0)

  // A tag is its wire: it shows the value, and is lit where the pointer comes upon another end of it.
  const shapes = editor.canvas.locator('.tag.high')
  await expect(shapes).toHaveCount(0)
  await editor.put('on', 1)
  await expect.poll(() => shapes.count()).toBeGreaterThan(300)
})

test('a layout that is no longer wanted keeps nobody waiting', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  // Held back, so that the next text surely comes while it is laid out.
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: unknown[]) {
      if (JSON.stringify(message)?.includes('r299')) return
      Reflect.apply(post, this, [message, ...rest])
    }
  })
  await editor.write(row(300))
  await expect(editor.canvas.locator('.progress')).toHaveText('Laying out 305 parts…')
  await editor.write(row(3, 'Short'))
  await editor.drawn('Short')
  await expect(editor.canvas.locator('.progress')).toHaveCount(0)
})

test('a circuit of more parts than a picture shows is a box, and says what is in it', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(row(2600, 'Endless'))
  await editor.drawn('Endless')
  await editor.node('dut').focus()
  await page.keyboard.press('Enter')
  const notice = editor.canvas.locator('.notice')
  await expect(notice).toContainText('Too large for one picture')
  await expect(notice.getByRole('list', { name: 'Parts' })).toContainText('2,600 Register')
  await editor.canvas.getByRole('navigation', { name: 'Level' }).getByRole('button', { name: 'Endless' }).click()
  await expect(editor.node('dut')).toBeVisible()
})
