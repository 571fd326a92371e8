import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** The waveform panel of a counter after so many cycles, which counts them. */
async function panel(page: Page, cycles: number): Promise<{ wave: Locator; picture: Locator; shown: Locator }> {
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  const wave = page.locator('circuit-wave')
  const picture = wave.getByRole('img', { name: 'Waveforms' })
  await expect(picture).toBeVisible()
  const step = page.getByRole('button', { name: 'Step one cycle' })
  for (let i = 0; i < cycles; i++) await step.click()
  const shown = wave.locator('.head b')
  await expect(shown).toHaveText(String(cycles))
  return { wave, picture, shown }
}

test('waveforms are read by keyboard and by ear, and their cursor is the cycle that is shown', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const { wave, picture, shown } = await panel(page, 12)
  await wave.getByRole('combobox').fill('dut.count > 4')
  await wave.getByRole('combobox').press('Enter')
  const row = wave.getByRole('listitem').filter({ hasText: 'count > 4' })
  await expect(row.locator('.value')).toHaveText('1')

  await picture.focus()
  await picture.press('Shift+ArrowLeft') // 5 is the first that is more than 4
  await expect(shown).toHaveText('5')
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*5\b/)
  await expect(wave.locator('#said')).toHaveText('count > 4: value 1 in cycle 5, since 5, to the end')
  await picture.press('ArrowLeft')
  await expect(row.locator('.value')).toHaveText('0')
  await picture.press('m')
  await picture.press('End')
  await expect(shown).toHaveText('12')
  await expect(wave.locator('.measure')).toHaveText('Δ 8 cycles · 1/8 of the clock')
  await picture.press('ArrowUp')
  await picture.press('Home')
  await expect(wave.locator('#said')).toHaveText('count: value 0x00 in cycle 0, since the start, until 0')
})

test('a branch of the run is drawn anew, and files hold what is drawn', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const { wave, picture, shown } = await panel(page, 6)
  await picture.focus()
  for (const cycle of ['5', '4', '3']) {
    await picture.press('ArrowLeft')
    await expect(shown).toHaveText(cycle)
  }
  // From here on the counter is held at 0, so the later cycles have other values.
  await editor.node('clear').click()
  const step = page.getByRole('button', { name: 'Step one cycle' })
  for (let i = 0; i < 4; i++) await step.click()
  await expect(shown).toHaveText('7')
  await picture.press('0')

  const file = async (name: string) => {
    await wave.getByRole('button', { name: 'Save the picture or its values' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      wave.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
    ])
    return readFile(await download.path())
  }
  const table = (await file('CSV')).toString().trim().split('\r\n')
  expect(table).toEqual([
    'cycle,dut.clear,dut.count',
    ...['0,0,0x00', '1,0,0x01', '2,0,0x02', '3,1,0x03', '4,1,0x00', '5,1,0x00', '6,1,0x00', '7,1,0x00'],
  ])
  const dump = (await file('VCD')).toString()
  expect(dump).toContain('$scope module dut $end\n$var wire 1 " clear $end\n$var wire 8 # count [7:0] $end\n')
  expect(dump.split('\n').filter((line) => line.endsWith('"'))).toEqual(['0"', '1"'])
  const { signal } = JSON.parse((await file('WaveDrom')).toString()) as { signal: unknown[] }
  expect(signal[1]).toEqual({ name: 'dut.clear', wave: '0..1....' })
  expect(signal[2]).toEqual({ name: 'dut.count', wave: '=====...', data: ['00', '01', '02', '03', '00'] })
  expect((await file('SVG')).toString()).toContain('>count</text>')
  expect((await file('PNG')).subarray(1, 4).toString()).toBe('PNG')
})

test('a run that goes on moves the picture, until somebody looks elsewhere', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const { wave, picture, shown } = await panel(page, 1)
  const follows = wave.getByRole('button', { name: 'Stay at the end of the run' })
  await page.locator('circuit-controls').getByRole('slider', { name: 'Speed' }).fill('20') // as fast as possible
  await editor.button('Run').click()
  await expect.poll(async () => Number((await shown.innerText()).replace(/\D/g, ''))).toBeGreaterThan(100_000)
  await expect(follows).toHaveAttribute('aria-pressed', 'true')
  await picture.hover()
  await page.mouse.wheel(-600, 0)
  await expect(follows).toHaveAttribute('aria-pressed', 'false')
  await editor.button('Pause').click()
  await follows.click()
  await expect(follows).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => wave.locator('.value').last().innerText()).toMatch(/^0x[\dA-F]{2}$/)
})

test('rows of one part fold, and states have their names', { tag: '@thorough' }, async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`const S = { IDLE: 0, RUN: 1, DONE: 2 }
const Machine = circuit('Machine', {
  inputs: { go: bit },
  outputs: { state: bus(2), busy: bit },
  state: { phase: reg(2) },
  eval: ({ phase }) => ({ state: phase, busy: phase === S.RUN }),
  onTick: ({ go, phase }) => ({ phase: phase === S.IDLE ? (go ? S.RUN : S.IDLE) : S.DONE }),
})
export const Two = circuit('Two', {
  inputs: { go: bit },
  outputs: { state: bus(2) },
  nodes: { one: Machine, two: Machine },
  connect: ({ inputs, outputs, nodes: { one, two } }) => [
    inputs.go.to(one.go),
    one.busy.to(two.go),
    two.state.to(outputs.state),
  ],
})`)
  await editor.drawn('Two')
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  const wave = page.locator('circuit-wave')
  const names = wave.locator('row-names .name:visible')
  await expect(names).toHaveText(['go', 'state'])
  for (const signal of ['one.state', 'two.state', 'one.busy']) {
    await wave.getByRole('combobox').fill(signal)
    await wave.getByRole('combobox').press('Enter')
  }
  await wave.getByRole('button', { name: 'Group the rows by part' }).click()
  await expect(names).toHaveText(['go', 'state', 'state', 'busy', 'two.state'])
  const part = wave.locator('row-names').getByRole('button', { name: /^one/ })
  await part.press('Enter')
  await expect(part).toHaveAttribute('aria-expanded', 'false')
  await expect(names).toHaveText(['go', 'state', 'two.state'])
  await editor.button(/^Step one cycle$/).click()
  await page.reload() // kept with the circuit
  await editor.drawn('Two')
  await expect(names).toHaveText(['go', 'state', 'two.state'])
  await part.press('Enter')
  await wave.getByRole('button', { name: 'Settings of one.state' }).click()
  await wave.getByRole('combobox', { name: 'Radix' }).selectOption('names')
  await page.keyboard.press('Escape')
  await editor.switch('go').click()
  await editor.button(/^Step one cycle$/).click()
  await expect(
    wave.locator('row-names .row', { has: page.getByTitle('one.state', { exact: true }) }).locator('.value'),
  ).toHaveText('RUN')
})
