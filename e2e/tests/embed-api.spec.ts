import type { Page } from '@playwright/test'
import packing from 'lz-string'
import { Circuit } from '../support/circuit.ts'
import { type Host, startHost } from '../support/host.ts'
import { appUrl, sandboxUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

/** The methods of `<circuit-embed>` that are tried here. */
interface Operated {
  setInput(name: string, value: number): Promise<void>
  getOutput(name: string): number | bigint | undefined
  tickN(n: number): Promise<void>
  run(speed: number): Promise<void>
  stop(): Promise<void>
  reset(): Promise<void>
  seek(cycle: number): Promise<void>
  snapshot(): Promise<string>
  restore(snapshot: string): Promise<void>
}

const counter = `circuit('Counted', {
  inputs: { step: bus(4) },
  outputs: { n: bus(8), wide: bus(70) },
  state: { v: reg(8) },
  eval: ({ v }) => ({ n: v, wide: 1n << 69n }),
  onTick: ({ v, step }) => ({ v: v + step }),
})`

/** An embed of a page that has only it, with what it tells from the beginning. */
async function embed(page: Page, attributes: Record<string, string>): Promise<Circuit> {
  await page.goto('/embed-demo')
  await page.evaluate(
    async ([given, sandbox]) => {
      const element = document.createElement('circuit-embed')
      const told: [string, unknown][] = []
      for (const name of ['circuit-ready', 'circuit-change', 'circuit-tick', 'circuit-error']) {
        element.addEventListener(name, (e) => told.push([name, (e as CustomEvent).detail]))
      }
      Object.assign(window, { told, element })
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value)
      element.setAttribute('sandbox', sandbox)
      document.querySelector('main')?.replaceChildren(element)
    },
    [attributes, sandboxUrl] as const,
  )
  return new Circuit(page.locator('main circuit-embed'))
}

const told = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate((wanted) => {
    const all = Reflect.get(window, 'told') as [string, unknown][]
    return all.filter(([event]) => event === wanted).map(([, detail]) => JSON.parse(JSON.stringify(detail, written)))
    function written(_: string, value: unknown): unknown {
      return typeof value === 'bigint' ? `${value}n` : value
    }
  }, name)

test('a page operates an embed and hears of it', async ({ page }) => {
  const circuit = await embed(page, { code: counter, inputs: 'step=0x3', cycle: '4', title: 'Counted' })
  await circuit.drawn('Counted')
  await expect
    .poll(async () => (await told(page, 'circuit-change')).at(-1))
    .toMatchObject({ cycle: 4, values: { n: 12 } })
  expect(await told(page, 'circuit-ready')).toEqual([
    {
      name: 'Counted',
      inputs: [{ name: 'step', width: 4 }],
      outputs: [
        { name: 'n', width: 8 },
        { name: 'wide', width: 70 },
      ],
      sequential: true,
    },
  ])
  const results = await page.evaluate(async () => {
    const element = Reflect.get(window, 'element') as Operated
    const seen: unknown[] = [element.getOutput('n'), String(element.getOutput('wide')), element.getOutput('dut.v')]
    await element.setInput('step', 5)
    await element.tickN(2)
    seen.push(element.getOutput('n'))
    const state = await element.snapshot()
    await element.reset()
    seen.push(element.getOutput('n'))
    await element.restore(state)
    seen.push(element.getOutput('n'))
    await element.seek(100)
    seen.push(element.getOutput('n'))
    await element.run(0)
    await element.stop()
    seen.push(await element.setInput('nothing', 1).catch((error: Error) => error.message))
    return seen
  })
  expect(results).toEqual([
    12,
    String(1n << 69n),
    undefined,
    22,
    0,
    22,
    expect.any(Number),
    expect.stringContaining('nothing'),
  ])
  expect((await told(page, 'circuit-tick')).length).toBeGreaterThan(1)
  expect(await told(page, 'circuit-error')).toEqual([])
})

