/** The view of a circuit in a conversation (MCP Apps), in a chat that trusts neither it nor its server. */
import type { FrameLocator, Page } from '@playwright/test'
import { type ChatLog, cleanDomains, type Manners, policyOf, startChat, type View } from '../support/chat-host.ts'
import { Circuit } from '../support/circuit.ts'
import { McpServer } from '../support/mcp.ts'
import { expect, test } from '../support/test.ts'

const gate = `circuit('AndGate', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { g: And() },
  connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.g.a), inputs.b.to(nodes.g.b), nodes.g.out.to(outputs.y)],
})
`
const register = `circuit('Delay', {
  inputs: { d: bus(8) },
  outputs: { q: bus(8) },
  nodes: { r: Register({ width: 8 }), on: Constant({ value: 1 }) },
  connect: ({ inputs, outputs, nodes }) => [
    inputs.d.to(nodes.r.data), nodes.on.out.to(nodes.r.we), nodes.r.q.to(outputs.q),
  ],
})
`

let chat: Awaited<ReturnType<typeof startChat>>
let server: McpServer

test.beforeAll(async () => {
  chat = await startChat()
  server = await McpServer.start()
})

test.afterAll(async () => {
  await chat.stop()
  await server.stop()
})

/** Calls the tool and reads its view, as a host does. */
async function called(args: object): Promise<View> {
  const result = await server.request('tools/call', { name: 'simulate_circuit', arguments: args })
  const { contents } = (await server.request('resources/read', { uri: 'ui://simten/circuit' })) as {
    contents: { text: string; _meta: { ui: { csp: View['csp'] } } }[]
  }
  const [content] = contents
  if (!content) throw new Error('no view')
  return { html: content.text, csp: content._meta.ui.csp, result }
}

/** Shows a view in the chat, and gives what is in its document. */
async function show(page: Page, shown: View, manners: Manners): Promise<FrameLocator> {
  await page.goto(chat.url)
  await page.evaluate(
    ([v, m]) => (Reflect.get(window, 'chat') as { show(view: unknown, manners: unknown): void }).show(v, m),
    [shown, manners] as const,
  )
  return page.frameLocator('main iframe').frameLocator('iframe')
}

const log = (page: Page) => page.evaluate(() => (Reflect.get(window, 'chat') as { log: ChatLog }).log)
const violations = (page: Page) => page.locator('#violations li')

test('runs the circuit in the chat, in the frame of a studio', async ({ page, guard }) => {
  guard.allow(/Permissions-Policy/)
  const view = await called({ source: gate, ticks: 1, inputs: { a: 1 } })
  const inside = await show(page, view, { theme: 'dark', frames: true, tells: true })
  await expect(inside.getByRole('img', { name: 'AndGate' })).toBeVisible()
  await expect(inside.getByText('live', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(inside.getByRole('img', { name: 'AndGate' })).toBeHidden()
  const circuit = new Circuit(inside.frameLocator('#stage iframe').locator('body'))
  await circuit.lampIs('y', 0)
  await circuit.put('b', 1)
  await circuit.lampIs('y', 1)
  await inside.getByRole('button', { name: 'Open' }).click()
  await expect.poll(async () => (await log(page)).links).toHaveLength(1)
  expect((await log(page)).links[0]).toMatch(/^http:\/\/localhost:\d+\/#code=1d\./)
  await expect(violations(page)).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('live.png') })
})

test('shows the picture with its values where the chat allows no frames, whether it says so or not', async ({
  page,
  guard,
}) => {
  guard.allow(/frame-src|Framing/)
  const view = await called({ source: gate, ticks: 1, inputs: { a: 1 } })
  for (const tells of [true, false]) {
    const inside = await show(page, view, { theme: 'light', frames: false, tells })
    const drawn = inside.getByRole('img', { name: 'AndGate' })
    await expect(drawn).toBeVisible()
    expect((await drawn.boundingBox())?.width).toBeGreaterThan(300)
    await expect(inside.getByText('cannot run in this chat')).toBeVisible()
    await expect(inside.locator('#values')).toHaveText(/a\s*1\s*b\s*0\s*y\s*0/)
    await expect(inside.locator('#stage iframe')).toHaveCount(0)
    await expect(violations(page)).toHaveText(tells ? [] : [/^frame-src blocked http:\/\/localhost:/])
    await page.screenshot({ path: test.info().outputPath(`picture-${tells}.png`) })
  }
})

test('has the server compute the next cycle and other inputs where only tools are allowed', async ({ page }) => {
  await page.exposeFunction('callTool', (params: unknown) => server.request('tools/call', params))
  const view = await called({ source: register, ticks: 1, inputs: { d: 5 } })
  await page.setViewportSize({ width: 390, height: 780 })
  const inside = await show(page, view, { theme: 'dark', frames: false, tells: true, tools: true })
  await expect(inside.locator('#values')).toHaveText(/q\s*5/)
  const field = inside.getByRole('textbox', { name: 'd' })
  await field.fill('9')
  await field.press('Enter')
  await expect(inside.locator('body')).not.toHaveClass(/busy/)
  await expect(field).toHaveValue('9')
  await expect(inside.locator('#values')).toHaveText(/q\s*5/)
  await inside.getByRole('button', { name: 'Step one cycle' }).click()
  await expect(inside.locator('#values')).toHaveText(/q\s*9/)
  await expect(inside.getByText('cycle 2', { exact: true })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('operated.png') })
})

