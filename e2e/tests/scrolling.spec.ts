import type { Page } from '@playwright/test'
import { example } from '../support/circuits.ts'
import type { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

/** Everything on the page that is scrolled although it shows no scroll bars, the inside of elements included. */
const scrolled = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const look = (root: ParentNode): void => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) look(element.shadowRoot)
        if (element.scrollTop === 0 && element.scrollLeft === 0) continue
        const { overflowX, overflowY } = getComputedStyle(element)
        if ([overflowX, overflowY].some((o) => o === 'auto' || o === 'scroll')) continue
        found.push(`${element.localName}.${element.getAttribute('class')} ${element.scrollLeft} ${element.scrollTop}`)
      }
    }
    look(document)
    return found
  })

/** The overlays above the picture are where they belong: inside of the canvas. */
async function expectInPlace(editor: Editor): Promise<void> {
  expect(await scrolled(editor.page)).toEqual([])
  const canvas = await editor.canvas.boundingBox()
  if (!canvas) throw new Error('there is no canvas')
  for (const part of ['.zoom', '.trail']) {
    const found = editor.canvas.locator(part)
    if ((await found.count()) === 0) continue
    const box = await found.boundingBox()
    if (!box) throw new Error(`${part} is not shown`)
    expect(box.x).toBeGreaterThanOrEqual(canvas.x)
    expect(box.y).toBeGreaterThanOrEqual(canvas.y)
    expect(box.x + box.width).toBeLessThanOrEqual(canvas.x + canvas.width)
    expect(box.y + box.height).toBeLessThanOrEqual(canvas.y + canvas.height)
  }
}

/** Waits until a level is drawn that has this node, or has it no more. */
async function expectLevel(editor: Editor, trail: readonly string[]): Promise<void> {
  await expect(editor.canvas.locator('.trail button, .trail span[aria-current]')).toHaveText(trail)
  await expect(editor.canvas.locator('.progress')).toHaveCount(0)
  await expect(editor.canvas.locator('.stage:not(.outdated)')).toBeVisible()
}

for (const id of ['rv32i-computer', 'ripple-adder', 'full-adder', 'sorting-network']) {
  const { circuit } = example(id).expect
  test(`nothing scrolls the canvas: ${id}, in and out by mouse, keyboard and focus`, {
    tag: id === 'rv32i-computer' ? [] : '@thorough',
  }, async ({ editor }) => {
    const { page } = editor
    await editor.open(`/?example=${id}`, circuit)
    const first = await editor.canvas.locator('g.node.composite').first().getAttribute('data-node')
    const node = first?.replace(/^n:/, '') ?? ''
    const name = node.split('.').at(-1) ?? ''
    const box = editor.node(node)
    const back = async () => {
      await expect
        .poll(async () => {
          if ((await editor.canvas.locator('.trail').count()) === 0) return 0
          await page.keyboard.press('Escape') // the first may only end a selection
          return editor.canvas.locator('.trail').count()
        })
        .toBe(0)
      await expect(box).toBeVisible()
    }
    for (let round = 0; round < 2; round++) {
      await box.dblclick()
      await expectLevel(editor, [circuit, name])
      await expectInPlace(editor)
      await back()
      await expectInPlace(editor)
    }

    await box.evaluate((element) => (element as SVGElement).focus())
    await page.keyboard.press('Enter')
    await expectLevel(editor, [circuit, name])
    for (let i = 0; i < 12; i++) await page.keyboard.press(['Tab', 'ArrowRight', 'ArrowDown'][i % 3] ?? 'Tab')
    await expectInPlace(editor)
    // A script of the page, an extension or the search of the browser brings any part into sight.
    await editor.canvas.locator('g.node').evaluateAll((nodes) => {
      for (const element of nodes as SVGElement[]) {
        element.focus()
        element.scrollIntoView({ block: 'center', inline: 'center' })
        for (const text of element.querySelectorAll('text')) text.scrollIntoView()
      }
    })
    await expectInPlace(editor)
    await editor.canvas.locator('g.node').first().focus()
    await back()
    await expectInPlace(editor)
  })
}

test('nothing scrolls the canvas on a narrow screen, by touch', async ({ editor }) => {
  const { page } = editor
  await editor.sized({ width: 390, height: 780 }, async () => {
    await editor.pane('Circuit')
    await editor.open('/?example=rv32i-computer', 'Rv32iComputer')
    await editor.canvas.getByRole('button', { name: 'Show all' }).click() // else a part of the picture is shown
    const session = await page.context().newCDPSession(page)
    const box = await editor.node('dut.core').boundingBox()
    if (!box) throw new Error('the core is not shown')
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const began = Date.now() / 1000
    for (let tap = 0; tap < 2; tap++) {
      // A finger's times, however long the machine needs for the events.
      const timestamp = began + 0.15 * tap
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at], timestamp })
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.05 })
    }
    await expectLevel(editor, ['Rv32iComputer', 'core'])
    await expectInPlace(editor)
    await editor.canvas.locator('.trail button').first().click()
    await expect(editor.node('dut.core')).toBeVisible()
    await expectInPlace(editor)
  })
})
