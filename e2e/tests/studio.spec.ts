/** The studio: `simten studio FILE` and its page, and pages that have no business there. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { Circuit } from '../support/circuit.ts'
import { Editor } from '../support/editor.ts'
import { startHost } from '../support/host.ts'
import { McpServer } from '../support/mcp.ts'
import { expect, test } from '../support/test.ts'

const program = fileURLToPath(new URL('../../build/simten', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Two switches, a gate and a lamp; with a register behind the gate it has a clock. */
const gated = (gate: string, register = false) => `circuit('${gate}Gate', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { g: ${gate}(), ${register ? 'r: Register({ width: 1 }), on: Constant({ value: 1 })' : ''} },
  connect: ({ inputs, outputs, nodes }) => [
    inputs.a.to(nodes.g.a), inputs.b.to(nodes.g.b),
    ${register ? 'nodes.g.out.to(nodes.r.data), nodes.on.out.to(nodes.r.we), nodes.r.q.to(outputs.y)' : 'nodes.g.out.to(outputs.y)'},
  ],
})
`

/** A studio that shows a file of the test. */
interface Studio {
  /** With the token. */
  readonly address: string
  readonly origin: string
  write(text: string): void
  stop(): Promise<void>
}

async function studio(text: string, command: readonly string[] = ['studio', '--no-open']): Promise<Studio> {
  const folder = mkdtempSync(join(tmpdir(), 'simten-studio-'))
  const file = join(folder, 'gate.ts')
  writeFileSync(file, text)
  const server: ChildProcess = spawn(program, [...command, '--root', root, file], { cwd: folder })
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout?.on('data', (said: Buffer) => {
      const found = /(?:shows|opens)(?: \S+)? at (http:\S+)/.exec(said.toString())?.[1]
      if (found) resolve(found)
    })
    server.on('exit', () => reject(new Error('the studio ended')))
  })
  return {
    address,
    origin: new URL(address).origin,
    write: (next) => writeFileSync(file, next),
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

test('shows a file, and again whenever it changes, with the inputs as they were', async ({ page }) => {
  const shown = await studio(gated('And'))
  try {
    await page.goto(shown.address)
    const circuit = new Circuit(page)
    await circuit.drawn('AndGate')
    expect(page.url()).toBe(`${shown.origin}/studio`) // the token is not there to be copied
    await circuit.put('a', 1)
    await circuit.lampIs('y', 0)

    shown.write(gated('Or'))
    await circuit.drawn('OrGate')
    await circuit.lampIs('y', 1)
    await expect(circuit.switch('a')).toHaveAttribute('aria-checked', 'true')

    shown.write(gated('Or').replace('Or()', 'Ore()'))
    await expect(page.getByText(/Ore/).first()).toBeVisible()
    await expect(page).toHaveTitle(/OrGate/) // the last good one stays

    shown.write(gated('Xor', true))
    await circuit.drawn('XorGate')
    await expect(circuit.switch('a')).toHaveAttribute('aria-checked', 'true')
    await circuit.lampIs('y', 0)
    await circuit.button('Step one cycle').click()
    await circuit.lampIs('y', 1)
    await page.getByRole('button', { name: 'Waveforms' }).click()
    await expect(page.locator('circuit-wave')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('studio.png') })

    await page.reload() // the tab remembers its token
    await circuit.drawn('XorGate')
    await page.setViewportSize({ width: 390, height: 780 })
    expect(await violations(page)).toEqual([])
  } finally {
    await page.close() // it would try to connect
    await shown.stop()
  }
})

test('a file that is served opens in the editor, which follows it and loses no edit', async ({ page }) => {
  const served = await studio(gated('And'), ['serve', '--app-port', '0', '--sandbox-port', '0'])
  try {
    const editor = new Editor(page)
    await page.goto(served.address)
    await editor.drawn('AndGate')
    expect(page.url()).toBe(`${served.origin}/`)
    await editor.put('a', 1)
    await editor.lampIs('y', 0)

    served.write(gated('Or'))
    await editor.drawn('OrGate')
    await editor.lampIs('y', 1) // the input stays
    await editor.text.click()
    await page.keyboard.press('ControlOrMeta+z')
    await editor.drawn('AndGate')
    await page.keyboard.press('ControlOrMeta+y')
    await editor.drawn('OrGate')

    await editor.write(gated('Or').replace('OrGate', 'Mine'))
    await editor.drawn('Mine')
    served.write(gated('Xor'))
    await expect(editor.strip).toContainText('gate.ts has changed on the disk.')
    await page.reload()
    await editor.drawn('Mine')
    await page.screenshot({ path: test.info().outputPath('changed.png') })
    await editor.strip.getByRole('button', { name: 'Load it' }).click()
    await editor.drawn('XorGate')
    await expect(editor.strip).toHaveCount(0)
    await editor.text.click()
    await page.keyboard.press('ControlOrMeta+z')
    await editor.drawn('Mine')
  } finally {
    await page.close()
    await served.stop()
  }
})

