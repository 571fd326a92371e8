import { some } from '../../invariants/thorough/thorough.ts'
import { example, typedHalfAdder } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

test('a first visit opens with a circuit that can be touched', async ({ firstVisit }) => {
  const page = await firstVisit.newPage()
  const editor = new Editor(page)
  await editor.open()
  // Its layout came with the page: only one that had to be made is kept.
  expect(await page.evaluate(() => localStorage.getItem('simten.layouts'))).toBeNull()
  await editor.put('b', 1)
  await editor.lampIs('sum', 1)
})

test('names the circuit and has nothing to complain about', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await expect(page).toHaveTitle('HalfAdder – Simten')
  expect(await editor.read()).toBe(example('half-adder').text)
  await expect(editor.strip).toBeHidden()
})

test('a half adder is typed, both switches are flipped, and the lamps are right', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.clear()
  await page.keyboard.type(typedHalfAdder)
  await editor.drawn('Mine')
  for (const [a, b] of [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ] as const) {
    await editor.put('a', a)
    await editor.put('b', b)
    await editor.lampIs('sum', a ^ b)
    await editor.lampIs('carry', a & b)
  }
})

for (const id of some(['fibonacci', 'counter', 'half-adder'])) {
  test(`the example ${id} shows what it must show`, async ({ editor }) => {
    const { expect: wanted } = example(id)
    await editor.open(`/?example=${id}`, wanted.circuit)
    for (let step = 0; step < Math.min(wanted.outputs.length, 16); step++) {
      for (const [name, value] of Object.entries(wanted.inputs[step] ?? {})) await editor.put(name, value === 1 ? 1 : 0)
      if (id !== 'half-adder') await editor.button(/^Step/).click()
      for (const [name, value] of Object.entries(wanted.outputs[step] ?? {})) await editor.outputIs(name, value)
    }
  })
}

test('the counter runs and pauses', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=counter', 'Counter8')
  await editor.outputIs('count', 0)
  await editor.button(/^Run/).click()
  await expect.poll(() => editor.output('count')).toBeGreaterThan(1)
  await editor.button(/^Pause/).click()
  await expect(editor.button(/^Run/)).toBeVisible()
  // The last picture may still be under way when the clock has stopped.
  await expect
    .poll(async () => {
      const before = await editor.output('count')
      await page.waitForTimeout(600)
      return (await editor.output('count')) === before
    })
    .toBe(true)
  await editor.button(/^Reset/).click()
  await editor.outputIs('count', 0)
})

test('a circuit that runs goes on after its text was changed', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.openExample('8-bit counter', 'Counter8')
  await editor.button(/^Run/).click()
  await expect(editor.button(/^Pause/)).toBeVisible()
  await expect.poll(() => editor.output('count')).toBeGreaterThan(2)
  await editor.write((await editor.read()).replace('{ value: 1, width: 8 }', '{ value: 3, width: 8 }'))
  await expect(page.locator('#announcer')).toHaveText(/runs again from the start/)
  await expect(editor.button(/^Pause/)).toBeVisible()
  await expect.poll(() => editor.output('count')).toBeGreaterThan(2)
  await editor.button(/^Pause/).click()
  await expect(editor.button(/^Run/)).toBeVisible()
})

test('a syntax error shows, the last good circuit stays, and both clear', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.put('a', 1)
  await editor.showProblems()
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('const = 1')
  await expect(editor.squiggles.first()).toBeVisible()
  await expect(editor.problems.first()).toBeVisible()
  await expect(editor.strip).toContainText('last good circuit')
  await expect(editor.canvas).toHaveAttribute('dimmed', '')
  // It is dimmed, but it still works.
  await editor.put('b', 1)
  await editor.lampIs('carry', 1)

  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+End')
  for (let i = 0; i < 'const = 1'.length; i++) await page.keyboard.press('Backspace')
  await expect(editor.squiggles).toHaveCount(0)
  await expect(editor.problems).toHaveCount(0)
  await expect(editor.strip).toBeHidden()
  await expect(editor.canvas).not.toHaveAttribute('dimmed')
})

test('a value that does not fit is told while the circuit runs', async ({ editor }) => {
  await editor.open()
  await editor.write(
    "circuit('Narrow', { inputs: { a: bit }, outputs: { y: bus(2) }, eval: ({ a }) => ({ y: a * 5 }) })",
  )
  await editor.drawn('Narrow')
  await editor.showProblems()
  await expect(editor.problems).toHaveCount(0)
  await editor.put('a', 1)
  await editor.outputIs('y', 1)
  await expect(editor.problems.first()).toContainText('does not fit')
})

