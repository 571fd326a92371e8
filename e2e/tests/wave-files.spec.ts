import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

/**
 * A dump of a counter of 8 bits as another program writes it: the count is wrong in a cycle, and some signals are not
 * the circuit's.
 */
function recorded(cycles: number, wrong: number): string {
  const lines = [
    '$timescale 1ns $end',
    '$scope module tb $end',
    '$var wire 1 ! clk $end',
    '$var wire 1 o other $end',
    '$scope module u0 $end',
    '$var wire 1 e enable $end',
    '$var wire 1 c clear $end',
    '$var wire 8 n count [7:0] $end',
    '$upscope $end',
    '$upscope $end',
    '$enddefinitions $end',
    '#0',
    '0!',
    'xo',
  ]
  let count = 0
  for (let i = 0; i < cycles; i++) {
    const clear = i === 5
    const shown = (i === wrong ? count + 1 : count).toString(2)
    lines.push(`#${10 * i + 1}`, '0!', `1e`, `${clear ? 1 : 0}c`, `b${shown} n`, `#${10 * i + 6}`, '1!')
    count = clear ? 0 : count + 1
  }
  return `${lines.join('\n')}\n`
}

const fileOf = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

async function steps(page: Page, cycles: number): Promise<void> {
  const step = page.getByRole('button', { name: 'Step one cycle' })
  for (let i = 0; i < cycles; i++) await step.click()
}

/** Chooses a file as the dialog of the browser does. */
async function choose(page: Page, wave: Locator, name: string, text: string | Buffer): Promise<void> {
  const [dialog] = await Promise.all([
    page.waitForEvent('filechooser'),
    wave.getByRole('button', { name: 'Open a recorded wave' }).click(),
  ])
  await dialog.setFiles(fileOf(name, text))
}

test('a file is shown beside the run, its differences are found, and its inputs are a run that Undo takes back', async ({
  editor,
}) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  const wave = page.locator('circuit-wave')
  const picture = wave.getByRole('img', { name: 'Waveforms' })
  const shown = wave.locator('.head b')
  await steps(page, 12)
  await expect(shown).toHaveText('12')

  await choose(page, wave, 'tb.vcd', recorded(20, 3))
  const bar = wave.locator('file-bar')
  await expect(bar).toContainText('20 cycles · 2 of 5 signals matched')
  await expect(wave.locator('row-names .name:visible')).toHaveText([
    'clear',
    'tb.u0.clearfile',
    'count',
    'tb.u0.countfile',
  ])

  // By keyboard: the file is compared row by row, from the cursor on.
  await picture.focus()
  await picture.press('Home')
  await expect(shown).toHaveText('0')
  await picture.press('d')
  await expect(shown).toHaveText('3')
  await expect(bar.getByRole('status')).toHaveText('Cycle 3: count is 0x03, in the file 0x04.')
  const fileRow = wave.getByRole('listitem').filter({ hasText: 'tb.u0.count' })
  await expect(fileRow.locator('.value')).toHaveText('0x04')
  await picture.press('d')
  await expect(bar.getByRole('status')).toHaveText('Cycle 5: clear is 0, in the file 1.')
  await picture.press('Shift+D')
  await expect(shown).toHaveText('3')

  // Signals that the circuit does not have can be shown, too.
  await bar.getByRole('button', { name: /signals matched/ }).click()
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Show tb.other' }).click()
  await page.keyboard.press('Escape')
  await expect(wave.getByRole('listitem').filter({ hasText: 'tb.other' }).locator('.value')).toHaveText('x')

  await bar.getByRole('button', { name: 'Use as inputs' }).click()
  await expect(bar.getByRole('status')).toContainText('Undo brings the other one back')
  await expect(shown).toHaveText('20')
  await picture.focus()
  await picture.press('Home')
  await picture.press('d') // the wrong count of the file is all that is left
  await expect(shown).toHaveText('3')
  await picture.press('d')
  await expect(bar.getByRole('status')).toHaveText('No later difference in these rows.')
  await editor.button(/^Bring back/).click()
  await picture.focus()
  await picture.press('End')
  await expect(shown).toHaveText('12')

  await bar.getByRole('button', { name: 'Close the file' }).click()
  await expect(bar).toBeHidden()
  await expect(wave.locator('row-names .name:visible')).toHaveText(['clear', 'count'])
})

