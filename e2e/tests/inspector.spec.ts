import { Circuit } from '../support/circuit.js'
import { Editor } from '../support/editor.js'
import { expect, test } from '../support/test.js'

test('what is selected is told beside the picture: ports, memory, and its line in the text', async ({ editor }) => {
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

test('the words of a memory are there, page by page', async ({ editor }) => {
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
  const words = inspector.getByRole('table')
  await expect(words.getByRole('row').first()).toHaveText(/000\s*007\s*008\s*009\s*000/)
  await inspector.getByRole('textbox', { name: 'First address' }).fill('999')
  await page.keyboard.press('Enter')
  await expect(words.getByRole('row')).toHaveCount(1)
  await expect(inspector.getByRole('button', { name: 'Later words' })).toBeDisabled()
  await inspector.getByRole('button', { name: 'Earlier words' }).click()
  await expect(words.getByRole('row')).toHaveCount(16)
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

test.describe('on a narrow screen', () => {
  test('the inspector is a sheet below the circuit, which stays in sight; touch and keyboard close it', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 400, height: 800 })
    const editor = new Editor(page)
    await editor.open('/?example=counter', 'Counter8')
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Circuit' }).click()
    const inspector = page.getByRole('region', { name: 'Inspector: count' })
    const frame = page.locator('circuit-canvas .frame rect')
    const bottom = async () => {
      const box = await frame.boundingBox()
      return box ? box.y + box.height : Number.POSITIVE_INFINITY
    }
    await expect(frame).toBeVisible()
    const before = await bottom()
    await editor.node('dut.count').click()
    await expect(inspector).toBeVisible()
    await expect.poll(async () => (await bottom()) <= ((await inspector.boundingBox())?.y ?? 0)).toBe(true)
    const grip = await inspector.locator('.grip').boundingBox()
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] })
    const at = grip?.y ?? 0
    await touch('touchStart', at)
    for (const y of [10, 30, 60]) await touch('touchMove', at + y)
    await touch('touchEnd', at + 60)
    await expect(inspector).toHaveCount(0)
    await expect.poll(async () => Math.round((await bottom()) - before)).toBe(0)

    await editor.node('dut.count').click()
    await expect(inspector).toBeVisible()
    await page.keyboard.press('Escape')
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
  const address = inspector.getByRole('textbox', { name: 'First address' })
  await address.fill('0xFFF0')
  await address.press('Enter')
  await expect(rows).toHaveText(['FFF0', 'FFF8'])
})
