import type { Locator } from '@playwright/test'
import { Circuit } from '../support/circuit.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

test('the selected part is told beside the picture: ports, memory, and its line in the text', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  await editor.node('dut.count').click()
  const inspector = page.getByRole('region', { name: 'Inspector: count' })
  await expect(inspector).toContainText('Stores a word')
  const stored = inspector.locator('h3:has-text("value") + ul')
  await expect(stored).toContainText('0x00')
  for (let i = 0; i < 11; i++) await editor.button(/^Step one cycle$/).click()
  await expect(stored).toContainText('0x0B')
  await expect(inspector.locator('li').filter({ hasText: 'sum' })).toHaveCount(0)
  await expect(inspector.locator('li').filter({ hasText: /^\s*q/ })).toContainText('0b0000_1011')
  await inspector.getByRole('button', { name: 'Line 8' }).click()
  await expect(editor.text).toBeFocused()
  await expect(page.locator('.cm-lineNumbers .cm-activeLineGutter')).toHaveText('8')
  await inspector.getByRole('button', { name: 'Close the inspector' }).click()
  await expect(inspector).toHaveCount(0)
  await expect(editor.node('dut.count')).toBeFocused()
})

test('the inspector is reached by the keyboard, and left again', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.switch('a').focus()
  await page.keyboard.press('i')
  const inspector = page.getByRole('region', { name: 'Inspector: a' })
  await expect(inspector).toContainText('out')
  await expect(editor.switch('a')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(inspector.locator('.value')).toHaveText('1')
  await page.keyboard.press('i')
  await expect(inspector).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(inspector).toHaveCount(0)
  await expect(editor.switch('a')).toBeFocused()
})

test('the words of a memory are there, from any address on', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`circuit('Memory', {
  outputs: { q: bus(12) },
  state: { n: reg(12), cells: mem(1000, 12, [7, 8, 9]) },
  eval: ({ n, cells }) => ({ q: cells[n] }),
  onTick: ({ n }) => ({ n: n + 1 }),
})
`)
  await editor.drawn('Memory')
  await editor.node('dut').click()
  const inspector = page.getByRole('region', { name: 'Inspector: Memory' })
  const words = inspector.getByRole('grid')
  await expect(words.getByRole('row').first()).toHaveText(/000\s*007\s*008\s*009\s*000/)
  await inspector.getByRole('textbox', { name: 'Go to address' }).fill('999')
  await page.keyboard.press('Enter')
  await expect(words.getByRole('rowheader').last()).toHaveText('3E4')
  await expect(words.getByRole('gridcell').last()).toBeFocused()
})

test('a page with a circuit has the inspector too, without lines of a text that is not there', async ({
  article: page,
}) => {
  const counter = new Circuit(page.locator('#counter'))
  await counter.drawn('Counter8')
  await counter.node('dut.next').click()
  const inspector = page.getByRole('region', { name: 'Inspector: next' })
  await expect(inspector).toContainText('carry_out')
  await expect(inspector.getByRole('button', { name: /^Line/ })).toHaveCount(0)
  const [panel, node] = [await inspector.boundingBox(), await counter.node('dut.next').boundingBox()]
  if (!panel || !node) throw new Error('nothing is shown')
  expect(panel.x >= node.x + node.width || panel.x + panel.width <= node.x).toBe(true)
})

test('three quick steps back after a run are three', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const controls = page.locator('circuit-controls')
  await controls.getByRole('slider', { name: 'Speed' }).fill('11') // as fast as possible
  const cycles = () =>
    controls.evaluate((element) => {
      const { status } = (element as HTMLElement & { clock: { status: { cycle: number; history: { last: number } } } })
        .clock
      return status.cycle - status.history.last
    })
  for (const pause of [true, false]) {
    await editor.button('Run').click()
    await page.waitForTimeout(700)
    const back = await editor.button('Back one cycle').boundingBox()
    if (!back) throw new Error('the clock is not shown')
    if (pause) await editor.button('Pause').click()
    for (let i = 0; i < 3; i++) await page.mouse.click(back.x + back.width / 2, back.y + back.height / 2)
    await expect.poll(cycles).toBe(-3)
    await expect(editor.button('Run')).toBeVisible()
  }
})

/** Whether a panel covers the middle of a node. */
async function covers(panel: Locator, node: Locator): Promise<boolean> {
  const [a, b] = [await panel.boundingBox(), await node.boundingBox()]
  if (!a || !b) throw new Error('nothing is shown')
  const [x, y] = [b.x + b.width / 2, b.y + b.height / 2]
  return x >= a.x && x <= a.x + a.width && y >= a.y && y <= a.y + a.height
}

