import { readFileSync } from 'node:fs'
import { chain, example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

/** A display of 256 by 240 pixels that changes in every frame. */
const raster = `const Painter = circuit('Painter', {
  outputs: { addr: bus(16), data: bus(8), we: bit },
  state: { n: reg(32) },
  eval: ({ n }) => ({ addr: (n * 40503) & 65535, data: (n >> 9) & 1, we: 1 }),
  onTick: ({ n }) => ({ n: n + 1 }),
})
circuit('Noise', {
  nodes: { p: Painter, ram: DualPortRAM({ addressWidth: 16 }), tv: RasterDisplay({ width: 256, height: 240 }) },
  connect: ({ nodes: { p, ram, tv } }) => [
    p.addr.to(ram.addrA), p.data.to(ram.dataA), p.we.to(ram.weA), tv.addrB.to(ram.addrB), ram.outB.to(tv.dataIn),
  ],
})`

interface Stage extends HTMLElement {
  slot_?: {
    status?: { cycle: number; achieved: number }
    run(speed: number): Promise<unknown>
    pause(): Promise<unknown>
    on(event: string, callback: () => void): () => void
  }
}

for (const [what, text] of [
  ['sha256', example('sha256').text],
  ['rv32i-computer', example('rv32i-computer').text],
  ['a display of 256 by 240', raster],
  ['10,000 gates', readFileSync(new URL('../../bench/gates/circuit.ts', import.meta.url), 'utf8')],
  ['100,000 gates', chain(100)],
  ['a million gates', chain(1000)],
] as const) {
  test(`how soon a pause is answered at any speed: ${what}`, async ({ page }) => {
    const editor = new Editor(page)
    await editor.open()
    await editor.write(text)
    await editor.button('Run').waitFor({ timeout: 240_000 })
    for (const speed of [0.5, 100, 100_000, 0]) {
      const measured = await page.evaluate(async (cyclesPerSecond) => {
        const root = document.querySelector('simten-editor')?.shadowRoot
        const slot = (root?.querySelector('circuit-stage') as Stage | null)?.slot_
        if (!slot) throw new Error('no slot')
        const took: number[] = []
        let frames = 0
        let achieved = 0
        const end = slot.on('frame', () => frames++)
        let running = 0
        for (let i = 0; i < 9; i++) {
          await slot.run(cyclesPerSecond)
          const began = performance.now()
          await new Promise((resolve) => setTimeout(resolve, 300 + 17 * i))
          achieved = slot.status?.achieved ?? 0
          running += performance.now() - began
          const asked = performance.now()
          await slot.pause()
          took.push(performance.now() - asked)
        }
        end()
        took.sort((a, b) => a - b)
        return { median: took[4] ?? 0, worst: took[8] ?? 0, achieved, frames: (1000 * frames) / running }
      }, speed)
      const name = speed === 0 ? 'as fast as possible' : `at ${speed} cycles per second`
      console.log(
        `${what}, ${name}: pause after ${measured.median.toFixed(1)} ms (median), ${measured.worst.toFixed(1)} ms (worst of 9); ` +
          `${Math.round(measured.achieved).toLocaleString('en')} cycles per second, ${measured.frames.toFixed(0)} frames per second`,
      )
      expect(measured.median).toBeLessThan(1000)
    }
  })
}
