import { DEFAULT_LIMITS } from '../../embed/src/client/protocol.gen.js'
import { Editor } from '../support/editor.js'
import { sandboxUrl } from '../support/servers.js'
import { expect, sandboxFrame, test } from '../support/test.js'

/**
 * Tries everything that would lead out, at module time and inside eval, and shows what it found as lamps: each must stay
 * dark. `alive` proves that the probe ran.
 */
const probe = `
// Timers, queueMicrotask and performance exist, as the realm's own: they count virtual time and hold no host object.
const names = ['fetch', 'document', 'postMessage', 'WebSocket', 'importScripts', 'window', 'self', 'navigator', 'location',
  'XMLHttpRequest', 'indexedDB', 'localStorage', 'caches', 'Worker', 'SharedWorker', 'BroadcastChannel', 'MessageChannel',
  'WebAssembly', 'process', 'require', 'Go', 'Deno', 'chrome', 'close']

// Every way to the global object, and to code made from text.
function globals() {
  const found = [globalThis]
  const add = (get) => { try { const g = get(); if (g !== null && (typeof g === 'object' || typeof g === 'function')) found.push(g) } catch {} }
  add(() => (function () { return this })())
  add(() => Function('return this')())
  add(() => (() => {}).constructor('return this')())
  add(() => (0, eval)('this'))
  add(() => Object.getPrototypeOf(function* () {}).constructor('return this')().next().value)
  add(() => Object.getPrototypeOf(async () => {}).constructor('return this')())
  add(() => circuit.constructor('return this')())
  add(() => And.constructor.constructor('return this')())
  add(() => [].map.constructor.call(null, 'return this')())
  add(() => Reflect.construct(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(() => {}), 'constructor').value, ['return this'])())
  return found
}

// Walks everything that can be reached and looks for a host object or a secret of the page.
function look() {
  let host = 0, secret = 0, made = 0
  const seen = new Set()
  const queue = globals()
  const visit = (v) => {
    if (typeof v === 'string' && v.includes('secret-4711')) secret = 1
    if (v !== null && (typeof v === 'object' || typeof v === 'function') && !seen.has(v)) { seen.add(v); queue.push(v) }
  }
  while (queue.length > 0 && seen.size < 20000) {
    const o = queue.pop()
    for (const name of names) { try { if (name in o && o[name] !== undefined) host = 1 } catch {} }
    let keys = []
    try { keys = Reflect.ownKeys(o) } catch {}
    for (const key of keys) {
      try {
        const d = Object.getOwnPropertyDescriptor(o, key)
        if ('value' in d) visit(d.value); else { visit(d.get); visit(d.set); try { visit(o[key]) } catch {} }
      } catch {}
    }
    try { visit(Object.getPrototypeOf(o)) } catch {}
  }
  for (const make of [() => Function('return 1')(), () => (0, eval)('1'), () => (() => {}).constructor('return 1')()]) {
    try { if (make() === 1) made = 1 } catch {}
  }
  return { host, secret, made }
}

const missing = (name) => { try { return typeof globalThis[name] === 'undefined' ? 0 : 1 } catch { return 0 } }
const first = look()
circuit('Probe', {
  outputs: { alive: bit, fetch: bit, document: bit, postMessage: bit, WebSocket: bit, importScripts: bit,
    bare: bit, host: bit, hostInModule: bit, secret: bit, secretInModule: bit, made: bit },
  eval: () => {
    const now = look()
    let bare = 0
    for (const f of [() => fetch, () => document, () => postMessage, () => WebSocket, () => importScripts, () => self]) {
      try { f(); bare = 1 } catch {}
    }
    return { alive: 1, fetch: missing('fetch'), document: missing('document'), postMessage: missing('postMessage'),
      WebSocket: missing('WebSocket'), importScripts: missing('importScripts'), bare, host: now.host, hostInModule: first.host,
      secret: now.secret, secretInModule: first.secret, made: now.made }
  },
})
`

test("A001 A007 A199 the user's code finds no way out", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'session', value: 'secret-4711', url: baseURL ?? '' }])
  // Nothing here is about limits, and on a busy machine the walk through everything may take longer than a run may.
  await page.route(`${sandboxUrl}/config.json`, async (route) => {
    const response = await route.fetch()
    const limits = { ...DEFAULT_LIMITS, runMilliseconds: 60_000 }
    await route.fulfill({ response, json: { ...((await response.json()) as object), limits } })
  })
  const editor = new Editor(page)
  await editor.open()
  await page.evaluate(() => localStorage.setItem('token', 'secret-4711'))
  await editor.write(probe)
  await editor.drawn('Probe')
  await editor.lampIs('alive', 1)
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
  ]) {
    await editor.lampIs(found, 0)
  }
  // Code from text may exist in the interpreter, but then it must be as blind as the rest; here it does not exist.
  await editor.lampIs('made', 0)
})

for (const [name, text] of [
  [
    'import()',
    "const m = import('data:text/javascript,export default 1')\ncircuit('A', { outputs: { y: bit }, eval: () => ({ y: 1 }) })",
  ],
  [
    'an import of an address',
    "import x from 'https://example.org/x.js'\ncircuit('A', { outputs: { y: bit }, eval: () => ({ y: x.n }) })",
  ],
] as const) {
  test(`A185 A186 ${name} is refused in words`, async ({ editor, context }) => {
    const requests: string[] = []
    context.on('request', (request) => requests.push(request.url()))
    await editor.open()
    await editor.write(text)
    await editor.showProblems()
    await expect(editor.problems.first()).toContainText(/import/i)
    expect(requests.filter((url) => url.includes('example.org') || url.startsWith('data:text'))).toEqual([])
  })
}

test("A206 A208 the sandbox does not see the app's storage, and the app sets no cookies", async ({ page, context }) => {
  const editor = new Editor(page)
  await editor.open()
  await page.evaluate(() => {
    localStorage.setItem('token', 'secret-4711')
    sessionStorage.setItem('token', 'secret-4711')
  })
  const frame = await sandboxFrame(page)
  const seen = await frame.evaluate(async () => {
    const databases = await indexedDB.databases()
    const parent = (() => {
      try {
        return String(window.parent.document.title)
      } catch {
        return 'refused'
      }
    })()
    return {
      local: Object.keys(localStorage),
      session: { ...sessionStorage },
      databases: databases.map((d) => d.name),
      caches: await caches.keys(),
      parent,
    }
  })
  // The sandbox page notes which engine the browser has in its cache; the engine itself, and so the user's code, has no
  // storage at all.
  expect(seen).toEqual({
    local: ['simten.engine'],
    session: {},
    databases: [],
    caches: ['simten-modules-1'],
    parent: 'refused',
  })
  expect(await context.cookies()).toEqual([])
})

test('A262 code from text is refused on the page and in the sandbox, whoever asks for it', async ({ page, guard }) => {
  guard.allow(/policy violation|Content Security Policy|unsafe-eval/)
  const editor = new Editor(page)
  await editor.open()
  const refused = () => {
    // A script element is subject to the policy; what the test runner injects is not.
    return new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (e) => resolve(e.effectiveDirective), { once: true })
      const script = document.createElement('script')
      script.textContent = 'document.title = "owned"'
      document.head.append(script)
    })
  }
  expect(await page.evaluate(refused)).toMatch(/script-src/)
  const frame = await sandboxFrame(page)
  expect(await frame.evaluate(refused)).toMatch(/script-src/)
  expect(await page.title()).not.toBe('owned')
})
