import type { Page } from '@playwright/test'
import { Circuit } from '../support/circuit.ts'
import { type Host, startHost } from '../support/host.ts'
import { appUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

/** Rules as a page has them that was made without a thought of embeds. */
const hostile = `
  * { box-sizing: content-box !important; font-size: 30px !important; letter-spacing: 4px !important;
      line-height: 3 !important; color: red !important; text-align: right !important;
      text-transform: uppercase !important; font-family: serif !important;
      direction: rtl !important; visibility: hidden !important; cursor: wait !important; position: static !important; }
  div, span, svg, button { display: inline !important; margin: 9px !important; border: 3px solid lime !important; }
`

/** The look of the elements inside an embed, one line each. */
function looks(page: Page, id: string): Promise<string[]> {
  return page.locator(`#${id}`).evaluate((embed) => {
    const properties = [
      ...['box-sizing', 'font-size', 'letter-spacing', 'line-height', 'color', 'text-align', 'text-transform'],
      ...['font-family', 'direction', 'visibility', 'display', 'position', 'margin-top', 'border-top-width'],
    ]
    const lines: string[] = []
    const visit = (root: ShadowRoot | Element): void => {
      for (const element of root.querySelectorAll('*')) {
        const style = getComputedStyle(element)
        const name = `${element.tagName} ${element.getAttribute('class') ?? ''}`
        lines.push(`${name}: ${properties.map((p) => style.getPropertyValue(p)).join(' | ')}`)
        if (element.shadowRoot) visit(element.shadowRoot)
      }
    }
    if (embed.shadowRoot) visit(embed.shadowRoot)
    return lines
  })
}

test('rules of the page change nothing inside an embed', async ({ page }) => {
  await page.goto('/embed-demo')
  const embed = page.locator('#counter')
  await embed.scrollIntoViewIfNeeded()
  await new Circuit(embed).drawn('Counter8')
  await page.mouse.move(0, 0)
  const before = await looks(page, 'counter')
  expect(before.length).toBeGreaterThan(50)
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, hostile)
  await embed.scrollIntoViewIfNeeded()
  await page.waitForTimeout(600)
  expect(await looks(page, 'counter')).toEqual(before)
})

/** Sums up the layout shifts of a page from its beginning. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        shifts.push({ value: entry.value, sources: entry.sources.map((s) => s.node?.nodeName) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shifts = (page: Page): Promise<unknown[]> => page.evaluate(() => Reflect.get(window, 'shifts') as unknown[])

test('nothing on the page of the embeds moves while they load', async ({ page }) => {
  await watchShifts(page)
  await page.goto('/embed-demo')
  for (const [id, name] of [
    ['half-adder', 'HalfAdder'],
    ['counter', 'Counter8'],
    ['fibonacci', 'Fibonacci'],
  ]) {
    const embed = page.locator(`#${id}`)
    await embed.scrollIntoViewIfNeeded()
    await new Circuit(embed).drawn(name ?? '')
  }
  expect(await shifts(page)).toEqual([])
})

// The two ways to reserve the room of the elements, as embed/README.md has them.
for (const [way, head, tail] of [
  [
    'rules of its own',
    `<style>
      circuit-embed:not(:defined) { display: block; aspect-ratio: 1.5; min-height: 240px; max-height: 70vh; }
      circuit-embed[height]:not(:defined) { aspect-ratio: auto; min-height: 160px; max-height: none; }
      @supports (height: attr(height px)) { circuit-embed[height]:not(:defined) { height: attr(height px, 360px); } }
    </style>`,
    `<script type="module" src="${appUrl}/embed/simten-embed.js"></script>`,
  ],
  ['the classic script', `<script src="${appUrl}/embed/simten-embed.classic.js"></script>`, ''],
] as const)
  test.describe(`on a page of another origin with ${way}`, () => {
    let host: Host
    test.beforeAll(async () => {
      host = await startHost((_, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.end(`<!doctype html><title>article</title>
        ${head}
        <p>Before.</p>
        <circuit-embed id="one" height="300" code="circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })"></circuit-embed>
        <p>Between.</p>
        <circuit-embed id="two" code="no circuit"></circuit-embed>
        <p id="end">After.</p>
        ${tail}`)
      })
    })
    test.afterAll(() => host.stop())

    test('nothing moves while embeds load', async ({ page, guard }) => {
      guard.allow(/./) // its sandbox does not know this page
      await watchShifts(page)
      await page.goto(host.url)
      await expect(page.locator('#one [part=message]')).toBeVisible({ timeout: 40_000 })
      await page.waitForTimeout(1000)
      expect(await page.locator('#one').evaluate((e) => e.getBoundingClientRect().height)).toBe(300)
      expect(await shifts(page)).toEqual([])
    })
  })
