import type { Page } from '@playwright/test'
import type { Editor } from '../support/editor.ts'
import { appUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const options = (page: Page) => page.locator('.cm-tooltip-autocomplete li')

/** Puts a text into the editor with the caret at its ‸, and types something there. */
async function type(editor: Editor, text: string, typed: string): Promise<void> {
  const { page } = editor
  const [before = '', after = ''] = text.split('‸')
  if (after === '') await editor.clear()
  else await editor.write(after)
  await page.keyboard.press('ControlOrMeta+Home')
  if (before !== '') await page.keyboard.insertText(before)
  await page.keyboard.type(typed, { delay: 10 })
}

/** Waits for the first of what is offered, and takes it. */
async function take(editor: Editor, first: string): Promise<void> {
  await expect(options(editor.page).first()).toContainText(first)
  await expect(options(editor.page).first()).toHaveAttribute('aria-selected', 'true')
  await editor.page.waitForTimeout(120) // CodeMirror takes no Enter for one that was meant for the text
  await editor.page.keyboard.press('Enter')
}

/** The text with ‸ at the caret, in place of what is selected: a mark is typed, and taken back. */
async function withCaret(editor: Editor): Promise<string> {
  await editor.page.keyboard.insertText('‸')
  const text = await editor.read()
  await editor.page.keyboard.press('ControlOrMeta+z')
  return text
}

/** Waits until the text was compiled, and gives what is wrong with it. */
async function problems(editor: Editor): Promise<readonly string[]> {
  const state = () =>
    editor.page.evaluate(() => {
      type State = {
        text: string
        compiling: string
        compiled?: object
        broken: boolean
        problems: { message: string }[]
      }
      const root = document.querySelector('simten-editor')?.shadowRoot
      return (root?.querySelector('circuit-stage') as (HTMLElement & { state: State }) | null)?.state
    })
  const text = await editor.read()
  await expect
    .poll(async () => {
      const s = await state()
      return s?.text === text && s.compiling === 'no' && (s.compiled !== undefined || s.broken)
    })
    .toBe(true)
  await editor.page.waitForTimeout(400) // the text rests before it is compiled
  await expect.poll(async () => (await state())?.compiling).toBe('no')
  return ((await state())?.problems ?? []).map((p) => p.message)
}

test('circ and Enter on an empty page make a circuit without an error', async ({ editor }) => {
  await editor.open()
  await type(editor, '', 'circ')
  await take(editor, 'circuit')
  expect(await withCaret(editor)).toContain("circuit('‸', {")
  await editor.drawn('Name')
  expect(await problems(editor)).toEqual([])
})

for (const label of ['circuit eval', 'circuit state']) {
  test(`the snippet "${label}" is a circuit without an error, and its names are filled in together`, async ({
    editor,
  }) => {
    const { page } = editor
    await editor.open()
    await type(editor, '', 'circ')
    await options(page).filter({ hasText: label }).click()
    await editor.drawn('Name')
    expect(await problems(editor)).toEqual([])
    await page.keyboard.type('Mine')
    await page.keyboard.press('Tab')
    await page.keyboard.type('x')
    await page.keyboard.press('Tab')
    await page.keyboard.type('out')
    await page.keyboard.press('Escape')
    await editor.drawn('Mine')
    expect(await problems(editor)).toEqual([])
    expect(await editor.read()).toMatch(/inputs: \{ x: bit \}/)
  })
}

const around = (nodes: string, connect: string, more = '') => `circuit('Around', {
  inputs: { a: bit },
  outputs: { y: bus(8) },${more}
  nodes: { ${nodes} },
  connect: ({ inputs, outputs, nodes: { keep, gate } }) => [${connect}],
})`
const keep = 'keep: Register({ width: 8 }), gate: Not'

/** The typed text at a place, the first offer, and the result, with ‸ around what is selected. */
const tries: readonly (readonly [what: string, text: string, typed: string, first: string, made: string])[] = [
  ['a component among the nodes', around('keep: ‸', ''), 'Reg', 'Register', 'keep: Register({ width: ‸8‸ })'],
  ['a component without options', around(`${keep}, g: ‸`, ''), 'An', 'And', 'g: And‸'],
  ['one without a size', around(`${keep}, r: ‸`, ''), 'RO', 'ROM', 'r: ROM(‸)'],
  ['one whose options are there', around(`${keep}, r: ‸({ width: 4 })`, ''), 'Incr', 'Incrementer', 'r: Incrementer'],
  ['a value and a width', around(`${keep}, c: ‸`, ''), 'Const', 'Constant', 'c: Constant({ value: ‸0‸, width: 1 })'],
  ['lower case among the nodes', around('keep: ‸', ''), 'reg', 'Register', 'keep: Register({ width: ‸8‸ })'],
  ['components in a list', around(`${keep}, all: [‸]`, ''), 'Mux', 'Mux', 'all: [Mux({ width: ‸1‸ })]'],
  ['state', around(keep, '', '\n  state: { n: ‸ },'), 'Re', 'reg', 'state: { n: reg(‸8‸) }'],
  ['memory', around(keep, '', '\n  state: { m: ‸ },'), 'me', 'mem', 'state: { m: mem(‸256‸, 8) }'],
  ['an input', "circuit('C', { inputs: { a: ‸ } })", 'b', 'bit', 'inputs: { a: bit‸ }'],
  ['a bus', "circuit('C', { outputs: { a: ‸ } })", 'bu', 'bus', 'outputs: { a: bus(‸8‸) }'],
  ['a key', "circuit('C', { ‸ })", 'no', 'nodes', '{ nodes: ‸ }'],
  ['a key behind others', "circuit('C', { inputs: { a: bit }, ‸ })", 'ou', 'outputs', 'outputs: ‸ }'],
  ['a port that drives', around(keep, 'keep.‸'), 'q', 'q', '[keep.q‸]'],
  ['a port that is driven', around(keep, 'gate.out.to(keep.‸)'), 'w', 'we', 'to(keep.we‸)'],
  ['an output of the circuit', around(keep, 'keep.q.to(outputs.‸)'), 'y', 'y', 'to(outputs.y‸)'],
  ['an input of the circuit', around(keep, 'inputs.‸'), 'a', 'a', '[inputs.a‸]'],
  ['the way to the other end', around(keep, 'inputs.a.‸'), 't', 'to', 'inputs.a.to(‸)'],
  ['a second target', around(keep, 'inputs.a.to(gate.in, keep.‸)'), 'r', 'rst', 'gate.in, keep.rst‸)'],
  ['a part outside of a circuit', 'const part = ‸', 'Addr', 'AddressCombiner', 'const part = AddressCombiner'],
]

for (const types of ['with types', 'before types are there']) {
  test(`twenty completions, ${types}`, { tag: types === 'with types' ? [] : '@thorough' }, async ({ page }) => {
    if (types !== 'with types')
      await page.route(/\/worker-\w+\.js$/, (route) =>
        // The sandbox's worker has a name like that of the language service, at another origin.
        new URL(route.request().url()).origin === appUrl ? new Promise(() => undefined) : route.continue(),
      )
    const { Editor } = await import('../support/editor.ts')
    const editor = new Editor(page)
    await editor.open()
    const whole = around(keep, 'keep.q.to(outputs.y), inputs.a.to(gate.in)')
    await editor.write(whole)
    await editor.drawn('Around')
    if (types === 'with types') {
      await editor.write(around(`${keep}, wrong: Register`, ''))
      await expect(page.locator('.cm-lintRange-warning, .cm-lintRange-error')).not.toHaveCount(0, { timeout: 60_000 })
    }
    for (const [what, text, typed, first, made] of tries) {
      await test.step(what, async () => {
        // The last circuit without errors is what completion without types knows of nodes and ports.
        if (types !== 'with types' && text.includes('.‸')) {
          await editor.write(whole)
          await editor.drawn('Around')
        }
        await type(editor, text, typed)
        await take(editor, first)
        expect(await editor.read(), what).toContain(made.replaceAll('‸', ''))
        expect(await withCaret(editor), what).toContain(made.replace(/‸\w+‸/, '‸'))
        await page.keyboard.press('Escape')
      })
    }
  })
}

test('an output is no destination, and an input drives nothing', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(around(keep, 'keep.q.to(outputs.y), inputs.a.to(gate.in)'))
  await editor.drawn('Around')
  await type(editor, around(keep, 'gate.out.to(keep‸)'), '.')
  await expect(options(page)).toHaveText([/^data/, /^rst/, /^we/])
  await page.keyboard.press('Escape')
  await type(editor, around(keep, 'keep‸'), '.')
  await expect(options(page)).toHaveText([/^q/])
})