for (const { width, height } of [
  { width: 1600, height: 900 },
  { width: 1280, height: 800 },
  { width: 1100, height: 640 },
  { width: 390, height: 780 },
]) {
  test(`neither pointing at a part nor selecting it moves the picture: ${width} by ${height}`, {
    tag: width === 390 ? [] : '@thorough',
  }, async ({ editor }) => {
    await editor.sized({ width, height }, async () => {
      const { page } = editor
      await editor.open('/?example=rv32i-computer', 'Rv32iComputer')
      if (width < 760) await editor.pane('Circuit')
      const picture = () => editor.canvas.locator('.plane').getAttribute('style')
      await page.waitForTimeout(1000) // the camera settles
      const before = await picture()
      const canvas = await editor.canvas.boundingBox()
      let selected = 0
      for (const node of ['dut.core', 'dut.ram', 'dut.bus', 'dut.rom']) {
        const part = editor.node(node)
        const box = await part.boundingBox()
        // A small canvas shows the beginning of the picture only.
        if (!box || !canvas || box.x + box.width > canvas.x + canvas.width) continue
        selected++
        await part.hover()
        await part.click()
        const inspector = page.getByRole('region', { name: /^Inspector: / })
        await expect(inspector).toBeVisible()
        expect(await covers(inspector, part), node).toBe(false)
        await page.waitForTimeout(selected === 1 ? 600 : 200) // the first: longer than a double click
        expect(await picture(), node).toBe(before)
        await page.keyboard.press('Escape')
        await expect(inspector).toHaveCount(0)
        expect(await picture(), node).toBe(before)
      }
      expect(selected).toBeGreaterThan(0)
    })
  })
}

test('a part of many ports is told in short, and its ports are lists', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=rv32i-computer', 'Rv32iComputer')
  const core = editor.node('dut.core')
  await expect(core).toHaveAccessibleName(/^core, RV32I_Core: \d+ ports: \d+ inputs, \d+ outputs, I lists them, opens$/)
  await core.click()
  const inspector = page.getByRole('region', { name: 'Inspector: core' })
  await expect(inspector).toHaveAccessibleDescription(/^\d+ ports: \d+ inputs, \d+ outputs$/)
  const ports = (name: string) => inspector.getByRole('list', { name }).getByRole('listitem')
  const [inputs, outputs] = [await ports('Inputs').count(), await ports('Outputs').count()]
  await expect(inspector).toHaveAccessibleDescription(`${inputs + outputs} ports: ${inputs} inputs, ${outputs} outputs`)
  await inspector.getByRole('button', { name: 'Look inside' }).click()
  await expect(editor.canvas.locator('.trail [aria-current]')).toHaveText('core')
})

test('outputs are read out when the clock stands, and not while it runs', { tag: '@thorough' }, async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const said = () => editor.canvas.locator('.unseen').textContent()
  await editor.button(/^Step one cycle$/).click()
  await expect.poll(said).toBe('count 1')
  await page.locator('circuit-controls').getByRole('slider', { name: 'Speed' }).fill('0') // one cycle per second
  await editor.button('Run').click()
  await page.waitForTimeout(3500)
  expect(await said()).toBe('count 1')
  await editor.button('Pause').click()
  await expect.poll(said).toMatch(/^count ([2-9]|\d\d+)$/)
})

test.describe('on a narrow screen', () => {
  test('the inspector is a sheet beside what it tells of; touch and keyboard close it', async ({ page }) => {
    await page.setViewportSize({ width: 400, height: 800 })
    const editor = new Editor(page)
    await editor.open('/?example=counter', 'Counter8')
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Circuit' }).click()
    const inspector = page.getByRole('region', { name: 'Inspector: count' })
    const node = editor.node('dut.count')
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] })
    const pull = async (way: 1 | -1) => {
      const grip = await inspector.locator('.grip').boundingBox()
      const at = grip?.y ?? 0
      await touch('touchStart', at)
      for (const y of [10, 30, 60]) await touch('touchMove', at + way * y)
      await touch('touchEnd', at + way * 60)
    }
    const open = async () => {
      await node.click()
      await expect(inspector).toBeVisible()
      expect(await covers(inspector, node)).toBe(false)
    }
    const middleOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      return box ? box.y + box.height / 2 : Number.NaN
    }

    // The node is in the lower half of the canvas: the sheet hangs above it, below the explanation of a first visit.
    await open()
    expect(await middleOf(inspector)).toBeLessThan(await middleOf(node))
    const [note, sheet] = [await page.locator('welcome-note').boundingBox(), await inspector.boundingBox()]
    expect(sheet?.y).toBeGreaterThanOrEqual((note?.y ?? Number.NaN) + (note?.height ?? 0))
    await pull(1)
    await expect(inspector).toBeVisible()
    await pull(-1)
    await expect(inspector).toHaveCount(0)
    await open()
    await page.keyboard.press('Escape')
    await expect(inspector).toHaveCount(0)

    // Moved to the upper end, it has the sheet below it.
    await page.mouse.move(200, 600)
    await page.mouse.down()
    await page.mouse.move(200, 360, { steps: 4 })
    await page.mouse.up()
    await open()
    expect(await middleOf(inspector)).toBeGreaterThan(await middleOf(node))
    await pull(-1)
    await expect(inspector).toBeVisible()
    await pull(1)
    await expect(inspector).toHaveCount(0)
  })
})

test('a memory of zeros begins at address 0 and leads to any address', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=rv32i-computer', 'Rv32iComputer')
  await editor.node('dut.ram').click()
  const inspector = page.getByRole('region', { name: 'Inspector: ram' })
  const rows = inspector.getByRole('rowheader')
  await expect(rows.first()).toHaveText('0000')
  const address = inspector.getByRole('textbox', { name: 'Go to address' })
  await address.fill('0xFFF0')
  await address.press('Enter')
  await expect(rows.last()).toHaveText(/FFF/)
})
