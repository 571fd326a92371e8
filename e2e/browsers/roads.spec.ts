import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { example, moduleLoop, typedHalfAdder, unseenLoop } from '../support/circuits.ts'
import { probe } from '../support/probe.ts'
import { appUrl, sandboxUrl } from '../support/servers.ts'
import { startFirefox } from './bidi.ts'
import type { Browser, Tab } from './browser.ts'
import { Page } from './page.ts'

/** The browser's program; set by the part of the test run. */
const program = process.env.SIMTEN_FIREFOX ?? '/usr/bin/firefox-esr'

let browser: Browser
let tab: Tab
let page: Page

beforeAll(async () => {
  browser = await startFirefox(program)
  tab = await browser.tab()
  page = new Page(tab)
}, 120_000)

afterAll(() => browser?.close(), 60_000)

/** Complaints that are part of a test. */
let allowed = /^$/
afterEach(() => {
  const complaints = tab.complaints.splice(0).filter((text) => !allowed.test(text))
  allowed = /^$/
  expect(complaints).toEqual([])
})

describe('in Firefox', () => {
  it('the page shows its first circuit, and a switch lights a lamp', async () => {
    await tab.open(`${appUrl}/`)
    await page.drawn('HalfAdder')
    await page.put('a', true)
    await page.put('b', false)
    await page.lampIs('sum', true)
    await page.lampIs('carry', false)
    await page.put('b', true)
    await page.lampIs('sum', false)
    await page.lampIs('carry', true)
  })

  it('a circuit that is typed is drawn and runs', async () => {
    await page.type(typedHalfAdder)
    await page.drawn('Mine')
    await page.put('a', true)
    await page.put('b', false)
    await page.lampIs('sum', true)
  })

  it('a counter counts step by step, and by its clock', async () => {
    await page.write(example('counter').text)
    await page.drawn('Counter8')
    await page.outputIs('count', 0)
    for (let i = 1; i <= 3; i++) {
      await page.click('button', { name: '^Step', within: 'circuit-controls' })
      await page.outputIs('count', i)
    }
    await page.click('button', { name: '^Run', within: 'circuit-controls' })
    const count = async () => Number(/\d+$/.exec((await page.there('[data-node="n:count"]')).name)?.[0])
    await page.until('it counts', async () => (await count()) !== 3)
    await page.click('button', { name: '^Pause', within: 'circuit-controls' })
    await page.click('button', { name: '^Reset', within: 'circuit-controls' })
    await page.outputIs('count', 0)
  })

  it('a loop without an end is stopped with its line, by the engine or from outside', async () => {
    for (const [text, line] of [
      [moduleLoop, 1],
      [unseenLoop, 3],
    ] as const) {
      await page.write(text)
      await page.there('button', { name: `^Line ${line}\\b`, within: 'status-bar' })
    }
    await page.write(example('half-adder').text)
    await page.drawn('HalfAdder')
    await page.put('a', true)
    await page.put('b', false)
    await page.lampIs('sum', true)
  })

  it("the user's code finds no way out", async () => {
    await tab.run(`localStorage.setItem('token', 'secret-4711')`)
    // The whole walk takes longer than a run may on a busy machine; that is done in Chromium, with a higher limit.
    await page.write(probe.replace('seen.size < 20000', 'seen.size < 1500'))
    await page.drawn('Probe')
    await page.lampIs('alive', true)
    for (const found of [
      'fetch',
      'document',
      'postMessage',
      'WebSocket',
      'importScripts',
      'bare',
      'host',
      'hostInModule',
      'secret',
      'secretInModule',
      'made',
    ])
      await page.lampIs(found, false)
    await tab.run(`localStorage.removeItem('token')`)
  })

  it('the sandbox is sealed: it tests itself, reaches nothing outside and makes no code from text', async () => {
    allowed = /Content-Security-Policy|Content Security Policy|blocked|NetworkError/i
    const attack = (statement: string) => `(async () => {
      const heard = []
      const listener = (event) => heard.push(event.effectiveDirective)
      document.addEventListener('securitypolicyviolation', listener)
      try { ${statement} } catch {}
      await new Promise((resolve) => setTimeout(resolve, 300))
      document.removeEventListener('securitypolicyviolation', listener)
      return heard.join(' ')
    })()`
    const script = `const s = document.createElement('script'); s.textContent = 'document.title = "owned"'; document.head.append(s)`
    const origins = [undefined, sandboxUrl]
    for (const where of origins) expect(await tab.run(attack(script), where), String(where)).toMatch(/script-src/)
    const outside = 'http://127.0.0.1:9/'
    expect(await tab.run(attack(`await fetch('${outside}')`), sandboxUrl)).toMatch(/connect-src/)
    expect(
      await tab.run(attack(`const i = new Image; i.src = '${outside}'; document.body.append(i)`), sandboxUrl),
    ).toMatch(/img-src/)
    expect(await tab.run(attack(`new Worker(URL.createObjectURL(new Blob(['1'])))`), sandboxUrl)).toMatch(/worker-src/)
    const seen = await tab.run(
      `(() => {
        const parent = (() => { try { return String(window.parent.document.title) } catch { return 'refused' } })()
        return { parent, local: Object.keys(localStorage), peers: typeof RTCPeerConnection, shared: typeof SharedArrayBuffer }
      })()`,
      sandboxUrl,
    )
    expect(seen).toEqual({ parent: 'refused', local: ['simten.engine'], peers: 'undefined', shared: 'undefined' })
    // Opened by itself, it is not isolated from anybody, and serves nobody.
    await tab.open(`${sandboxUrl}/`)
    const answer = `(async () => {
      const channel = new MessageChannel()
      const heard = new Promise((resolve) => { channel.port1.onmessage = () => resolve('served'); setTimeout(() => resolve('silent'), 1000) })
      window.postMessage({ hello: 1 }, '*', [channel.port2])
      return heard
    })()`
    expect(await tab.run(answer)).toBe('silent')
  })

  it('circuits that are embedded in an article work', async () => {
    await tab.open(`${appUrl}/embed-demo`)
    await page.drawn('HalfAdder', '#half-adder')
    await page.put('a', true, '#half-adder')
    await page.lampIs('sum', true, '#half-adder')
  })

  it('the studio shows a file, through its WebSocket', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const file = join(root, 'examples/half-adder/circuit.ts')
    const studio = spawn(join(root, 'build/simten'), ['studio', file, '--no-open', '--root', root])
    try {
      const address = await new Promise<string>((resolve) => {
        studio.stdout.on('data', (said: Buffer) => {
          const found = / at (http:\S+)/.exec(said.toString())?.[1]
          if (found) resolve(found)
        })
      })
      await tab.open(address)
      await page.drawn('HalfAdder')
      await page.put('a', true)
      await page.lampIs('sum', true)
      await tab.open('about:blank') // the page would try to connect
    } finally {
      studio.kill()
    }
  })
})