test('an assistant shows a circuit, changes it and shows it again', async ({ page }) => {
  // In the place of the command that opens a browser stands one that writes the address down.
  const folder = mkdtempSync(join(tmpdir(), 'simten-assistant-'))
  const written = join(folder, 'address')
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" >'${written}'\n`, { mode: 0o755 })
  const server = await McpServer.start({ views: false, environment: { PATH: `${folder}:${process.env.PATH}` } })
  const show = async (source: string, inputs: object) => {
    const result = await server.request('tools/call', { name: 'show_circuit', arguments: { source, inputs } })
    return (result as { structuredContent: { rendered?: boolean; pages: number; link: string } }).structuredContent
  }
  try {
    const first = show(gated('And'), { a: 1 })
    await expect.poll(() => existsSync(written) && readFileSync(written, 'utf8')).toMatch(/\/studio#token=/)
    const address = readFileSync(written, 'utf8')
    await page.goto(address)
    const circuit = new Circuit(page)
    await circuit.drawn('AndGate')
    expect(await first).toMatchObject({ rendered: true, pages: 1 })
    await circuit.lampIs('y', 0)

    const second = await show(gated('Or'), { a: 1 })
    expect(second).toMatchObject({ rendered: true, pages: 1 })
    await circuit.drawn('OrGate')
    await circuit.lampIs('y', 1)

    await page.goto(second.link) // the studio's server has the other pages, too
    await circuit.drawn('OrGate')
    expect(page.url().startsWith(new URL(address).origin)).toBe(true)
  } finally {
    await page.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
})

test('says when the studio is gone, and comes back by itself', async ({ page, guard }) => {
  guard.allow(/WebSocket connection to/)
  const first = await studio(gated('And'))
  try {
    let cut: (() => void) | undefined
    let refuse = false
    await page.routeWebSocket(/\/studio\/socket$/, (socket) => {
      if (refuse) void socket.close({ code: 1001 })
      else {
        const server = socket.connectToServer()
        cut = () => {
          void server.close()
          void socket.close({ code: 1001 })
        }
      }
    })
    await page.goto(first.address)
    const circuit = new Circuit(page)
    await circuit.drawn('AndGate')
    await circuit.put('a', 1)
    refuse = true
    cut?.()
    await expect(page.getByText('Disconnected, trying again').first()).toBeVisible()
    await circuit.put('b', 1) // the circuit works on
    await circuit.lampIs('y', 1)
    first.write(gated('Nand'))
    refuse = false
    await circuit.drawn('NandGate')
    await circuit.lampIs('y', 0)
    await expect(page.getByText('Disconnected, trying again').first()).toBeHidden()
  } finally {
    await first.stop()
  }
  // Another run of the program has another token, and its address brings the same tab in.
  const second = await studio(gated('Nor'))
  try {
    await page.unrouteAll()
    await page.goto(`${second.origin}/studio#token=${'A'.repeat(43)}`)
    await expect(page.getByRole('heading', { name: 'This studio has ended' })).toBeVisible()
    await page.goto(second.address)
    await new Circuit(page).drawn('NorGate')
  } finally {
    await second.stop()
  }
})

/** Opens a WebSocket from a page, says a text, and tells how it ends; "quiet" when it stays open. */
function knock(page: Page, address: string, text: string): Promise<string> {
  return page.evaluate(
    ([to, say]) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(to ?? '')
        let heard = ''
        setTimeout(() => resolve(heard || 'quiet'), 3_000)
        socket.onopen = () => socket.send(say ?? '')
        socket.onmessage = ({ data }) => {
          heard = `heard ${String(data).slice(0, 20)}`
          resolve(heard)
        }
        socket.onclose = ({ code }) => resolve(`closed ${code}`)
      }),
    [address, text],
  )
}

test('a hostile page beside the studio gets nothing, even with the token', async ({ page, guard }) => {
  guard.allow(/WebSocket connection to|Failed to load resource|CORS policy|frame-ancestors|Framing/)
  const shown = await studio(gated('And'))
  const hostile = await startHost((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>hostile</title>')
  })
  try {
    const token = new URL(shown.address).hash.slice('#token='.length)
    const socket = `${shown.origin.replace('http', 'ws')}/studio/socket`
    const register = JSON.stringify({ type: 'register', token })
    await page.goto(hostile.url)
    expect(await knock(page, socket, register)).toBe('closed 1006')
    expect(await knock(page, socket.replace('localhost', '127.0.0.1'), register)).toBe('closed 1006')

    // A site whose name leads to this machine: browsers take every name below localhost for it.
    const { port } = new URL(hostile.url)
    await page.goto(`http://evil.localhost:${port}`)
    expect(await knock(page, socket, register)).toBe('closed 1006')
    expect(await knock(page, socket.replace('localhost', 'evil.localhost'), register)).toBe('closed 1006')
    const rebound = await page.goto(shown.origin.replace('localhost', 'evil.localhost'))
    expect(rebound?.status()).toBe(421)

    // It neither reads the page nor frames it.
    await page.goto(hostile.url)
    const read = await page.evaluate(
      (to) =>
        fetch(to).then(
          () => 'read',
          () => 'refused',
        ),
      `${shown.origin}/studio`,
    )
    expect(read).toBe('refused')
    await page.evaluate(
      (to) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = resolve
          frame.src = to
          document.body.append(frame)
        }),
      shown.address,
    )
    expect(page.frames().some((f) => f.url().startsWith(shown.origin))).toBe(false)

    // The studio's own page gets in, with the token only.
    await page.goto(`${shown.origin}/studio`)
    expect(await knock(page, socket, register)).toMatch(/^heard /)
    expect(await knock(page, socket, JSON.stringify({ type: 'register', token: 'A'.repeat(43) }))).toBe('closed 4001')
    expect(await knock(page, socket, JSON.stringify({ type: 'register', token, page: 'x' }))).toBe('closed 4002')
    expect(await knock(page, socket, 'A'.repeat(2_000))).toBe('closed 1009')
  } finally {
    await shown.stop()
    await hostile.stop()
  }
})
