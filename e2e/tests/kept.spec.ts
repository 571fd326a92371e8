import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const counter = (by: string) => `circuit('Stepper', {
  inputs: { up: bit, step: bus(8) },
  outputs: { count: bus(16) },
  state: { n: reg(16) },
  eval: ({ n }) => ({ count: n }),
  onTick: ({ n, up, step }) => ({ n: up ? n + step + ${by} : n }),
})`

const ring = `circuit('Ring', {
  outputs: { y: bit },
  nodes: {
    a: Not,
    b: Not,
    c: Not,
    d: Not,
  },
  connect: ({ outputs, nodes: { a, b, c, d } }) => [
    a.out.to(b.in), b.out.to(c.in), c.out.to(a.in, d.in), d.out.to(outputs.y),
  ],
})`

test('inputs stay over an edit that changes the logic, and a reload brings the run back', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(counter('1'))
  await editor.drawn('Stepper')
  await editor.put('up', 1)
  await editor.button(/^Step/).click()
  await editor.outputIs('count', 1)
  await editor.write(counter('2'))
  await editor.outputIs('count', 0)
  await expect(editor.switch('up')).toHaveAttribute('aria-checked', 'true')
  for (const count of [2, 4, 6]) {
    await editor.button(/^Step/).click()
    await editor.outputIs('count', count)
  }
  await editor.put('up', 0)
  await editor.button(/^Step/).click()
  await editor.put('up', 1)
  await expect(page.locator('circuit-controls .cycle')).toContainText('4')
  await page.reload()
  await editor.drawn('Stepper')
  await editor.outputIs('count', 6)
  await expect(page.locator('circuit-controls .cycle')).toContainText('4')
  await expect(editor.switch('up')).toHaveAttribute('aria-checked', 'true')

  // Its past is there, too: at cycle 2 it had counted to 4.
  await editor.button('Back one cycle').click()
  await editor.button('Back one cycle').click()
  await editor.outputIs('count', 4)
})

test('a loop is marked on the canvas and in the text, and nothing of another circuit is shown', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(ring)
  await expect(editor.strip).toContainText('did not stabilize')
  await expect(editor.canvas.getByRole('group', { name: 'Circuit Ring' })).toBeVisible()
  await expect(editor.canvas.locator('g.faulty')).toHaveCount(3)
  await expect(editor.canvas.locator('path.loop')).toHaveCount(3)
  await expect(editor.squiggles).toHaveCount(3)
  await editor.showProblems()
  await expect(editor.problems).toHaveCount(1)
  await expect(editor.button('Run')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('circuit-controls')).toContainText('a loop never settles')

  await editor.write('const something = {')
  await expect(editor.canvas).toHaveCount(0)
  await expect(page.locator('circuit-controls')).toContainText('There is no circuit to run yet')
})
