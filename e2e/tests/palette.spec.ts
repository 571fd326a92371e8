import { example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

test('the palette finds parts, signals and commands by the keyboard alone', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const field = page.getByRole('combobox', { name: 'Search commands, parts and signals' })
  const first = page.getByRole('option').first()

  await editor.text.click()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await field.fill('clock cycle')
  await expect(first).toContainText('One clock cycle')
  await page.keyboard.press('Enter')
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*1\b/)
  await expect(editor.text).toBeFocused() // it went back

  await page.keyboard.press('Control+k')
  await field.fill('nxt')
  await expect(first).toContainText('next')
  await page.keyboard.press('Enter')
  await expect(editor.canvas.locator('circuit-inspector')).toContainText('next')

  await page.keyboard.press('Control+k')
  await field.fill('count')
  await page.locator('command-palette li.signal').first().click()
  await expect(page.getByRole('tab', { name: 'Waveforms' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('circuit-wave')).toContainText('count')

  await page.keyboard.press('Control+k')
  await field.fill('no such thing')
  await expect(page.getByText('Nothing is called like that.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('/ searches the parts on all levels, in the playground too', async ({ page }) => {
  const editor = new Editor(page)
  await page.goto('/play?example=ripple-adder')
  await editor.drawn(example('ripple-adder').expect.circuit)
  await page.locator('body').press('/')
  const field = page.getByRole('combobox', { name: 'Search for a part' })
  await field.fill('place')
  await page.getByRole('option').first().click()
  await expect(editor.canvas.locator('circuit-inspector')).toBeVisible()
})

test('long lines wrap when that is wanted, also after a reload', { tag: '@thorough' }, async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(
    `// ${'a long line '.repeat(40)}\ncircuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })`,
  )
  const rows = () =>
    page
      .locator('.cm-line')
      .first()
      .evaluate((line) => Math.round(line.getBoundingClientRect().height))
  const one = await rows()
  await page.keyboard.press('Alt+z')
  await expect.poll(rows).toBeGreaterThan(2 * one)
  await page.reload()
  await expect.poll(rows).toBeGreaterThan(2 * one)
  await page.keyboard.press('Alt+z')
  await expect.poll(rows).toBe(one)
})

test('names are found and renamed in all files, and the text is formatted', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open('/?example=ripple-adder', example('ripple-adder').expect.circuit)
  const goTo = async (name: string, shift = 0) => {
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+f')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    for (let i = 0; i < shift; i++) await page.keyboard.press('ArrowLeft')
  }
  await editor.text.click()
  await goTo('half.out')
  await page.keyboard.press('ArrowLeft')
  const field = page.getByRole('textbox', { name: 'New name of half' })
  await expect(async () => {
    await page.keyboard.press('F2') // the types may still be loading
    await expect(field).toBeFocused({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await field.fill('firstHalf')
  await page.keyboard.press('Enter')
  await expect(editor.text).toContainText('half: firstHalf')
  await editor.drawn(example('ripple-adder').expect.circuit)

  await page.keyboard.press('F12')
  await expect(editor.text).toBeFocused()
  await goTo('Xor')
  const coming = page.waitForEvent('popup', { timeout: 60_000 })
  await expect(async () => {
    await page.keyboard.press('F12') // a browser opens no page for a key that was pressed long ago
    await Promise.race([coming, new Promise((_, late) => setTimeout(late, 6_000))])
  }).toPass({ timeout: 50_000 })
  const opened = await coming
  await expect(opened).toHaveURL(/components#Xor/)
  await opened.close()

  await page.keyboard.press('Control+End')
  await page.keyboard.type('const   spaced={ a:1 }')
  await page.keyboard.press('Shift+Alt+F')
  await expect(editor.text).toContainText('const spaced = { a: 1 }')
})
