import { crc32 } from 'node:zlib'
import type { Page, Worker } from '@playwright/test'
import { DEFAULT_LIMITS } from '@simten/client/protocol.gen'
import { example } from '../support/circuits.ts'
import { Editor } from '../support/editor.ts'
import { sandboxUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

/** A link as app-site/src/share/link.ts writes one. */
function linkTo(text: string): string {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(text))
  return `/#code=1r.${Buffer.concat([sum, Buffer.from(text)]).toString('base64url')}`
}

/** A text that is nobody's example. */
const strange = example('counter').text.replaceAll('Counter8', 'Theirs')

/** Nothing here is about limits, and a busy machine may take longer than a compile may. */
test.beforeEach(async ({ page }) => {
  await page.route(`${sandboxUrl}/config.json`, async (route) => {
    const response = await route.fetch()
    const limits = { ...DEFAULT_LIMITS, runMilliseconds: 60_000 }
    await route.fulfill({ response, json: { ...((await response.json()) as object), limits } })
  })
})

/** Worker of the page that holds circuits: the first one; the others are spare. */
function engine(page: Page): Worker {
  const found = page.workers().find((worker) => worker.url().startsWith(sandboxUrl))
  if (!found) throw new Error('no worker')
  return found
}

/** The result of asking for machine code in the worker, as somebody can who has taken the engine over. */
function attack(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const bytes = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
    const ways: (() => unknown)[] = [
      () => new WebAssembly.Module(bytes),
      () => new (WebAssembly.Module.prototype.constructor as typeof WebAssembly.Module)(bytes),
      () => Reflect.construct(WebAssembly.Module, [bytes]),
      () => WebAssembly.compile(bytes),
      () => WebAssembly.instantiate(bytes),
      () => WebAssembly.compileStreaming(new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } })),
      () => WebAssembly.instantiateStreaming(new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } })),
    ]
    const outcomes: string[] = []
    for (const way of ways) {
      try {
        await way()
        outcomes.push('compiled')
      } catch (error) {
        outcomes.push((error as Error).name)
      }
    }
    return outcomes
  })
}

test("A309 a stranger's link is interpreted until full speed is asked for; nothing in its worker reaches the compiler", async ({
  page,
}) => {
  const editor = new Editor(page)
  await editor.open(linkTo(strange), 'Theirs')
  await expect(editor.strip).toContainText('Opened from a link. Runs in the interpreter.')
  expect(new Set(await attack(engine(page)))).toEqual(new Set(['CompileError']))
  await editor.button(/^Step/).click()
  await editor.outputIs('count', 1)

  // An edit does not make it the user's.
  await editor.write(`${strange}// edited\n`)
  await expect(editor.strip).toContainText('Runs in the interpreter.')
  await editor.outputIs('count', 1)
  expect(new Set(await attack(engine(page)))).toEqual(new Set(['CompileError']))
  // Nor does a reload, which brings the run back.
  await page.reload()
  await editor.drawn('Theirs')
  await expect(editor.strip).toContainText('Runs in the interpreter.')
  await editor.outputIs('count', 1)
  expect(new Set(await attack(engine(page)))).toEqual(new Set(['CompileError']))

  await editor.button(/^Step/).click()
  await editor.outputIs('count', 2)
  await editor.strip.getByRole('button', { name: 'Full speed' }).click()
  await expect(editor.strip).toBeHidden()
  // The circuit goes on where it was, in a worker that compiles.
  await expect.poll(async () => new Set(await attack(engine(page)).catch(() => []))).toEqual(new Set(['compiled']))
  await editor.outputIs('count', 2)
  await editor.button(/^Step/).click()
  await editor.outputIs('count', 3)
})

test('A309 examples and own texts run at full speed', async ({ page }) => {
  const editor = new Editor(page)
  await editor.open('/?example=counter', 'Counter8')
  await expect(editor.strip).toBeHidden()
  expect(new Set(await attack(engine(page)))).toEqual(new Set(['compiled']))
})

test('A309 a worker of the sandbox starts no other worker, and loads no script from elsewhere', async ({
  page,
  guard,
}) => {
  guard.allow(/policy|Policy|Failed to|Refused|violat/)
  const editor = new Editor(page)
  await editor.open(linkTo(strange), 'Theirs')
  const outcomes = await engine(page).evaluate(async () => {
    const tried: string[] = []
    const url = URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }))
    for (const make of [() => new Worker(url), () => new Worker(location.href, { type: 'module' })]) {
      tried.push(
        await new Promise<string>((resolve) => {
          try {
            const worker = make()
            worker.onmessage = () => resolve('runs')
            worker.onerror = () => resolve('refused')
            setTimeout(() => resolve('silent'), 3_000)
            worker.postMessage(0)
          } catch {
            resolve('refused')
          }
        }),
      )
    }
    tried.push(
      await import(/* @vite-ignore */ url).then(
        () => 'runs',
        () => 'refused',
      ),
    )
    return tried
  })
  expect(outcomes).not.toContain('runs')
})
