// Measures the product's own engine in Chromium: from the text of a circuit to the end of its first cycle, in the worker that
// the page has, loaded by the sandbox site's own script, without the page around it.
// Reads one JSON job from standard input, {site, chromium, source, cold, warm, against}, and writes a list with {first, rounds}: for the first
// compile of a fresh engine, and for those that count, the milliseconds {engine, told}. engine is until the cycle is done,
// told until the page has heard so, with the description of the circuit that it draws. cold is how many rounds come
// between, while the browser still compiles the engine's hot functions. against is the path of another engine's module, or empty: both then
// compile in turns in one page, and the list has two elements.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

// measure runs in the page, so it refers to nothing outside.
async function measure({ workerUrl, engineUrls, source, cold, warm }) {
  const start = async (engineUrl) => {
    const module = await WebAssembly.compileStreaming(fetch(engineUrl))
    const worker = new Worker(workerUrl, { type: 'module' })
    const waiting = new Map()
    let ready
    const started = new Promise((resolve, reject) => {
      ready = resolve
      worker.onerror = (event) => reject(new Error(event.message))
    })
    worker.onmessage = ({ data }) => {
      if (data.kind === 'ready') ready()
      if (data.kind === 'broken') throw new Error(data.message)
      if (data.kind !== 'reply') return
      const reply = JSON.parse(data.text)
      waiting.get(reply.id)?.(reply)
    }
    let id = 0
    const ask = (request) =>
      new Promise((resolve) => {
        id++
        waiting.set(id, resolve)
        worker.postMessage({ kind: 'request', text: JSON.stringify({ id, slot: 'bench', ...request }) })
      })
    // What the supervisor of a page for editing asks for when nobody waits, and time for it: at first the engine practises for up to
    // two seconds. The generated module of the circuit before takes over meanwhile.
    const idle = async (milliseconds) => {
      worker.postMessage({ kind: 'warm', practise: true })
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
    }
    worker.postMessage({ kind: 'start', module, limits: { memoryMebibytes: 512, runMilliseconds: 60_000 }, moduleHost: '' })
    await started
    await idle(2500)
    return { rounds: [], ask, idle }
  }
  const round = async ({ rounds, ask, idle }) => {
    const start = performance.now()
    const compiled = await ask({ type: 'compile', compile: { source, harness: true } })
    const replied = performance.now()
    if (!compiled.compile?.design) throw new Error(JSON.stringify(compiled.error ?? compiled.compile.diagnostics))
    const ticked = await ask({ type: 'tick', tick: { count: 1 } })
    const end = performance.now()
    if (ticked.error) throw new Error(ticked.error.message)
    if (ticked.status.cycle !== 1) throw new Error(`after one cycle the engine is at ${ticked.status.cycle}`)
    rounds.push({ engine: compiled.compile.milliseconds + (end - replied), told: end - start })
    await idle(500)
  }
  const engines = []
  for (const url of engineUrls) engines.push(await start(url))
  for (let i = 0; i < 1 + cold + warm; i++)
    for (const k of engines.keys()) await round(engines[(i + k) % engines.length])
  return engines.map(({ rounds }) => ({ first: rounds[0], rounds: rounds.slice(1 + cold) }))
}

const job = JSON.parse(readFileSync(0, 'utf8'))
const assets = readdirSync(join(job.site, 'assets'))
const asset = (pattern) => {
  const name = assets.find((a) => pattern.test(a))
  if (!name) throw new Error(`${job.site} has no ${pattern}: run make build`)
  return `/assets/${name}`
}
const files = {}
const add = (url, type, path) => {
  files[url] = { type, path }
  return url
}
const own = (pattern, type) => add(asset(pattern), type, join(job.site, asset(pattern)))
const workerUrl = own(/^worker-.*\.js$/, 'text/javascript')
const engineUrls = [own(/^engine-.*\.wasm$/, 'application/wasm')]
if (job.against) engineUrls.push(add('/against.wasm', 'application/wasm', job.against))
const server = createServer((request, response) => {
  // An isolated page has a clock of microseconds; others round to a tenth of a millisecond.
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
  const file = files[request.url]
  response.setHeader('Content-Type', file?.type ?? 'text/html')
  response.end(file ? readFileSync(file.path) : '<!doctype html><title>bench</title>')
})
await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
const { chromium } = await import('playwright-core')
const browser = await chromium.launch({
  executablePath: job.chromium,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  const { source, cold, warm } = job
  console.log(JSON.stringify(await page.evaluate(measure, { workerUrl, engineUrls, source, cold, warm })))
} finally {
  await browser.close()
  server.close()
}
