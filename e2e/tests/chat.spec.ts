/** The view of a circuit in a conversation (MCP Apps), in a chat that trusts neither it nor its server. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FrameLocator, Page } from '@playwright/test'
import { type ChatLog, cleanDomains, type Manners, policyOf, startChat, type View } from '../support/chat-host.ts'
import { Circuit } from '../support/circuit.ts'
import { expect, test } from '../support/test.ts'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const program = path('build/simten')

const text = `circuit('AndGate', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { g: And() },
  connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.g.a), inputs.b.to(nodes.g.b), nodes.g.out.to(outputs.y)],
})
`

let chat: Awaited<ReturnType<typeof startChat>>
let folder: string
let picture: string

test.beforeAll(async () => {
  chat = await startChat()
  folder = mkdtempSync(join(tmpdir(), 'simten-chat-'))
  writeFileSync(join(folder, 'and.ts'), text)
  picture = execFileSync(program, ['draw', join(folder, 'and.ts')]).toString()
})

test.afterAll(async () => {
  await chat.stop()
  rmSync(folder, { recursive: true })
})

/** The view as the server gives it, for a studio at an origin. */
function view(studio: string): View {
  const document = readFileSync(path('cmd/simten/appview/data/view.html'), 'utf8')
  const code = `#code=1r.${Buffer.concat([crc32(Buffer.from(text)), Buffer.from(text)]).toString('base64url')}`
  const values = [
    { name: 'a', value: '1' },
    { name: 'b', value: '0' },
    { name: 'y', value: '0', output: true },
  ]
  const circuit = { name: 'AndGate', cycle: 0, picture, values, code, inputs: 'a=1' }
  return {
    html: document.replace('data-studio=""', `data-studio="${studio}"`),
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [studio] },
    result: { content: [{ type: 'text', text: 'AndGate' }], _meta: { 'simten.dev/circuit': circuit } },
  }
}

function crc32(data: Buffer): Buffer {
  let crc = -1
  for (const byte of data) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  const out = Buffer.alloc(4)
  out.writeUInt32BE((crc ^ -1) >>> 0)
  return out
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
  const server = spawn(program, ['studio', join(folder, 'and.ts'), '--no-open', '--root', path('.')])
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.stdout.on('data', (said: Buffer) => {
        const found = / at (http:\S+)/.exec(said.toString())?.[1]
        if (found) resolve(found)
      })
      server.on('exit', () => reject(new Error('the studio ended')))
    })
    const inside = await show(page, view(new URL(address).origin), { theme: 'dark', frames: true, tells: true })
    await expect(inside.getByRole('img', { name: 'Circuit AndGate at cycle 0' })).toBeVisible()
    await expect(inside.getByText('live', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(inside.getByRole('img', { name: 'Circuit AndGate at cycle 0' })).toBeHidden()
    const circuit = new Circuit(inside.frameLocator('#stage iframe').locator('body'))
    await circuit.lampIs('y', 0)
    await circuit.put('b', 1)
    await circuit.lampIs('y', 1)
    await inside.getByRole('button', { name: 'Open' }).click()
    await expect.poll(async () => (await log(page)).links).toHaveLength(1)
    expect((await log(page)).links[0]).toMatch(/^http:\/\/localhost:\d+\/#code=1r\./)
    await expect(violations(page)).toHaveCount(0)
    await page.screenshot({ path: test.info().outputPath('live.png') })
  } finally {
    server.kill()
  }
})

test('shows the picture with its values where the chat allows no frames, whether it says so or not', async ({
  page,
  guard,
}) => {
  guard.allow(/frame-src|Framing/)
  for (const tells of [true, false]) {
    const inside = await show(page, view('http://localhost:19'), { theme: 'light', frames: false, tells })
    const drawn = inside.getByRole('img', { name: 'Circuit AndGate at cycle 0' })
    await expect(drawn).toBeVisible()
    expect(await drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await expect(inside.getByText('cannot run in this chat')).toBeVisible()
    await expect(inside.locator('#values')).toHaveText(/a\s*1\s*b\s*0\s*y\s*0/)
    await expect(inside.locator('#stage iframe')).toHaveCount(0)
    await expect(violations(page)).toHaveText(tells ? [] : [/^frame-src blocked http:\/\/localhost:19/])
    await page.screenshot({ path: test.info().outputPath(`picture-${tells}.png`) })
  }
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
