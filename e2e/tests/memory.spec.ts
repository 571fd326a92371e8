import type { Locator, Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import type { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const TEXT = `circuit('Store', {
  outputs: { q: bus(8), n: bus(8) },
  state: { count: reg(8), cells: mem(1000, 8, [7, 8, 9]) },
  eval: ({ count, cells }) => ({ q: cells[count], n: count }),
  onTick: ({ count, cells }) => { cells[count + 100] = count; return { count: count + 1, cells } },
})
`

async function open(editor: Editor): Promise<Locator> {
  await editor.open()
  await editor.write(TEXT)
  await editor.drawn('Store')
  await editor.node('dut').click()
  return editor.page.getByRole('region', { name: 'Inspector: Store' })
}

const word = (inspector: Locator, address: number): Locator => inspector.locator(`[data-at="${address}"]`)

async function axe(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
}

test('a word is edited by the keyboard; the edit belongs to its cycle and can be undone', async ({ editor }) => {
  const { page } = editor
  const inspector = await open(editor)
  await editor.button(/^Step one cycle$/).click()
  await editor.button(/^Step one cycle$/).click()
  await expect(word(inspector, 2)).toHaveText('09')
  await word(inspector, 1).click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('0xab')
  await page.keyboard.press('Tab')
  await expect(word(inspector, 2)).toHaveText('AB')
  await expect(word(inspector, 2)).toHaveClass(/changed/)
  await expect(word(inspector, 3)).toBeFocused()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(word(inspector, 3)).toHaveText('0C')
  await axe(page)
  // The output shows the word at once, the cycle before does not have it, and the way forward has it again.
  const q = () => inspector.getByRole('listitem').filter({ hasText: /^\s*q/ })
  await expect(q()).toContainText('0xAB')
  await editor.button('Back one cycle').click()
  await expect(q()).toContainText('0x08')
  await expect(word(inspector, 2)).toHaveText('09')
  await editor
    .button(/^Forward one cycle|^Step one cycle/)
    .first()
    .click()
  await expect(word(inspector, 2)).toHaveText('AB')
})

test('a register is edited, and two cycles are compared', async ({ editor }) => {
  const { page } = editor
  const inspector = await open(editor)
  for (let i = 0; i < 3; i++) await editor.button(/^Step one cycle$/).click()
  await inspector.getByRole('button', { name: 'Edit count' }).click()
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await expect(inspector.locator('h3:has-text("count") + ul')).toContainText('200')
  await editor.button(/^Step one cycle$/).click()
  await expect(inspector.locator('h3:has-text("count") + ul')).toContainText('201')
  await inspector.getByText('Compare with another cycle').click()
  await inspector.getByRole('textbox', { name: 'Cycle to compare with' }).fill('0')
  await page.keyboard.press('Enter')
  const changes = inspector.locator('.changes')
  await expect(changes).toContainText('0x00 → 0xC9')
  await expect(changes.getByRole('listitem').filter({ hasText: 'cells[101]' })).toContainText('0x00 → 0x01')
  await axe(page)
})

test('files are loaded as one edit and saved again, with the line of an error', { tag: '@thorough' }, async ({
  editor,
}) => {
  const { page } = editor
  const inspector = await open(editor)
  await editor.button(/^Step one cycle$/).click()
  const load = inspector.getByLabel('Load a file into cells')
  await load.setInputFiles({ name: 'bad.hex', mimeType: 'text/plain', buffer: Buffer.from('1 2\nxy\n') })
  await expect(inspector.getByRole('status')).toContainText('bad.hex, line 2: xy is not a hexadecimal number.')
  await load.setInputFiles({
    name: 'words.hex',
    mimeType: 'text/plain',
    buffer: Buffer.from('@2 a1 a2 // two\n@3E7 ff'),
  })
  await expect(inspector.getByRole('status')).toHaveText('3 words were loaded from words.hex.')
  await expect(word(inspector, 2)).toHaveText('A1')
  const find = inspector.getByRole('textbox', { name: 'Find a value' })
  await find.fill('0xff')
  await find.press('Enter')
  await expect(inspector.getByRole('status')).toHaveText('Found at 0x3E7.')
  await expect(word(inspector, 999)).toHaveText('FF')
  for (const [format, start] of [
    ['hex', '07 08 A1 A2 00'],
    ['ihex', ':100000000708A1A2'],
    ['bin', '\x07\x08'],
  ] as const) {
    await inspector.getByRole('combobox', { name: 'Format of the file' }).selectOption(format)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      inspector.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`cells.${format}`)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    expect(Buffer.concat(chunks).toString('latin1').startsWith(start)).toBe(true)
  }
  await editor.button('Back one cycle').click()
  await inspector.getByRole('textbox', { name: 'Go to address' }).fill('0')
  await page.keyboard.press('Enter')
  await expect(word(inspector, 2)).toHaveText('09')
})

test('the program of a computer is read as instructions; the choice is remembered', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=rv32i-computer', 'Rv32iComputer')
  await editor.node('dut.rom').click()
  const inspector = page.getByRole('region', { name: 'Inspector: rom' })
  await inspector.getByRole('combobox', { name: 'Show words as' }).selectOption('rv32')
  const code = inspector.locator('.code')
  await expect(code.first()).toHaveText(/^[a-z]+ /)
  const named = await code.first().textContent()
  await inspector.getByRole('checkbox', { name: 'Names of the ABI' }).uncheck()
  await expect(code.first()).toHaveText(/\bx\d+/)
  await inspector.getByRole('checkbox', { name: 'Names of the ABI' }).check()
  await page.keyboard.press('Escape')
  await editor.node('dut.rom').click()
  await expect(code.first()).toHaveText(named ?? '')
  await axe(page)
})
