import type { Page } from '@playwright/test'
import { example, unseenLoop } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const rounds = 5

/** The probe of a page. */
interface Probe {
  /** Milliseconds since navigation began until a circuit of this name is drawn, as of now. */
  pictured(name: string): Promise<number>
  /** The same until it can be operated, too. */
  drawn(name: string): Promise<number>
  /** Milliseconds between two states of the sandbox. */
  between(from: string, to: string): Promise<number>
}

/** Measures inside of the page, so that the test runner's own delays do not count. */
function install(): void {
  const stage = () => {
    const page = document.querySelector('simten-editor')?.shadowRoot
    return page?.querySelector('circuit-stage') as (HTMLElement & { state?: { health: { state: string } } }) | null
  }
  const when = (what: string, condition: () => boolean) =>
    new Promise<number>((resolve, reject) => {
      const latest = performance.now() + 60_000
      const look = () => {
        if (condition()) resolve(performance.now())
        else if (performance.now() > latest) reject(new Error(`within a minute it did not happen: ${what}`))
        else requestAnimationFrame(look)
      }
      look()
    })
  const canvas = () => stage()?.shadowRoot?.querySelector<HTMLElement>('circuit-canvas')
  const shows = (name: string) => {
    const inside = canvas()?.shadowRoot
    const shown = inside?.querySelector('[role=group]')?.getAttribute('aria-label') === `Circuit ${name}`
    return shown && inside?.querySelector('g.node') !== null
  }
  const probe: Probe = {
    pictured: (name) => when(`${name} is drawn`, () => shows(name)),
    drawn: (name) =>
      when(`${name} is drawn and live`, () => shows(name) && canvas()?.hasAttribute('awaited') === false),
    between: async (from, to) => {
      const reached = (state: string) => when(`sandbox ${state}`, () => stage()?.state?.health.state === state)
      const began = await reached(from)
      return (await reached(to)) - began
    },
  }
  ;(window as unknown as { probe: Probe }).probe = probe
}

/** When the first picture is there, and when it is live. */
const opened = (page: Page, name: string) =>
  page.evaluate((n) => {
    const { probe } = window as unknown as { probe: Probe }
    return Promise.all([probe.pictured(n), probe.drawn(n)])
  }, name)

function report(what: string, milliseconds: number[]): void {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  console.log(`${what}: median ${at(0.5)} ms, best ${at(0)} ms, worst ${at(1)} ms (${sorted.length} rounds)`)
}

test('from opening the page to a live circuit', async ({ browser, context, baseURL }) => {
  const [pictured, cold]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds; i++) {
    const fresh = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    await fresh.addInitScript(install)
    const page = await fresh.newPage()
    await page.goto('/')
    const [first, live] = await opened(page, 'HalfAdder')
    pictured.push(first)
    cold.push(live)
    await fresh.close()
  }
  report('load to first picture, cold', pictured)
  report('load to first live circuit, cold', cold)
  const [again, warm]: [number[], number[]] = [[], []]
  for (let i = 0; i <= rounds; i++) {
    const page = await context.newPage()
    await page.addInitScript(install)
    await page.goto('/')
    const [first, live] = await opened(page, 'HalfAdder')
    // The first visit fills the cache, and the browser keeps machine code only when it had time to make it.
    if (i === 0) await page.waitForTimeout(15_000)
    else {
      again.push(first)
      warm.push(live)
    }
    await page.close()
  }
  report('load to first picture, warm', again)
  report('load to first live circuit, warm', warm)
})

test('from choosing an example to its picture', async ({ browser, baseURL }) => {
  for (const id of ['sha256', 'rv32i-computer', 'aes-round', 'ripple-adder', 'tpu-3x3', 'cordic', 'counter']) {
    const { title, circuit } = example(id).expect
    const took: number[] = []
    for (let i = 0; i < 3; i++) {
      // Nothing is kept from an earlier visit, and what a page loads behind its first picture has come.
      const fresh = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      await fresh.addInitScript(install)
      const page = await fresh.newPage()
      await new Editor(page).open()
      await page.waitForTimeout(3000)
      await page.getByRole('button', { name: 'Examples' }).click()
      const card = page
        .locator('top-bar example-gallery button')
        .filter({ has: page.getByText(title, { exact: true }) })
      took.push(
        await card.evaluate(async (button, name) => {
          const began = performance.now()
          ;(button as HTMLElement).click()
          return (await (window as unknown as { probe: Probe }).probe.drawn(name)) - began
        }, circuit),
      )
      await fresh.close()
    }
    report(`example to picture, ${id}`, took)
  }
})

test('from an edit to its picture', async ({ page }) => {
  await page.addInitScript(install)
  const editor = new Editor(page)
  await editor.open()
  for (const id of ['half-adder', 'counter', 'fibonacci']) {
    const { text, expect: wanted } = example(id)
    const took: number[] = []
    for (let i = 0; i < rounds; i++) {
      const name = `Edited${i}`
      await editor.write(text)
      await editor.drawn(wanted.circuit)
      // Through the editor's own undoable change, so that the clock starts with the edit and not with the test runner.
      took.push(
        await page.evaluate(
          async ([from, to]) => {
            const root = document.querySelector('simten-editor')?.shadowRoot
            const code = root?.querySelector('code-editor') as HTMLElement & {
              renameCircuit(a: string, b: string): boolean
            }
            const began = performance.now()
            if (!code.renameCircuit(from, to)) throw new Error(`no circuit ${from}`)
            return (await (window as unknown as { probe: Probe }).probe.drawn(to)) - began
          },
          [wanted.circuit, name] as const,
        ),
      )
    }
    report(`edit to picture, ${id}`, took)
  }
})

test('from the kill of a hanging engine to a live one', async ({ page }) => {
  await page.addInitScript(install)
  const editor = new Editor(page)
  await editor.open()
  const took: number[] = []
  for (let i = 0; i < 3; i++) {
    await editor.write(`${unseenLoop} // ${i}`)
    took.push(await page.evaluate(() => (window as unknown as { probe: Probe }).probe.between('restarting', 'ready')))
    await expect(editor.strip.getByRole('button', { name: 'Try again' })).toBeVisible()
    await editor.write(example('half-adder').text)
    await editor.drawn('HalfAdder')
  }
  report('kill to live again', took)
})

test('from the first double click on a part to its inside', async ({ browser, baseURL }) => {
  for (const id of ['ripple-adder', 'sha256', 'rv32i-computer', 'aes-round']) {
    const took: number[] = []
    for (let i = 0; i < 3; i++) {
      const fresh = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      await fresh.addInitScript(install)
      const page = await fresh.newPage()
      await page.goto(`/?example=${id}`)
      await opened(page, example(id).expect.circuit)
      await page.waitForTimeout(3000) // what a page loads behind its first picture has come
      took.push(
        await page.locator('circuit-canvas').evaluate(async (canvas) => {
          const part = canvas.shadowRoot?.querySelector('.node.composite')
          const inside = `${part?.getAttribute('data-node')}.`
          const began = performance.now()
          part?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, composed: true }))
          for (;;) {
            await new Promise(requestAnimationFrame)
            const now = performance.now() - began
            if (canvas.shadowRoot?.querySelector(`[data-node^="${CSS.escape(inside)}"]`) || now > 30_000) return now
          }
        }),
      )
      await fresh.close()
    }
    report(`first drill-in of ${id}`, took)
  }
})
