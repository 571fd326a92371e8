import type { WaveQuestion } from '@simten/client/protocol.gen'
import { Editor } from '../support/editor.ts'
import { test } from '../support/test.ts'

/** A hundred registers, each of which follows its neighbour; that of engine/ask/bench_test.go. */
function fields(n: number): string {
  const list = (each: (i: number) => string) => Array.from({ length: n }, (_, i) => each(i)).join(', ')
  return `circuit('Fields', {
  outputs: { ${list((i) => `o${i}: bus(8)`)} },
  state: { ${list((i) => `s${i}: reg(8, ${i})`)} },
  eval: ({ ${list((i) => `s${i}`)} }) => ({ ${list((i) => `o${i}: s${i}`)} }),
  onTick: ({ ${list((i) => `s${i}`)} }) => ({ ${list((i) => `s${i}: s${(i + 1) % n} + ${i & 1}`)} }),
})`
}

const CYCLES = 1_000_000

interface Asking extends HTMLElement {
  source: { wave(question: WaveQuestion): Promise<unknown>; status: { history: { last: number } } }
}

test('the first picture of 100 signals over 1,000,000 cycles, and the frames while it is zoomed and panned', async ({
  page,
}) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(fields(100))
  await editor.drawn('Fields')
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  const controls = page.locator('circuit-controls')
  await controls.getByRole('button', { name: /Go to another cycle/ }).click()
  await controls.getByRole('textbox', { name: 'Run to cycle' }).fill(String(CYCLES))
  await page.keyboard.press('Enter')
  const wave = page.locator('circuit-wave')
  await wave.evaluate(async (element, cycles) => {
    const { source } = element as Asking
    while (source.status.history.last < cycles) await new Promise((resolve) => setTimeout(resolve, 50))
  }, CYCLES)
  await page.waitForTimeout(3000)
  const signals = Array.from({ length: 100 }, (_, i) => `dut.o${i}`)
  for (const of of ['first', 'again', 'another window']) {
    const to = of === 'another window' ? CYCLES / 2 : CYCLES - 1
    const took = await wave.evaluate(
      async (element, question) => {
        const begin = performance.now()
        await (element as Asking).source.wave(question)
        return performance.now() - begin
      },
      { signals, from: 0, to, pixels: 1000, flat: true },
    )
    console.log(`picture of 100 signals, ${of} (to cycle ${to}): ${took.toFixed(0)} ms`)
  }
  const picture = wave.getByRole('img', { name: 'Waveforms' })
  await picture.hover()
  for (const [name, x, y] of [
    ['zoomed', 0, -120],
    ['panned', 120, 0],
    ['zoomed out', 0, 120],
  ] as const) {
    const frames = page.evaluate(async () => {
      const took: number[] = []
      let before = await new Promise<number>(requestAnimationFrame)
      for (const end = before + 1500; before < end; ) {
        const now = await new Promise<number>(requestAnimationFrame)
        took.push(now - before)
        before = now
      }
      return took.sort((a, b) => a - b)
    })
    for (let i = 0; i < 15; i++) {
      await page.mouse.wheel(x, y)
      await page.waitForTimeout(60)
    }
    const took = await frames
    const at = (share: number) => (took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(0)
    console.log(`${name}: ${took.length} frames in 1.5 s, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`)
  }
})
