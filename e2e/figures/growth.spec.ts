import type { Page } from '@playwright/test'
import { Editor } from '../support/editor.js'
import { expect, test } from '../support/test.js'

/** A chain of copies of a block of a thousand gates and flip-flops. */
const chain = (copies: number) => `const GATES = 998
const Block = circuit('Block', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit, z: bit },
  nodes: { g: Array.from({ length: GATES }, (_, i) => (i % 3 === 0 ? Nand : i % 3 === 1 ? Xor : Or)), d: DFlipFlop(), e: DFlipFlop() },
  connect: ({ inputs, outputs, nodes: { g, d, e } }) => [
    inputs.a.to(g[0].a), inputs.b.to(g[0].b), g[0].out.to(g[1].a), d.q.to(g[1].b),
    ...g.slice(2).map((n, i) => g[i + 1].out.to(n.a)), ...g.slice(2).map((n, i) => (i % 7 ? g[i].out : e.q).to(n.b)),
    g[GATES - 1].out.to(d.d), g[GATES - 2].out.to(e.d), d.q.to(outputs.y), e.q.to(outputs.z),
  ],
})
const COPIES = ${copies}
circuit('Chain${copies}', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { b: Array.from({ length: COPIES }, () => Block) },
  connect: ({ inputs, outputs, nodes: { b } }) => [
    inputs.a.to(b[0].a), inputs.b.to(b[0].b),
    ...b.slice(1).flatMap((n, i) => [b[i].y.to(n.a), b[i].z.to(n.b)]),
    b[COPIES - 1].y.to(outputs.y),
  ],
})
`

/** What the stage of the editor knows. */
interface Stage {
  nodes: number
  milliseconds: number
  strip: string
  bar: number | undefined
  cycle: number
  achieved: number
}

const look = (page: Page) =>
  page.evaluate((): Stage => {
    const root = document.querySelector('simten-editor')?.shadowRoot
    type State = {
      compiled?: { milliseconds?: number; design?: { nodeCount: number } }
      status?: { cycle: number; achieved: number }
    }
    const stage = root?.querySelector('circuit-stage') as (HTMLElement & { state?: State }) | null
    const strip = stage?.shadowRoot?.querySelector('state-strip')?.shadowRoot
    return {
      nodes: stage?.state?.compiled?.design?.nodeCount ?? 0,
      milliseconds: stage?.state?.compiled?.milliseconds ?? 0,
      strip: strip?.querySelector('.what')?.textContent ?? '',
      bar: strip?.querySelector('progress')?.value,
      cycle: stage?.state?.status?.cycle ?? 0,
      achieved: stage?.state?.status?.achieved ?? 0,
    }
  })

for (const copies of [10, 100, 1_000]) {
  test(`${copies * 1_000} gates in the tab`, async ({ page }) => {
    const editor = new Editor(page)
    await editor.open()
    await editor.write(chain(copies))
    const phases = new Map<string, number | undefined>()
    const began = Date.now()
    let now = await look(page)
    while (now.nodes < copies * 1_000) {
      if (now.strip !== '') phases.set(now.strip, now.bar)
      expect(Date.now() - began, `at "${now.strip}"`).toBeLessThan(240_000)
      await page.waitForTimeout(50)
      now = await look(page)
    }
    console.log(
      `${now.nodes} nodes: compiled in ${Math.round(now.milliseconds)} ms; shown: ${[...phases].map(([p, b]) => `${p} ${b === undefined ? '' : Math.round(b * 100)}`).join(', ')}`,
    )
    if (copies === 1_000)
      expect(
        [...phases.values()].some((bar) => bar !== undefined),
        'a progress bar was shown',
      ).toBe(true)
    await page.getByRole('button', { name: /^Run/ }).first().click()
    await expect.poll(async () => (await look(page)).cycle, { timeout: 60_000 }).toBeGreaterThan(20)
    await page.waitForTimeout(3_000)
    now = await look(page)
    console.log(`${now.nodes} nodes: ${Math.round(now.achieved)} cycles per second of the speed asked for`)
    const at = Date.now()
    await page
      .getByRole('button', { name: /^Pause/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /^Run/ }).first()).toBeVisible()
    console.log(`paused after ${Date.now() - at} ms`)
  })
}