test('a hostile view reaches neither the chat nor the sandbox page nor the network', async ({ page, guard }) => {
  guard.allow(/policy|Policy|Failed to load|Refused|Framing|Blocked|Unsafe attempt|ERR_BLOCKED/)
  const html = `<!doctype html><title>hostile</title><script>
    const tried = {}
    const attempt = (name, what) => { try { what(); tried[name] = 'did' } catch { tried[name] = 'refused' } }
    attempt('sandbox page', () => parent.document.body)
    attempt('chat', () => parent.parent.document.body)
    attempt('chat address', () => { parent.parent.location.href = 'about:blank' })
    attempt('dialog', () => { if (window.open('https://evil.example') === null) throw 0 })
    attempt('evaluation', () => (0, eval)('1'))
    for (const message of ['text', { jsonrpc: '1.0', method: 'ui/open-link' }, { jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: 'x' } },
      { jsonrpc: '2.0', method: 'ui/notifications/sandbox-view', params: { id: 'x' } }, { jsonrpc: '2.0', method: 'x'.repeat(200) }, { jsonrpc: '2.0', method: 'a', params: 'x'.repeat(2 << 20) }])
      parent.postMessage(message, '*')
    parent.parent.postMessage({ jsonrpc: '2.0', method: 'ui/open-link', id: 1, params: { url: 'https://evil.example' } }, '*')
    fetch('https://evil.example/').then(() => (tried.network = 'did'), () => (tried.network = 'refused')).then(() => { document.title = JSON.stringify(tried) })
    new Image().src = 'https://evil.example/image'
    document.head.insertAdjacentHTML('beforeend', '<base href="https://evil.example/">')
  </script>`
  const csp = { connectDomains: ["https://a.example 'unsafe-eval'", '*'], frameDomains: ['https:', 'data:'] }
  await show(page, { html, csp, result: {} }, { frames: true, tells: true })
  const title = () => page.frames().at(-1)?.title()
  await expect.poll(title).toContain('network')
  expect(JSON.parse((await title()) ?? '')).toEqual({
    'sandbox page': 'refused',
    chat: 'refused',
    'chat address': 'refused',
    dialog: 'refused',
    evaluation: 'refused',
    network: 'refused',
  })
  expect(page.url()).toBe(`${chat.url}/`)
  expect(await log(page)).toMatchObject({ methods: [], links: [], refused: 6 })
  await expect(violations(page).filter({ hasText: 'connect-src blocked https://evil.example' })).toHaveCount(1)
  await expect(violations(page).filter({ hasText: 'img-src blocked https://evil.example' })).toHaveCount(1)
  await expect(violations(page).filter({ hasText: 'base-uri blocked' })).toHaveCount(1)
})

test('a policy names origins and nothing else, whatever a view declares', () => {
  const hostile = [
    'https://a.example *',
    "https://a.example; script-src 'unsafe-eval'",
    'https://a.example,https://b.example',
    'https://a.example\n',
    "'unsafe-eval'",
    '*',
    'https:',
    'data:',
    'https://*',
    'https://a.example/path',
    'https://a.example"><script>',
    'https://u:p@a.example',
    'javascript:1',
    '',
    7,
    null,
    {},
  ]
  expect(cleanDomains(hostile)).toEqual([])
  expect(cleanDomains('https://a.example')).toEqual([])
  const good = ['https://a.example', 'http://localhost:19847', 'wss://*.a.example']
  expect(cleanDomains(good)).toEqual(good)
  const policy = policyOf(
    { connectDomains: hostile, resourceDomains: hostile, frameDomains: hostile },
    'http://proxy.x',
  )
  expect(policy).toBe(policyOf({}, 'http://proxy.x'))
  expect(policy).toContain("connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'")
})
