import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** The pixels that a display shows, as "x,y", read from what is painted. */
async function lit(page: Page): Promise<string[]> {
  return page.locator('circuit-canvas .pixels canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    const pixels: string[] = []
    for (let i = 0; i < canvas.width * canvas.height; i++) {
      if ((data[4 * i + 3] ?? 0) > 0) pixels.push(`${i % canvas.width},${Math.floor(i / canvas.width)}`)
    }
    return pixels
  })
}

test('M74 a screen shows the memory beside it, and the arrow keys steer the snake', async ({ editor }) => {
  const { page } = editor
  await editor.open('/?example=snake', 'SnakePlayable')
  const body = ['1,4', '2,4', '3,4', '4,4']
  await expect.poll(() => lit(page)).toEqual(['6,2', ...body])
  await expect(editor.node('screen')).toHaveAttribute('aria-label', /8 by 8 pixels, 5 lit/)

  const keyboard = editor.node('keyboard')
  await keyboard.locator('rect.field').click()
  await expect(keyboard).toHaveClass(/captured/)
  await page.keyboard.press('ArrowUp')
  await expect(keyboard.locator('text.number')).toHaveText('72')

  // A key that means something to the page means it again after Escape, and not before.
  await page.keyboard.press('p')
  await expect(keyboard.locator('text.number')).toHaveText('25')
  await expect(editor.button('Run')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(keyboard).not.toHaveClass(/captured/)

  for (let i = 0; i < 8; i++) await editor.button(/^Step one cycle$/).click()
  // One step ahead, then one up.
  await expect.poll(() => lit(page)).toEqual(['6,2', '5,3', '3,4', '4,4', '5,4'])

  await keyboard.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await expect(editor.button('Pause')).toBeVisible()
  const before = (await lit(page)).join(' ')
  await expect.poll(async () => (await lit(page)).join(' ')).not.toBe(before)
})

test('D103 a constant is changed on the canvas, and reset keeps it', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`circuit('Adds', {
  outputs: { q: bus(8) },
  nodes: { by: Constant({ value: 3, width: 8 }), sum: Adder({ width: 8 }), r: Register({ width: 8 }), on: Constant({ value: 1 }) },
  connect: ({ outputs, nodes: { by, sum, r, on } }) => [
    by.out.to(sum.a), r.q.to(sum.b, outputs.q), sum.sum.to(r.data), on.out.to(r.we),
  ],
})`)
  await editor.drawn('Adds')
  await editor.node('dut.by').locator('.outline').dblclick()
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await expect(editor.node('dut.by').locator('text')).toHaveText(['10', 'by'])
  await editor.button(/^Step one cycle$/).click()
  await editor.button(/^Step one cycle$/).click()
  await editor.outputIs('q', 20)
  await editor.button(/^Reset/).click()
  await editor.outputIs('q', 0)
  await editor.button(/^Step one cycle$/).click()
  await editor.outputIs('q', 10)
})

test('typed characters reach a receiver one after the other, and come out of a console', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`const Echo = circuit('Echo', {
  inputs: { word: bus(32) },
  outputs: { addr: bus(32), read: bit, data: bus(8), we: bit },
  state: { ready: reg(1) },
  eval: ({ ready, word }) => ({ addr: ready ? 0 : 4, read: 1, data: ready ? word & 255 : 0, we: ready }),
  onTick: ({ ready, word }) => ({ ready: ready ? 0 : word & 1 }),
})
circuit('Talk', {
  nodes: { keys: UART_RX, echo: Echo, out: Console },
  connect: ({ nodes: { keys, echo, out } }) => [
    echo.addr.to(keys.addr), echo.read.to(keys.mem_read), keys.read_data.to(echo.word), echo.data.to(out.data), echo.we.to(out.we),
  ],
})`)
  await editor.drawn('Talk')
  const keys = editor.node('keys')
  await keys.focus()
  await expect(keys).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(keys).toHaveClass(/captured/)
  await page.keyboard.type('Hello, world 11')
  await editor.button('Run').click()
  await page.locator('circuit-controls').getByRole('slider', { name: 'Speed' }).fill('8')
  await expect(editor.node('out')).toHaveAttribute('aria-label', 'out, Console: Hello, world 11')
})