test('a problem leads to its place by click and by F8', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`${example('half-adder').text}\nAnb\n`)
  await editor.showProblems()
  await editor.problems.first().click()
  await expect(editor.text).toBeFocused()
  await page.keyboard.insertText('/**/')
  await expect.poll(() => editor.read()).toContain('/**/Anb')
  await expect(editor.squiggles.first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('F8')
  await page.keyboard.press('Delete')
  await expect.poll(() => editor.read()).not.toContain('Anb')
})

test('the fix of a problem is done by its button, by the tooltip of F8 and by a key, and undone as one step', async ({
  editor,
}) => {
  const { page } = editor
  const right = example('half-adder').text
  const wrong = right.replace('xor.out.to', 'xor.ou.to')
  expect(wrong).not.toBe(right)
  await editor.open()
  await editor.write(wrong)
  await editor.showProblems()
  const change = page.locator('problem-list').getByRole('button', { name: 'Change to out' })
  await change.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => editor.read()).toBe(right)
  await expect(editor.text).toBeFocused()
  await expect(editor.problems).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => editor.read()).toBe(wrong)

  await expect(editor.squiggles.first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('F8')
  await page.locator('.cm-tooltip').getByRole('button', { name: 'Change to out' }).click()
  await expect.poll(() => editor.read()).toBe(right)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => editor.read()).toBe(wrong)

  await expect(editor.squiggles.first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('F8')
  await page.keyboard.press('ControlOrMeta+.')
  await expect.poll(() => editor.read()).toBe(right)
  await expect(editor.problems).toHaveCount(0)
})

test('the text survives a reload, and undo brings it back from an example', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(
    "circuit('Own', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.n.in), nodes.n.out.to(outputs.y)] })",
  )
  await editor.drawn('Own')
  await page.reload()
  await editor.drawn('Own')
  await editor.openExample('8-bit counter', 'Counter8')
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+z')
  await editor.drawn('Own')
  await editor.lampIs('y', 1)
})

test('after an example was chosen by keyboard, the keyboard runs it and reaches its inputs', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await page.getByRole('button', { name: 'Examples' }).focus()
  await page.keyboard.press('Enter')
  const counter = page.getByRole('dialog', { name: 'Examples' }).getByRole('button', { name: /^8-bit counter/ })
  await counter.focus()
  await page.keyboard.press('Enter')
  await editor.drawn('Counter8')
  await page.keyboard.press('p')
  await expect.poll(() => editor.output('count')).toBeGreaterThan(1)
  await page.keyboard.press('p')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('switch', { name: /^input clear/ })).toBeFocused()
})

test('a name in the bar renames the circuit in the text', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await page.getByRole('textbox', { name: 'Name of the circuit' }).fill('Sum of two')
  await page.keyboard.press('Enter')
  await editor.drawn('Sum of two')
  await expect.poll(() => editor.read()).toContain("circuit('Sum of two', {")
})

test('names, nodes and ports are completed', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('const r = Regi')
  await expect(page.getByRole('option', { name: /^Register/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.type('\nand.')
  await expect(page.getByRole('option', { name: /^out/ })).toBeVisible()
})

test("typing over a selection is the editor's: no style reaches the text, brackets go around, undo takes it back", async ({
  editor,
}) => {
  const { page } = editor
  await editor.open()
  const before = await editor.read()
  // The guard of every test fails on what the policy refuses, which the browser's own way of typing here is.
  await editor.page.locator('.cm-line', { hasText: "circuit('HalfAdder'" }).getByText('HalfAdder').dblclick()
  await page.keyboard.type('Sum')
  await expect.poll(() => editor.read()).toBe(before.replace('HalfAdder', 'Sum'))
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => editor.read()).toBe(before)
  await editor.page.locator('.cm-line', { hasText: "circuit('HalfAdder'" }).getByText('HalfAdder').dblclick()
  await page.keyboard.type('(')
  await expect.poll(() => editor.read()).toBe(before.replace('HalfAdder', '(HalfAdder)'))
})

test('two tabs keep their own texts over a reload', { tag: '@thorough' }, async ({ page, context }) => {
  const editor = new Editor(page)
  await editor.open()
  const mine = `${await editor.read()}// mine`
  await editor.write(mine)
  const other = new Editor(await context.newPage())
  await other.open()
  expect(await other.read()).toBe(mine)
  await other.write('// another text')
  await page.reload()
  await editor.drawn('HalfAdder')
  expect(await editor.read()).toBe(mine)
  await other.page.reload()
  await expect.poll(() => other.read()).toBe('// another text')
})

test('an empty text shows the examples', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.clear()
  await page.getByRole('region', { name: 'Circuit' }).getByRole('button', { name: 'Fibonacci' }).click()
  await editor.drawn('Fibonacci')
})

