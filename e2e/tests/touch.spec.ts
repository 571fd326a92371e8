import { Editor } from '../support/editor.ts'
import { appUrl } from '../support/servers.ts'
import { test as base, expect } from '../support/test.ts'

/** The page on a telephone: a finger, and 390 px. */
const test = base.extend<{ phone: Editor }>({
  phone: async ({ browser }, use, info) => {
    const context = await browser.newContext({
      baseURL: appUrl,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await use(new Editor(page))
    if (info.status !== info.expectedStatus) await page.screenshot({ path: info.outputPath('page.png') })
    await context.close()
  },
})

const STORE = `circuit('Store', {
  outputs: { q: bus(8), n: bus(8) },
  state: { count: reg(8), cells: mem(16, 8, [7, 8, 9]) },
  eval: ({ count, cells }) => ({ q: cells[count], n: count }),
  onTick: ({ count }) => {
    if (count === 4) return { count: 6 }
    return { count: count + 1 }
  },
})
`

test('a word of a memory is edited with a finger', async ({ phone }) => {
  const { page } = phone
  await phone.open('/?example=counter', 'Counter8')
  await phone.pane('Text')
  await phone.write(STORE)
  await phone.pane('Circuit')
  await phone.drawn('Store')
  await phone.node('dut').tap()
  const inspector = page.getByRole('region', { name: 'Inspector: Store' })
  const word = inspector.locator('[data-at="1"]')
  await word.scrollIntoViewIfNeeded()
  await word.tap()
  await word.tap() // the one that was chosen before
  const entry = inspector.getByRole('textbox', { name: 'Word 0x1', exact: true })
  await entry.fill('0xAB')
  await entry.press('Enter')
  await expect(word).toHaveText('AB')
  const box = await word.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(28)
})

test('cycles are bookmarked, and a mark leads back to its cycle', { tag: '@thorough' }, async ({ phone }) => {
  const { page } = phone
  await phone.open('/?example=counter', 'Counter8')
  await phone.pane('Circuit')
  const controls = page.locator('circuit-controls')
  for (let i = 0; i < 3; i++) await phone.button(/^Step one cycle$/).tap()
  await controls.getByRole('button', { name: 'Bookmarks' }).tap()
  await controls.getByRole('button', { name: /^Bookmark cycle 3/ }).tap()
  await expect(controls.getByRole('list', { name: 'Bookmarks' }).getByRole('listitem')).toHaveCount(1)
  await page.touchscreen.tap(195, 120) // beside the list
  await expect(controls.getByRole('list', { name: 'Bookmarks' })).toBeHidden()
  await phone.button(/^Step one cycle$/).tap()
  await expect(controls).toContainText(/cycle\s*4\b/)
  await controls.getByRole('button', { name: 'Bookmark: cycle 3' }).tap()
  await expect(controls).toContainText(/cycle\s*3\b/)
})

test('a breakpoint is set in the gutter, and stops the run', async ({ phone }) => {
  const { page } = phone
  await phone.open('/?example=counter', 'Counter8')
  await phone.pane('Text')
  await phone.write(STORE)
  await phone.pane('Circuit')
  await phone.drawn('Store')
  await phone.pane('Text')
  const line = page.locator('.cm-line', { hasText: 'if (count === 4)' })
  const [gutter, at] = [await page.locator('.cm-breakpoints').boundingBox(), await line.boundingBox()]
  if (!gutter || !at) throw new Error('there is no gutter')
  expect(gutter.width).toBeGreaterThanOrEqual(44)
  await page.touchscreen.tap(gutter.x + gutter.width / 2, at.y + at.height / 2)
  await expect(page.locator('.cm-breakpoint')).toHaveCount(1)
  await phone.pane('Circuit')
  await phone.button('Run').tap()
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*4\b/)
  await expect(phone.button('Run')).toBeVisible()
})

test('a value is asked why, and each step of the answer leads to its cycle', { tag: '@thorough' }, async ({
  phone,
}) => {
  const { page } = phone
  await phone.open('/?example=counter', 'Counter8')
  await phone.pane('Circuit')
  for (let i = 0; i < 3; i++) await phone.button(/^Step one cycle$/).tap()
  await phone.node('dut.count').tap()
  await page.getByRole('button', { name: 'Why is q so?' }).tap()
  const steps = page.getByRole('list', { name: 'Causes of count.q in cycle 3' }).getByRole('listitem')
  await expect(steps.first()).toContainText('count.q (Register) is 3')
  const step = steps.getByRole('button', { name: /cycle 2\s+next\.sum \(Adder\) is 3/ })
  const box = await step.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await step.tap()
  await phone.pane('Circuit')
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*2\b/)
})

test('a file is opened beside the run, and its buttons are large enough', { tag: '@thorough' }, async ({ phone }) => {
  const { page } = phone
  await phone.open('/play?example=counter&panes=wave', 'Counter8')
  const wave = page.locator('circuit-wave')
  const dump = [
    '$scope module tb $end',
    '$var wire 1 ! clk $end',
    '$var wire 1 c clear $end',
    '$var wire 8 n count [7:0] $end',
    '$upscope $end',
    '$enddefinitions $end',
    '#0\n0!\n0c\nb0 n',
    ...[1, 2, 3, 4].map((i) => `#${10 * i}\n1!\nb${(i + (i > 2 ? 1 : 0)).toString(2)} n\n#${10 * i + 5}\n0!`),
  ]
  const [dialog] = await Promise.all([
    page.waitForEvent('filechooser'),
    wave.getByRole('button', { name: 'Open a recorded wave' }).tap(),
  ])
  await dialog.setFiles({ name: 'tb.vcd', mimeType: 'text/plain', buffer: Buffer.from(dump.join('\n')) })
  const bar = wave.locator('file-bar')
  await expect(bar).toContainText('4 cycles · 2 of 3 signals matched')
  for (const button of await bar.getByRole('group').getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await bar.getByRole('button', { name: 'Use as inputs' }).tap()
  await expect(wave.locator('.head b')).toHaveText('4')
  await bar.getByRole('button', { name: 'Previous difference' }).tap()
  await expect(bar.getByRole('status')).toHaveText('Cycle 3: count is 0x03, in the file 0x04.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
