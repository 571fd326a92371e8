// Runs generated modules in a JavaScript engine: Chromium when its path is given, else this Node.
// Reads one JSON job from standard input, {code, offset, trace, seconds, chromium}, and writes
// {outputs, firstMs, cyclesPerSecond, memory, engine}.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// measure runs in the engine that is measured, so it refers to nothing outside.
async function measure(job) {
  const binary = Uint8Array.from(atob(job.code), (c) => c.charCodeAt(0))
  const start = performance.now()
  const module = await WebAssembly.compile(binary) // synchronously a page may compile 8 MB only
  const { exports } = await WebAssembly.instantiate(module, {
    host: { call: () => 1, commit: () => {} },
  })
  exports.prepare()
  exports.step(1)
  exports.settle()
  const firstMs = performance.now() - start

  const again = (await WebAssembly.instantiate(module, { host: { call: () => 1, commit: () => {} } })).exports
  const view = new DataView(again.memory.buffer)
  const outputs = []
  again.prepare()
  for (let i = 0; i < job.trace; i++) {
    again.settle()
    outputs.push(view.getUint32(job.offset, true))
    again.step(1)
  }

  // The fastest window of a few milliseconds, after a warm-up of as long as the measurement.
  const window = 2
  let batch = 1
  let best = 0
  const began = performance.now()
  while (performance.now() - began < 3000 * job.seconds) {
    const warm = performance.now() - began > 1000 * job.seconds
    const start = performance.now()
    const cycles = exports.step(batch)
    const took = performance.now() - start
    if (took < window) batch = Math.max(batch + 1, Math.floor((1.2 * batch * window) / Math.max(took, window / 8)))
    else if (warm && cycles / took > best) {
      best = cycles / took
      batch = Math.max(1, Math.floor(1.2 * best * window))
    }
  }
  return { outputs, firstMs, cyclesPerSecond: best * 1000, memory: exports.memory.buffer.byteLength }
}

const job = JSON.parse(readFileSync(0, 'utf8'))
let result
if (job.chromium) {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({
    executablePath: job.chromium,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  try {
    // An isolated page has a clock of microseconds; others round to a tenth of a millisecond.
    const server = createServer((_, response) => {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
      response.setHeader('Content-Type', 'text/html')
      response.end('<!doctype html><title>bench</title>')
    })
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    result = await page.evaluate(measure, job)
    result.engine = `Chromium ${browser.version()}`
    server.close()
  } finally {
    await browser.close()
  }
} else {
  result = await measure(job)
  result.engine = `Node ${process.version}`
}
console.log(JSON.stringify(result))
