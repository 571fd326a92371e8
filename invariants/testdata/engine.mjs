// Runs the engine's module as a worker does, and answers requests: standard input is {"limits", "requests"}, standard
// output the list of replies. Usage: node engine.mjs FOLDER, with engine.wasm and wasm_exec.js in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
const { limits, requests } = JSON.parse(readFileSync(0, 'utf8'))
const replies = []
const ignore = () => {}

await import(join(folder, 'wasm_exec.js'))
globalThis.simtenHost = {
  limits: JSON.stringify(limits),
  moduleHost: '',
  traced: false,
  reply: (text) => replies.push(JSON.parse(text)),
  event: ignore,
  checkpoint: ignore,
  enter: ignore,
  beat: ignore,
  place: ignore,
  broken: (code, message) => {
    replies.push({ error: { code, message } })
    finish()
  },
  started: (handle, run) => {
    for (const request of requests) {
      const before = replies.length
      handle(JSON.stringify(request), undefined)
      while (replies.length === before && run(10) !== -1);
    }
    finish()
  },
}

function finish() {
  process.stdout.write(JSON.stringify(replies), () => process.exit(0))
}

const go = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, 'engine.wasm')), go.importObject)
await go.run(instance)
