import type { CDPSession, Page } from '@playwright/test'
import { bareSandbox, steppedCounter } from '../support/bare.ts'
import { sandboxUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

/** How often things are made and disposed of. */
const CYCLES = 200

/** Objects of a kind after a collection: counts, which say more of leaks than bytes do. */
interface Counts {
  documents: number
  nodes: number
  listeners: number
  frames: number
  workers: number
  ports: number
  embeds: number
}

/** Counts the ports that live: a weak reference to each that is made. */
function countPorts(): void {
  const made: WeakRef<MessagePort>[] = []
  Object.assign(window, { livingPorts: () => made.filter((port) => port.deref()).length })
  const Original = window.MessageChannel
  window.MessageChannel = class extends Original {
    constructor() {
      super()
      made.push(new WeakRef(this.port1), new WeakRef(this.port2))
    }
  }
}

async function counts(page: Page, session: CDPSession): Promise<Counts> {
  for (let i = 0; i < 3; i++) {
    await session.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(100) // what was let go of gets its turn
  }
  const { documents, nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const ports = await page.evaluate(() => (window as unknown as { livingPorts(): number }).livingPorts())
  return {
    documents,
    nodes,
    listeners: jsEventListeners,
    frames: page.frames().length,
    workers: page.workers().length,
    ports,
    embeds: await page.locator('circuit-embed').count(),
  }
}

test.beforeEach(({ page }) => page.addInitScript(countPorts))

test(`${CYCLES} circuits that are compiled, run and disposed of leave nothing behind`, async ({ page }) => {
  test.setTimeout(300_000)
  const sandbox = await bareSandbox(page)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const round = (from: number, n: number) =>
    sandbox.evaluate(
      async (client, { source, from, n }) => {
        for (let i = from; i < from + n; i++) {
          const slot = client.slot(`slot ${i}`)
          const off = slot.on('frame', () => {})
          await slot.compile(source.replace("'Stepped'", `'Stepped${i}'`))
          await slot.set({ step: 3 })
          await slot.tick(2_000)
          await slot.snapshot()
          off()
          await slot.dispose()
        }
        // Its only map is the one of its slots.
        return Object.values(client).reduce((sum, value) => sum + (value instanceof Map ? value.size : 0), 0)
      },
      { source: steppedCounter, from, n },
    )
  expect(await round(0, 20)).toBe(0)
  // The engine, and one that would take over, which starts when there is time.
  await expect.poll(() => page.workers().length, { timeout: 60_000 }).toBe(2)
  const before = await counts(page, session)
  expect(await round(20, CYCLES)).toBe(0)
  const after = await counts(page, session)
  for (const kind of ['documents', 'frames', 'workers', 'ports'] as const) expect(after[kind], kind).toBe(before[kind])
  expect(after.listeners - before.listeners).toBeLessThan(20)
  expect(after.nodes - before.nodes).toBeLessThan(CYCLES)
})

test(`${CYCLES} embeds that are added and removed leave nothing behind`, async ({ page }) => {
  test.setTimeout(400_000)
  await page.goto('/embed-demo')
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const round = (n: number) =>
    page.evaluate(
      async ({ origin, n, source }) => {
        for (let i = 0; i < n; i += 8) {
          const embeds = Array.from({ length: Math.min(8, n - i) }, (_, k) => {
            const embed = document.createElement('circuit-embed')
            for (const [name, value] of Object.entries({ sandbox: origin, eager: '', code: `${source}// ${i + k}` }))
              embed.setAttribute(name, value)
            document.body.append(embed)
            return embed
          })
          const shown = (embed: Element) => embed.shadowRoot?.querySelector('circuit-canvas') !== null
          while (!embeds.every(shown)) await new Promise((resolve) => setTimeout(resolve, 20))
          for (const embed of embeds) embed.remove()
        }
      },
      { origin: sandboxUrl, n, source: steppedCounter },
    )
  await round(16)
  const before = await counts(page, session)
  await round(CYCLES)
  // A picture that was under way when its embed was removed holds it until it is done.
  await expect
    .poll(async () => (await counts(page, session)).listeners - before.listeners, { timeout: 60_000 })
    .toBeLessThan(CYCLES)
  const after = await counts(page, session)
  expect(after.nodes - before.nodes).toBeLessThan(10 * CYCLES)
  for (const kind of ['documents', 'frames', 'ports', 'embeds'] as const)
    expect(after[kind], kind).toBeLessThanOrEqual(before[kind])
  expect(after.workers).toBeLessThanOrEqual(3) // the engine, the one that would take over, and the layout
})
