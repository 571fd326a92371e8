import { Circuit } from '../support/circuit.ts'
import { expect, test } from '../support/test.ts'

test('bookmarks are set, named, listed, kept with the circuit, and lead back', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const controls = page.locator('circuit-controls')
  for (let i = 0; i < 4; i++) await editor.button(/^Step one cycle$/).click()
  await page.locator('circuit-stage .keys').focus()
  await page.keyboard.press('b')
  const mark = (name: string) => controls.getByRole('button', { name })
  await expect(mark('Bookmark: cycle 4')).toHaveCount(1)
  for (let i = 0; i < 4; i++) await editor.button(/^Step one cycle$/).click()
  await controls.getByRole('button', { name: 'Bookmarks' }).click()
  await controls.getByRole('button', { name: 'Bookmark cycle 8 (B)' }).click()
  const name = controls.getByRole('textbox', { name: 'Name of the bookmark at cycle 4' })
  await name.fill('first load')
  await name.press('Enter')
  await expect(mark('Bookmark: first load, cycle 4')).toHaveCount(1)
  await controls.getByRole('button', { name: 'Go to cycle 4' }).click()
  await expect(controls).toContainText(/cycle\s*4\b/)
  // The mark itself leads there too, for a finger as for a mouse.
  await mark('Bookmark: cycle 8').click()
  await expect(controls).toContainText(/cycle\s*8\b/)
  // Kept with the circuit: the list is there again, and what is not reached yet is run to.
  await page.reload()
  await editor.drawn('Counter8')
  await editor.button('Reset to cycle 0').click()
  await controls.getByRole('button', { name: 'Bookmarks' }).click()
  await expect(controls.getByRole('list', { name: 'Bookmarks' }).getByRole('listitem')).toHaveCount(2)
  await controls.getByRole('button', { name: 'Go to cycle 4' }).click()
  await expect(controls).toContainText(/cycle\s*4\b/)
  await controls.getByRole('button', { name: 'Bookmarks' }).click()
  for (const gone of ['first load', 'cycle 8'])
    await controls.getByRole('button', { name: `Remove the bookmark ${gone}` }).click()
  await expect(controls.getByRole('list', { name: 'Bookmarks' })).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('the page of a circuit alone has the bookmarks, too, and keeps them', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/play?example=counter')
  const controls = page.locator('circuit-controls')
  await new Circuit(page).drawn('Counter8') // until then presses of one button count once
  for (let i = 0; i < 4; i++) await controls.getByRole('button', { name: /^Step one cycle$/ }).click()
  await controls.getByRole('button', { name: 'Bookmarks' }).click()
  await controls.getByRole('button', { name: 'Bookmark cycle 4 (B)' }).click()
  await page.keyboard.press('Escape')
  await page.reload()
  await new Circuit(page).drawn('Counter8')
  for (let i = 0; i < 5; i++) await controls.getByRole('button', { name: /^Step one cycle$/ }).click()
  await controls.getByRole('button', { name: 'Bookmark: cycle 4' }).click()
  await expect(controls).toContainText(/cycle\s*4\b/)
})

test('a run goes to a cycle that is written, stops there exactly, and can be stopped on its way', async ({
  editor,
}) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  const controls = page.locator('circuit-controls')
  await page.locator('circuit-stage .keys').focus()
  await page.keyboard.press('g')
  const field = controls.getByRole('textbox', { name: 'Run to cycle' })
  await expect(field).toBeFocused()
  await field.fill('100,000')
  await field.press('Enter')
  await expect(controls.getByRole('button', { name: 'Cycle 100 000' })).toBeVisible()
  await expect(editor.button('Run')).toBeVisible()
  // Back to one that was.
  await controls.getByRole('button', { name: /Go to another cycle/ }).click()
  await field.fill('500')
  await field.press('Enter')
  await expect(controls).toContainText(/cycle\s*500\b/)
  // A far one is on its way, with its progress, until it is stopped.
  await controls.getByRole('button', { name: /Go to another cycle/ }).click()
  await field.fill('900000000000')
  await field.press('Enter')
  await expect(controls.getByRole('progressbar')).toBeVisible()
  await editor.button('Pause').click()
  await expect(controls.getByRole('progressbar')).toHaveCount(0)
  await expect(controls.getByRole('slider', { name: 'Cycle shown' })).toBeVisible()
})

