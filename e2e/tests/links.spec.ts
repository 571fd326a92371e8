import { crc32, inflateRawSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import { encodeCode } from '@simten/client/share-link'
import packing from 'lz-string'
import { Circuit } from '../support/circuit.ts'
import { example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { expect, test } from '../support/test.ts'

const own = "circuit('Shared λ', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })"

/** The clipboard, pasted as a person would: the page itself may not read it. */
async function pasted(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await page.setContent('<textarea></textarea>')
  await page.locator('textarea').focus()
  await page.keyboard.press('ControlOrMeta+v')
  const text = await page.locator('textarea').inputValue()
  await page.close()
  return text
}

test('a shared link opens the same circuit and keeps the own text one undo away', async ({ page, context }) => {
  const sender = new Editor(page)
  await sender.open()
  await sender.write(own)
  await sender.drawn('Shared λ')
  await page.getByRole('button', { name: /^Share/ }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toContainText('Link copied')
  const link = await pasted(context)
  expect(link).toContain('/#code=1')

  const other = await context.newPage()
  const receiver = new Editor(other)
  await receiver.open('/', 'Shared λ')
  await receiver.write("circuit('Precious', { inputs: { p: bit }, outputs: { q: bit }, eval: ({ p }) => ({ q: p }) })")
  await receiver.drawn('Precious')
  await other.goto(link)
  await receiver.drawn('Shared λ')
  await expect(receiver.strip).toContainText('Opened from a link')
  // Until it is edited, the link replaces nothing: the next visit brings the own text.
  await other.goto('/')
  await receiver.drawn('Precious')
  await other.goto(link)
  await receiver.drawn('Shared λ')
  await receiver.text.click()
  await other.keyboard.press('ControlOrMeta+z')
  await receiver.drawn('Precious')
})

test('a circuit is copied for a web page, as a frame and for Markdown', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(own)
  await editor.drawn('Shared λ')
  for (const [button, copied] of [
    [
      'Copy for a web page',
      /^<script type="module" src=".*<circuit-embed heading="Shared λ".*circuit\('Shared λ'.*<\/circuit-embed>/s,
    ],
    ['Copy as a frame', /^<iframe src="http:[^"]*\/embed#code=1[^"]*" title="Shared λ"/],
    ['Copy for Markdown', /^\[!\[Shared λ, a live circuit\]\(Shared-λ\.svg\)\]\(http:.*\/play#code=1.*\)$/m],
  ] as const) {
    await page.getByRole('button', { name: /^Share/ }).click()
    await page.getByRole('button', { name: new RegExp(`^${button}`) }).click()
    await expect(page.locator('.toast')).toContainText('Copied. Paste it')
    expect(await pasted(context)).toMatch(copied)
    await page.bringToFront()
  }
})

test('a link that may not be copied is shown, selected', { tag: '@thorough' }, async ({ editor }) => {
  const { page } = editor
  await page.evaluate(() => {
    const refused = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.defineProperty(navigator.clipboard, 'writeText', { value: refused, configurable: true })
  })
  const share = page.getByRole('button', { name: /^Share/ })
  await share.click()
  const link = page.getByRole('dialog', { name: 'Link to this circuit' }).getByRole('textbox', { name: 'Link' })
  await expect(link).toBeFocused()
  await expect(link).toHaveValue(/\/#code=1/)
  expect(await link.evaluate((e: HTMLInputElement) => (e.selectionEnd ?? 0) - (e.selectionStart ?? 0))).toBe(
    (await link.inputValue()).length,
  )
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(share).toBeFocused()
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'))
})

test('a circuit alone opens as it was looked at, and leads to the editor with all of it', async ({ page }) => {
  const text = `const Count = circuit('Count', { outputs: { n: bus(8) },
  nodes: { r: Register({ width: 8 }), next: Adder({ width: 8 }), one: Constant({ value: 1, width: 8 }),
    on: Constant({ value: 1, width: 1 }), off: Constant({ value: 0, width: 1 }) },
  connect: ({ outputs, nodes: { r, next, one, on, off } }) => [r.q.to(next.a, outputs.n), one.out.to(next.b),
    off.out.to(next.carry_in, r.rst), on.out.to(r.we), next.sum.to(r.data)] })
circuit('Outer', { outputs: { n: bus(8) }, nodes: { count: Count },
  connect: ({ outputs, nodes: { count } }) => [count.n.to(outputs.n)] })`
  const view = JSON.stringify({
    level: 'dut.count.gone',
    rows: [{ signal: 'n', radix: 'bin' }],
    breakpoints: [{ when: 'n === 5', on: 'rise' }],
    engine: 1,
  })
  await page.goto(`/play#code=${await encodeCode(text)}&view=${await encodeCode(view)}`)
  const circuit = new Circuit(page)
  const controls = page.locator('circuit-controls')
  const next = page.locator('circuit-canvas g.node', { hasText: 'next' })
  await circuit.drawn('Outer')
  await expect(next).toBeVisible() // the part inside, although the link names one more level
  await circuit.button('Run').click()
  await expect(controls).toContainText(/cycle\s*5\b/)
  await expect(page.locator('.toast')).toContainText('Stopped at a breakpoint in cycle 5.')
  await expect(page.locator('circuit-wave')).toContainText('0b0000_0101')

  await page.getByRole('link', { name: 'Open in the editor' }).click()
  const editor = new Editor(page)
  await editor.drawn('Outer')
  await expect(next).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Breakpoints/ })).toHaveText(/1/)
  await page.getByRole('tab', { name: 'Waveforms' }).click()
  await expect(controls).toContainText(/cycle\s*5\b/) // the run goes on where it was
  await expect(page.locator('circuit-wave')).toContainText('0b0000_0101')
})

test('a damaged link says so and loses nothing', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open('/#code=1d.AAAAbroken')
  await expect(page.locator('.toast')).toContainText('is missing')
  expect(await editor.read()).toBe(example('half-adder').text)
})

test('a link opens with what mail and chat programs make of it, and one of something else is told', {
  tag: '@thorough',
}, async ({ page }) => {
  const editor = new Editor(page)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(own))
  const made = Buffer.concat([sum, Buffer.from(own)]).toString('base64url')
  for (const hash of [
    `#code%3D1r.${made}`,
    `#code=1r.${made}).`,
    `#code=1r.${made.slice(0, 40)}%0A${made.slice(40)}%2E`,
  ]) {
    await page.goto('about:blank')
    await editor.open(`/${hash}`, 'Shared λ')
    expect(await editor.read()).toBe(own)
  }
  await page.goto('about:blank')
  await page.goto(`/#code=1r.${made.slice(0, 60)}`)
  await expect(page.locator('.toast')).toContainText('a part of the link is missing or was changed')
  for (const [hash, said] of [
    ['#code=9r.AAAA', 'newer version'],
    ['#state=abc', 'is no circuit'],
  ]) {
    await page.goto('about:blank')
    await page.goto(`/${hash}`)
    await expect(page.locator('.toast')).toContainText(said ?? '')
  }
})

