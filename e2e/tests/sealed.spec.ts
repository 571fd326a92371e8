import { DEFAULT_LIMITS } from '@simten/client/protocol.gen'
import { Editor } from '../support/editor.ts'
import { probe } from '../support/probe.ts'
import { sandboxUrl } from '../support/servers.ts'
import { expect, sandboxFrame, test } from '../support/test.ts'

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
  // The circuit runs before the engine is there, which is noted when it is loaded.
  await expect.poll(() => frame.evaluate(() => Object.keys(localStorage))).toHaveLength(1)
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
