// Measures what a person waits for, in a real Chromium on the built tree: `node e2e/figures.mjs`, after `make build`.
// SIMTEN_CHROMIUM names the browser. Times are milliseconds, the middle of several tries.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const root = fileURLToPath(new URL('..', import.meta.url))
const tries = 5
const installed = process.env.SIMTEN_CHROMIUM ?? ['/usr/bin/chromium'].find((path) => existsSync(path))

const middle = (times) => Math.round(times.toSorted((a, b) => a - b)[times.length >> 1])
const example = (name) => readFileSync(join(root, 'examples', name, 'circuit.ts'), 'utf8')

/** Serves the built tree on free ports and gives the app's address. */
async function serve() {
  const server = spawn(
    join(root, 'build', 'simten'),
    ['serve', '--root', root, '--app-port', '0', '--sandbox-port', '0'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = await once(createInterface(server.stdout), 'line')
  return { address: /at (\S+)/.exec(line)[1], stop: () => server.kill('SIGINT') }
}

const drawn = (within, name) =>
  within
    .locator('circuit-canvas')
    .getByRole('group', { name: `Circuit ${name}` })
    .locator('g.node')
    .first()
    .waitFor()

/** Runs a task with a browser profile that has seen nothing. */
async function withProfile(task) {
  const folder = mkdtempSync(join(tmpdir(), 'simten-figures-'))
  const context = await chromium.launchPersistentContext(folder, {
    ...(installed === undefined ? {} : { executablePath: installed }),
    viewport: { width: 1280, height: 800 },
  })
  try {
    return await task(context)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function load(context, address) {
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await drawn(page, 'HalfAdder')
  const took = performance.now() - began
  return { page, took }
}

async function measureLoads(address) {
  const cold = []
  const warm = []
  for (let i = 0; i < tries; i++) {
    await withProfile(async (context) => {
      const first = await load(context, address)
      cold.push(first.took)
      // The browser writes the compiled module to its cache once the page is quiet.
      await first.page.waitForTimeout(2000)
      await first.page.close()
      await (await load(context, address)).page.close()
      const again = await load(context, address)
      warm.push(again.took)
    })
  }
  return { 'load to first circuit, cold': middle(cold), 'load to first circuit, warm': middle(warm) }
}

/** From the last key to the new picture, the editor's wait of 300 ms included. */
async function measureEdits(address) {
  return withProfile(async (context) => {
    const { page } = await load(context, address)
    const figures = {}
    for (const [name, circuit] of [
      ['counter', 'Counter8'],
      ['fibonacci', 'Fibonacci'],
      ['half-adder', 'HalfAdder'],
    ]) {
      const times = []
      for (let i = 0; i < tries; i++) {
        // A name of its own for each try, so that the picture seen is the new one.
        const text = example(name).replace(circuit, `${circuit}x${i}`)
        await page.getByRole('textbox', { name: 'Circuit text' }).click()
        await page.keyboard.press('ControlOrMeta+a')
        const began = performance.now()
        await page.keyboard.insertText(text)
        await drawn(page, `${circuit}x${i}`)
        times.push(performance.now() - began)
      }
      figures[`edit to new picture, ${name}`] = middle(times)
    }
    return figures
  })
}

/** From the end of a killed worker, when the guilty embed says so, until the innocent one has stepped on. */
async function measureRecovery(address) {
  return withProfile(async (context) => {
    const stopped = []
    const back = []
    for (let i = 0; i < 3; i++) {
      const page = await context.newPage()
      await page.goto(`${address}/embed-demo`)
      const guilty = page.locator('#half-adder')
      const good = page.locator('#counter')
      await drawn(guilty, 'HalfAdder')
      await drawn(good, 'Counter8')
      const began = performance.now()
      await guilty.evaluate((element) =>
        element.setAttribute(
          'code',
          "'x'.repeat(40).match(/^(?=(x+x+)+y)/)\ncircuit('Never', { outputs: { y: bit }, eval: () => ({ y: 1 }) })",
        ),
      )
      await guilty.getByRole('alert').waitFor()
      const killed = performance.now()
      await good.locator('circuit-controls').getByRole('button', { name: /^Step/ }).click()
      const lamp = good.locator('circuit-canvas [data-node="n:count"][aria-label$=", 1"]')
      await lamp.waitFor({ state: 'attached' })
      stopped.push(killed - began)
      back.push(performance.now() - killed)
      await page.close()
    }
    return { 'endless native call to its error': middle(stopped), 'error to the other circuit stepping': middle(back) }
  })
}

const { address, stop } = await serve()
try {
  for (const measure of [measureLoads, measureEdits, measureRecovery]) {
    for (const [what, time] of Object.entries(await measure(address))) console.log(`${what}: ${time} ms`)
  }
} finally {
  stop()
}