test('the bar between the panes moves by mouse and keyboard, and stays', { tag: '@thorough' }, async ({ page }) => {
  const editor = new Editor(page)
  await editor.open()
  const bar = page.getByRole('separator', { name: 'Width of the text' })
  const width = async () => (await page.locator('code-editor').boundingBox())?.width ?? 0
  const before = await width()
  await bar.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(width).toBeGreaterThan(before + 10)
  const box = await bar.boundingBox()
  if (!box) throw new Error('no bar')
  await page.mouse.move(box.x + box.width / 2, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(400, box.y + 100, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBeCloseTo(400, -1)
  await page.reload()
  await expect.poll(width).toBeCloseTo(400, -1)
})

test('the text that an edited example replaced can be restored, also from a new tab', async ({ page, context }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write("circuit('Mine', { outputs: { y: bit }, eval: () => ({ y: 1 }) })\n")
  await editor.drawn('Mine')
  await editor.openExample('8-bit counter', 'Counter8')
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('// changed')
  const later = new Editor(await context.newPage())
  await later.open('/', 'Counter8')
  expect(await later.read()).toContain('// changed')
  await later.page.getByRole('button', { name: 'Examples' }).click()
  const examples = later.page.getByRole('dialog', { name: 'Examples' })
  await expect(examples).toContainText('Mine, 1 line')
  await examples.getByRole('button', { name: 'Restore' }).click()
  await later.drawn('Mine')
  await later.page.getByRole('button', { name: 'Examples' }).click()
  await expect(examples).toContainText('Counter8')
  await later.page.keyboard.press('Escape')
  await later.page.goBack()
  await later.drawn('Counter8')
  expect(await later.read()).toContain('// changed')
})

test('a pasted text that is no circuit is called by its language', async ({ editor }) => {
  await editor.open()
  for (const [text, words] of [
    ['<!DOCTYPE html>\n<html><body></body></html>', 'looks like HTML'],
    ['module adder(input a, input b, output s);\nassign s = a ^ b;\nendmodule', 'looks like Verilog'],
    ['def adder(a, b):\n    return a + b', 'looks like Python'],
  ] as const) {
    await editor.write(text)
    await expect(editor.strip).toContainText(words)
  }
})

test('an edit that changes nothing keeps the cycle, the switches and the past, and a run goes on', async ({
  editor,
}) => {
  const { page } = editor
  await editor.open()
  await editor.openExample('8-bit counter', 'Counter8')
  const text = await editor.read()
  /** Does something, and waits until the page has compiled the text that this left. */
  const compiledAfter = async (edit: () => Promise<void>) => {
    const canvas = page.locator('circuit-canvas')
    type Drawn = HTMLElement & { compiled: { kept?: boolean } }
    const before = await canvas.evaluateHandle((element) => (element as Drawn).compiled)
    await edit()
    await expect.poll(() => canvas.evaluate((e, old) => (e as Drawn).compiled !== old, before)).toBe(true)
    return canvas.evaluate((element) => (element as Drawn).compiled.kept)
  }
  for (let i = 1; i <= 5; i++) await editor.button(/^Step one cycle$/).click()
  await editor.outputIs('count', 5)
  await editor.put('clear', 1)
  expect(await compiledAfter(() => editor.write(`// It counts.\n${text}`))).toBe(true)
  await editor.outputIs('count', 5)
  await expect(editor.switch('clear')).toHaveAttribute('aria-checked', 'true')
  await editor.button('Back one cycle').click()
  await editor.outputIs('count', 4)
  await expect(editor.switch('clear')).toHaveAttribute('aria-checked', 'false')

  // So does a mistake that is mended.
  await editor.button('Run').click()
  await editor.write(`${text}\noops (`)
  await expect(editor.squiggles.first()).toBeVisible()
  expect(await compiledAfter(() => editor.write(text))).toBe(true)
  await editor.button('Pause').click()
  await editor.button('Back one cycle').click()

  // Another constant is another circuit.
  await editor.button('Run').click()
  expect(
    await compiledAfter(() => editor.write(text.replace('{ value: 1, width: 8 }', '{ value: 2, width: 8 }'))),
  ).toBeUndefined()
  await editor.button('Pause').click()
})
