import type { CDPSession, Page } from '@playwright/test'
import { Editor } from '../support/editor.ts'
import { test } from '../support/test.ts'

/** A chain of gates with a second, longer way to each: drawn flat, with names for the long wires. */
const gates = (n: number) => `const nodes = {}
for (let i = 0; i < ${n}; i++) nodes['g' + i] = i % 3 ? Nand : Xor
circuit('Gates', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes,
  connect: ({ inputs, outputs, nodes: g }) => {
    const list = []
    for (let i = 0; i < ${n}; i++) {
      list.push((i ? g['g' + (i - 1)].out : inputs.a).to(g['g' + i].a))
      list.push((i > 7 ? g['g' + (i - 7)].out : inputs.b).to(g['g' + i].b))
    }
    list.push(g['g' + ${n - 1}].out.to(outputs.y))
    return list
  },
})`

/** Milliseconds between the frames of a gesture that lasts two seconds, with one event of the wheel in each. */
const frames = (page: Page, gesture: 'zoom' | 'pan') =>
  page.locator('circuit-canvas').evaluate(async (canvas, gesture) => {
    const stage = canvas.shadowRoot?.querySelector('.stage')
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true, composed: true }
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const took: number[] = []
    const began = await frame()
    let before = began
    while (before - began < 2000) {
      // Out and in again, four times a second each way.
      const way = Math.floor((before - began) / 500) % 2 === 0 ? 1 : -1
      const move = gesture === 'zoom' ? { deltaY: 12 * way, ctrlKey: true } : { deltaX: 9 * way, deltaY: 15 * way }
      stage?.dispatchEvent(new WheelEvent('wheel', { ...at, ...move }))
      const now = await frame()
      took.push(now - before)
      before = now
    }
    return took
  }, gesture)

/** Milliseconds of processor time that the page's thread has spent in tasks. */
async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0)
}

const report = (what: string, milliseconds: number[], thread: number) => {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  console.log(
    `${what}: ${sorted.length} frames, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms; ${(thread / sorted.length).toFixed(1)} ms of the thread for each`,
  )
}

for (const n of [1_000, 2_000]) {
  test(`frames of a picture of ${n} gates while it is zoomed and moved`, async ({ page }) => {
    const editor = new Editor(page)
    await editor.open()
    await editor.write(gates(n))
    await editor.drawn('Gates')
    await page.waitForTimeout(3000)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    for (const where of ['near', 'whole']) {
      if (where === 'whole') await page.getByRole('button', { name: 'Show all' }).click()
      await page.waitForTimeout(500)
      for (const gesture of ['zoom', 'pan'] as const) {
        const before = await spent(session)
        const took = await frames(page, gesture)
        report(`${n} gates, ${where}, ${gesture}`, took, (await spent(session)) - before)
        await page.waitForTimeout(300)
      }
    }
  })
}
