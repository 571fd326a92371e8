import type { Page } from '@playwright/test'
import { chain } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

/** The stage of the editor as the test reads it. */
interface Stage {
  nodes: number
  milliseconds: number
  strip: string
  bar: number | undefined
}

interface Slot {
  status?: { achieved: number }
  run(speed: number): Promise<unknown>
}

const look = (page: Page) =>
  page.evaluate((): Stage => {
    const root = document.querySelector('simten-editor')?.shadowRoot
    type State = {
      compiled?: { milliseconds?: number; design?: { nodeCount: number } }
    }
    const stage = root?.querySelector('circuit-stage') as (HTMLElement & { state?: State }) | null
    const strip = stage?.shadowRoot?.querySelector('status-bar')?.shadowRoot
    return {
      nodes: stage?.state?.compiled?.design?.nodeCount ?? 0,
      milliseconds: stage?.state?.compiled?.milliseconds ?? 0,
      strip: strip?.querySelector('.what')?.textContent ?? '',
      bar: strip?.querySelector('progress')?.value,
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
    const achieved = await page.evaluate(async () => {
      const root = document.querySelector('simten-editor')?.shadowRoot
      const slot = (root?.querySelector('circuit-stage') as (HTMLElement & { slot_?: Slot }) | null)?.slot_
      if (!slot) throw new Error('no slot')
      await slot.run(0)
      const samples: number[] = []
      for (let i = 0; i < 8; i++) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        samples.push(slot.status?.achieved ?? 0)
      }
      return Math.max(...samples)
    })
    console.log(`${now.nodes} nodes: ${Math.round(achieved)} cycles per second, as fast as possible`)
    expect(achieved).toBeGreaterThan(0)
    const at = Date.now()
    await page
      .getByRole('button', { name: /^Pause/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /^Run/ }).first()).toBeVisible()
    console.log(`paused after ${Date.now() - at} ms`)
  })
}

for (const copies of [1_250, 1_500, 1_990, 2_100, 4_000]) {
  test(`${copies * 1_000} gates in the tab: a circuit, or an error, and the page goes on`, async ({ page }) => {
    const editor = new Editor(page)
    await editor.open()
    const began = Date.now()
    await editor.write(chain(copies))
    const verdict = async () => {
      const { nodes, strip } = await look(page)
      if (nodes >= copies * 1_000) return `a circuit of ${nodes} nodes`
      await editor.showProblems()
      const problems = await editor.problems.allTextContents()
      return problems.length > 0 ? problems.join('; ') : /stopped|memory/i.test(strip) ? strip : ''
    }
    let said = ''
    while (said === '') {
      expect(Date.now() - began).toBeLessThan(240_000)
      await page.waitForTimeout(200)
      said = await verdict()
    }
    console.log(`${copies * 1_000} gates after ${Date.now() - began} ms: ${said.replace(/\s+/g, ' ')}`)
    await editor.write(chain(1))
    await expect.poll(async () => (await look(page)).nodes, { timeout: 60_000 }).toBeGreaterThan(999)
  })
}