test('hits of breakpoints are marked on the line of the past', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  await page.getByRole('tab', { name: /^Breakpoints/ }).click()
  const expression = page.getByRole('textbox', { name: 'Expression over signals' })
  await expression.fill('count === 200')
  await expression.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove the breakpoint count === 200' })).toBeVisible()
  const controls = page.locator('circuit-controls')
  await controls.getByRole('button', { name: /Go to another cycle/ }).click()
  await controls.getByRole('textbox', { name: 'Run to cycle' }).fill('1000')
  await page.keyboard.press('Enter')
  await expect(controls).toContainText(/cycle\s*200\b/) // the breakpoint comes first
  await page.getByRole('button', { name: 'Continue to the next hit' }).click()
  await expect(controls).toContainText(/cycle\s*456\b/)
  await controls.getByRole('button', { name: 'Breakpoint hit in cycle 200' }).click()
  await expect(controls).toContainText(/cycle\s*200\b/)
  await page.getByRole('button', { name: 'Remove the breakpoint count === 200' }).click()
})

const machine = `const S = { IDLE: 0, RUN: 1 }
export const Machine = circuit('Machine', {
  inputs: { go: bit },
  outputs: { busy: bit, sum: bus(8) },
  state: { phase: reg(2), total: reg(8) },
  eval: ({ phase, total }) => ({
    busy: phase === S.RUN,
    sum: total,
  }),
  onTick: ({ go, phase, total }) => {
    if (total > 20) return { phase: S.IDLE }
    const seen = Math.min(total, 9)
    return {
      phase: go ? S.RUN : phase,
      total: go ? total + 3 : total + seen - seen,
    }
  },
})`

test('a breakpoint beside a line of a lambda stops where it says, and the gutter says where there can be none', async ({
  editor,
}) => {
  const { page } = editor
  await editor.open()
  await editor.write(machine)
  await editor.drawn('Machine')
  const line = (text: string) => page.locator('.cm-line', { hasText: text })
  await line('if (total > 20)').click()
  await page.keyboard.press('F9')
  const dots = page.locator('.cm-breakpoint')
  await expect(dots).toHaveCount(1)
  await expect(dots).toHaveAttribute('title', 'Breakpoint at line 11 (F9)')
  const toast = page.locator('.toast')
  await line('const seen').click()
  await page.keyboard.press('F9')
  await expect(toast).toContainText('No breakpoint in line 12: The call Math.min(total, 9) cannot be watched.')
  await line('const S =').click()
  await page.keyboard.press('F9')
  await expect(toast).toContainText('No breakpoint in line 1: No lambda of a circuit is in this line.')
  await expect(dots).toHaveCount(1)
  // total is 3, 6, … 21: the condition becomes true in cycle 7.
  await editor.switch('go').click()
  await page.locator('circuit-controls').getByRole('slider', { name: 'Speed' }).fill('20')
  await editor.button('Run').click()
  await expect(page.locator('circuit-controls')).toContainText(/cycle\s*7\b/)
  await expect(page.locator('.cm-breakpoint.here')).toHaveCount(1)
  await expect(dots).toHaveAttribute('title', 'Breakpoint at line 11, 1 hit (F9)')
  // The breakpoint goes with its line, and waits for what it says now.
  await page.locator('.cm-line', { hasText: 'const S =' }).click()
  await page.keyboard.press('Home')
  await page.keyboard.type('\n')
  await expect(dots).toHaveAttribute('title', 'Breakpoint at line 12 (F9)')
  // A click in the gutter beside the line takes it away.
  await dots.click()
  await expect(dots).toHaveCount(0)
})