// The page of these tests stays open for others, which know of no file.
test.afterEach(async ({ editor }) => {
  const close = editor.page.getByRole('button', { name: 'Close the file' })
  if (await close.isVisible()) await close.click()
})

test('a file cannot be read, comes by drag and drop, survives an edit, and is written as FST', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  const wave = page.locator('circuit-wave')
  const bar = wave.locator('file-bar')
  await steps(page, 6)

  await choose(page, wave, 'broken.vcd', `${recorded(4, 9)}b2 n\n`)
  await expect(wave.getByRole('alert')).toContainText('broken.vcd cannot be read: line 43: the value "2"')
  await wave.getByRole('button', { name: 'Dismiss' }).click()
  await expect(wave.getByRole('alert')).toBeHidden()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await wave.getByRole('button', { name: 'Save the picture or its values' }).click()
      await wave.getByRole('button', { name: /^FST/ }).click()
    })(),
  ])
  const fst = await readFile(await download.path())
  expect(fst[0]).toBe(0) // its header block

  const data = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'own.fst'))
    return transfer
  }, fst.toString('base64'))
  await wave.dispatchEvent('dragenter', { dataTransfer: data })
  await expect(wave).toHaveAttribute('dropping', '')
  await wave.dispatchEvent('drop', { dataTransfer: data })
  await expect(wave).not.toHaveAttribute('dropping', '')
  await expect(bar).toContainText('7 cycles · 2 of 3 signals matched')
  const picture = wave.getByRole('img', { name: 'Waveforms' })
  await picture.focus()
  await picture.press('Home')
  await picture.press('d')
  await expect(bar.getByRole('status')).toHaveText('No later difference in these rows.')

  // Another tab and back: it is still open. After an edit it is matched with the new circuit.
  await page.getByRole('tab', { name: 'Problems' }).click()
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  await expect(bar).toContainText('own.fst')
  await editor.write((await editor.read()).replaceAll('clear', 'wipe'))
  await expect(bar).toContainText('1 of 3 signals matched')
})

test('a large dump is packed on its way, and is shown at its end', { tag: '@thorough' }, async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  const wave = page.locator('circuit-wave')
  const bar = wave.locator('file-bar')
  const cycles = 300_000
  const dump = recorded(cycles, cycles - 2)
  expect(dump.length).toBeGreaterThan(8 << 20)
  await choose(page, wave, 'large.vcd', dump)
  await expect(bar).toContainText('300 000 cycles · 2 of 5 signals matched')
  await bar.getByRole('button', { name: 'Use as inputs' }).click()
  await expect(bar.getByRole('status')).toContainText('Undo brings the other one back')
  await expect(wave.locator('.head b')).toHaveText('300 000')
  const picture = wave.getByRole('img', { name: 'Waveforms' })
  await picture.focus()
  await picture.press('Home')
  await expect(wave.locator('.head b')).toHaveText('0')
  await picture.press('d') // through all of its cycles
  await expect(bar.getByRole('status')).toContainText('Cycle 299 998: count is')
  await expect(wave.locator('.head b')).toHaveText('299 998')
})

for (const place of ['/play?example=counter&panes=wave', '/play?example=counter']) {
  test(`a file is opened on ${place}`, { tag: '@thorough' }, async ({ page }) => {
    await page.goto(place)
    const wave = page.locator('circuit-wave')
    if (!place.includes('panes')) await page.getByRole('button', { name: 'Waveforms' }).click()
    await expect(wave.getByRole('img', { name: 'Waveforms' })).toBeVisible()
    await choose(page, wave, 'tb.vcd', recorded(20, 30))
    await expect(wave.locator('file-bar')).toContainText('2 of 5 signals matched')
    await wave.locator('file-bar').getByRole('button', { name: 'Use as inputs' }).click()
    await expect(wave.locator('.head b')).toHaveText('20')
  })
}