test('/play shows one circuit without its text and leads to the editor', async ({ page }) => {
  await page.goto('/play?example=counter')
  const circuit = new Circuit(page)
  await circuit.drawn('Counter8')
  await expect(page.locator('code-editor')).toHaveCount(0)
  await circuit.button(/^Step/).click()
  await circuit.outputIs('count', 1)
  await page.getByRole('link', { name: 'Open in the editor' }).click()
  const editor = new Editor(page)
  await editor.drawn('Counter8')
  expect(await editor.read()).toBe(example('counter').text)
})

test('/play opens a link and explains a damaged one', async ({ page, context }) => {
  const editor = new Editor(page)
  await editor.open()
  await editor.write(own)
  await editor.drawn('Shared λ')
  await page.getByRole('button', { name: /^Share/ }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toContainText('Link copied')
  const link = await pasted(context)
  await page.goto(link.replace('/#', '/play#'))
  await new Circuit(page).drawn('Shared λ')
  await page.goto('/play#code=1d.AAAA')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('is missing')
  await expect(page.getByRole('button', { name: 'Fibonacci' })).toBeVisible()
})

test('an address where nothing is says so, light and dark, and leads to the editor', { tag: '@thorough' }, async ({
  page,
  guard,
}) => {
  guard.allow(/404/)
  const response = await page.goto('/nope/at/all')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
  for (const [colorScheme, color] of [
    ['light', 'rgb(251, 250, 247)'],
    ['dark', 'rgb(15, 17, 21)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), colorScheme)
      .toBe(color)
  }
  await page.getByRole('link', { name: 'Open the editor' }).click()
  await new Editor(page).drawn('HalfAdder')
})

test('a browser that asks for the icon by its old name gets one', { tag: '@thorough' }, async ({ page }) => {
  const icon = await page.request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toBe('image/x-icon')
})

const counted = `circuit('Counted', {
  inputs: { step: bus(4) },
  outputs: { n: bus(8) },
  state: { v: reg(8), kept: mem(4, 8) },
  eval: ({ v }) => ({ n: v }),
  onTick: ({ v, step, kept }) => {
    kept[v & 15] = v
    return { v: v + step, kept }
  },
})`

test('a link carries the moment: who opens it is at the same cycle, bit for bit', async ({ page, context }) => {
  const sender = new Editor(page)
  await sender.open()
  await sender.write(counted)
  await sender.drawn('Counted')
  const circuit = new Circuit(page)
  for (const [step, cycles] of [
    ['3', 2],
    ['5', 3],
  ] as const) {
    await circuit.node('step').click()
    await page.keyboard.type(step)
    await page.keyboard.press('Enter')
    for (let i = 0; i < cycles; i++) await circuit.button(/Step/).click()
  }
  await circuit.outputIs('n', 21)
  await circuit.button(/back/i).click() // one cycle before the last
  await circuit.outputIs('n', 16)
  await page.getByRole('button', { name: /^Share/ }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toContainText('at cycle 4')
  const link = await pasted(context)

  for (const path of ['/', '/play']) {
    const other = await context.newPage()
    await other.goto(link.replace('/#', `${path}#`))
    const opened = new Circuit(other)
    await opened.drawn('Counted')
    await opened.outputIs('n', 16)
    await expect(other.locator('.toast')).toContainText('Verified')
    await other.close()
  }

  // A state that is not the same is told.
  const { text, run } = await page.evaluate(async (address) => {
    const code = new URL(address).hash
    return { text: code.replace(/&run=.*/, ''), run: /&run=(.*)/.exec(code)?.[1] ?? '' }
  }, link)
  const forged = JSON.parse(unpacked(run)) as { digest: string }
  const other = await context.newPage()
  const changed = packed(
    JSON.stringify({ ...forged, digest: forged.digest.replace(/.$/, (c) => (c === '0' ? '1' : '0')) }),
  )
  await other.goto(`/${text}&run=${changed}`)
  await expect(other.locator('.toast')).toContainText('differs')
})

/** A text in the form of links, as share-link.ts writes and reads it. */
function packed(text: string): string {
  const bytes = Buffer.from(text)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return `1r.${Buffer.concat([sum, bytes]).toString('base64url')}`
}

function unpacked(value: string): string {
  const body = Buffer.from(value.slice(3), 'base64url').subarray(4)
  return (value.startsWith('1d.') ? inflateRawSync(body) : body).toString()
}

test("public Simten's addresses open", async ({ page }) => {
  const editor = new Editor(page)
  await page.goto(`/circuit/${packing.compressToEncodedURIComponent(own)}`)
  await editor.drawn('Shared λ')
  await editor.write(own.replace('Shared λ', 'Edited'))
  await editor.drawn('Edited')
  await page.reload() // the edit is what the page shows now
  await editor.drawn('Edited')
  await page.goto('/circuit?example=fibonacci')
  await editor.drawn('Fibonacci')
  await page.goto('/editor')
  await editor.drawn('Edited')
  await page.goto('/circuit/s/2cf24dba5fb0a30e26e8')
  await expect(page.locator('.toast')).toContainText('simten.dev')
  await editor.drawn('Edited')
})