test('a readonly embed runs by itself, and lets readers set nothing', async ({ page }) => {
  const circuit = await embed(page, { code: counter, inputs: '{"step": 1}', run: '50', readonly: '' })
  await circuit.drawn('Counted')
  await expect.poll(() => circuit.output('n')).toBeGreaterThan(3)
  await expect(circuit.canvas.getByRole('spinbutton')).toHaveCount(0)
  await expect(circuit.canvas.getByRole('switch')).toHaveCount(0)
  await circuit.node('step').click()
  await expect(circuit.canvas.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
})

test('an error in the text is told with its place', async ({ page }) => {
  await embed(page, { code: "circuit('A', {\n  nodes: { x: Xro },\n})" })
  await expect
    .poll(() => told(page, 'circuit-error'))
    .toEqual([expect.objectContaining({ line: 2, code: expect.any(String) })])
})

test('an embed takes its text from a link', { tag: '@thorough' }, async ({ page }) => {
  const circuit = await embed(page, { src: `/circuit/${packing.compressToEncodedURIComponent(counter)}` })
  await circuit.drawn('Counted')
})

test.describe('in a frame of a page that nobody knows', () => {
  let host: Host
  test.beforeAll(async () => {
    host = await startHost((request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      const frame = new URL(request.url ?? '/', 'http://localhost').searchParams.get('frame') ?? ''
      response.end(`<!doctype html><title>article</title><h1>An article</h1>
        <iframe src="${frame.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="700" height="400"></iframe>`)
    })
  })
  test.afterAll(() => host.stop())

  for (const [what, path, name] of [
    ['an example', '/embed?example=half-adder&theme=dark&heading=Adding', 'HalfAdder'],
    ['a text', `/embed?inputs=step%3D2&code=${packing.compressToEncodedURIComponent(counter)}`, 'Counted'],
  ] as const) {
    test(`the page of one circuit shows ${what}, live`, async ({ page }) => {
      await page.goto(`${host.url}/?frame=${encodeURIComponent(appUrl + path)}`)
      const inside = page.frameLocator('iframe').locator('circuit-embed')
      const circuit = new Circuit(inside)
      await circuit.drawn(name)
      if (name === 'HalfAdder') {
        await circuit.put('a', 1)
        await circuit.lampIs('sum', 1)
        await expect(inside.locator('.heading')).toHaveText('Adding')
      } else {
        await circuit.button(/Step/).click()
        await circuit.outputIs('n', 2)
      }
      await expect(inside.getByRole('link', { name: 'Open in Simten' })).toHaveAttribute('href', /^http.*\/#code=1/)
    })
  }

  test('an address without a circuit says what to write', async ({ page }) => {
    await page.goto(`${host.url}/?frame=${encodeURIComponent(`${appUrl}/embed`)}`)
    await expect(page.frameLocator('iframe').getByRole('alert')).toContainText('?example=counter')
  })

  test('the sandbox answers nobody but the pages that it knows', async ({ page }) => {
    await page.goto(`${host.url}/?frame=${encodeURIComponent(`${sandboxUrl}/framed`)}`)
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Simten sandbox' })).toBeAttached()
    const heard = await page.evaluate(async () => {
      const heard: unknown[] = []
      window.addEventListener('message', (e) => heard.push(e.data))
      const frame = document.querySelector('iframe')?.contentWindow
      for (let i = 0; i < 10; i++) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = (e) => heard.push(e.data)
        frame?.postMessage({ hello: 'simten', nonce: `x${i}`, version: 2 }, '*', [port2])
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return heard
    })
    expect(heard).toEqual([])
  })
})

test('a project of several files runs in an embed, with parts where the page puts them', async ({ page }) => {
  const circuit = await embed(page, {
    code: `import { Half } from './parts/half'
circuit('Two', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { h: Half },
  connect: ({ inputs, outputs, nodes: { h } }) => [inputs.a.to(h.a), inputs.b.to(h.b), h.y.to(outputs.y)] })
// @filename: parts/half.ts
export const Half = circuit('Half', { inputs: { a: bit, b: bit }, outputs: { y: bit }, eval: ({ a, b }) => ({ y: a & b }) })
`,
    layout: '{"a": {"x": 24, "y": 420}}',
  })
  await circuit.drawn('Two')
  const place = /^translate\(\d+ (\d+)\)$/.exec((await circuit.node('a').getAttribute('transform')) ?? '')
  expect(Number(place?.[1])).toBeGreaterThanOrEqual(420)
  await circuit.put('a', 1)
  await circuit.put('b', 1)
  await circuit.lampIs('y', 1)
})
