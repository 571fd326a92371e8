import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
async function measure({ workerUrl, engineUrls, source, cold, warm }) {
  const make = async (engineUrl) => {
    const module = await WebAssembly.compileStreaming(fetch(engineUrl))
    const worker = new Worker(workerUrl, { type: 'module' })
    const waiting = new Map()
    let ready
    const started = new Promise((resolve, reject) => { ready = resolve; worker.onerror = (e) => reject(new Error(e.message)) })
    worker.onmessage = ({ data }) => {
      if (data.kind === 'ready') ready()
      if (data.kind !== 'reply') return
      const reply = JSON.parse(data.text)
      waiting.get(reply.id)?.(reply)
    }
    let id = 0
    const ask = (request) => new Promise((resolve) => { id++; waiting.set(id, resolve); worker.postMessage({ kind: 'request', text: JSON.stringify({ id, slot: 'bench', ...request }) }) })
    const idle = async (ms) => { worker.postMessage({ kind: 'warm', practise: true }); await new Promise((r) => setTimeout(r, ms)) }
    worker.postMessage({ kind: 'start', module, limits: { memoryMebibytes: 512, runMilliseconds: 60_000 }, moduleHost: '' })
    await started
    await idle(2500)
    const rounds = []
    return { rounds, async round() {
      const compiled = await ask({ type: 'compile', compile: { source, harness: true } })
      if (!compiled.compile?.design) throw new Error(JSON.stringify(compiled.error ?? compiled.compile.diagnostics))
      const replied = performance.now()
      const ticked = await ask({ type: 'tick', tick: { count: 1 } })
      if (ticked.error) throw new Error(ticked.error.message)
      rounds.push(compiled.compile.milliseconds + (performance.now() - replied))
      await idle(+(globalThis.IDLE ?? 200))
    } }
  }
  const all = []
  for (const u of engineUrls) all.push(await make(u))
  for (let i = 0; i < cold + warm; i++) for (let k = 0; k < all.length; k++) await all[(k + i) % all.length].round()
  return all.map((a) => a.rounds.slice(cold))
}
const site = '/work/main/sandbox-site/dist'
const assets = readdirSync(join(site, 'assets'))
const workerUrl = '/assets/' + assets.find((a) => /^worker-.*\.js$/.test(a))
const engines = process.argv.slice(3)
const server = createServer((request, response) => {
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
  const m = /^\/e(\d+)$/.exec(request.url)
  response.setHeader('Content-Type', m ? 'application/wasm' : request.url === workerUrl ? 'text/javascript' : 'text/html')
  response.end(m ? readFileSync(engines[+m[1]]) : request.url === workerUrl ? readFileSync(join(site, request.url)) : '<!doctype html><title>bench</title>')
})
await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
const { chromium } = await import('playwright-core')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: [...(process.env.JSF ? ['--js-flags=' + process.env.JSF] : []), '--no-sandbox','--js-flags=--perf-basic-prof', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
const q = (a, p) => [...a].sort((x, y) => x - y)[Math.floor(a.length * p)].toFixed(1)
const median = (a) => [...a].sort((x, y) => x - y)[a.length >> 1]
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  const source = readFileSync(process.argv[2].includes("/") ? process.argv[2] : `/work/main/bench/${process.argv[2]}/circuit.ts`, 'utf8')
  const cold = +(process.env.COLD ?? 8), warm = +(process.env.WARM ?? 15)
  const r = await page.evaluate(measure, { workerUrl, engineUrls: engines.map((_, i) => '/e' + i), source, cold, warm })
  for (let i = 0; i < r.length; i++) console.log(engines[i].split('/').pop().padEnd(24), 'median', median(r[i]).toFixed(1), 'min', Math.min(...r[i]).toFixed(1), 'p10', q(r[i], .1), 'p25', q(r[i], .25), 'ratio to first', median(r[i].map((x, k) => x / r[0][k])).toFixed(3))
} finally { await browser.close(); server.close() }
