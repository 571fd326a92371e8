// Runs the engine's module as a worker does. The first line of standard input is {folder, limits}, each further one a request
// of the protocol; standard output has the reply to each. The folder has engine.wasm and wasm_exec.js.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const { folder, limits } = JSON.parse((await lines.next()).value)
const replies = []
const ignore = () => {}

await import(join(folder, 'wasm_exec.js'))

async function answer(handle, run) {
  for await (const line of lines) {
    handle(line, undefined)
    while (replies.length === 0 && run(50) !== -1);
    process.stdout.write(`${replies.join('')}\n`)
    replies.length = 0
  }
  process.exit(0)
}

globalThis.simtenHost = {
  limits: JSON.stringify(limits),
  moduleHost: '',
  traced: false,
  reply: (text) => replies.push(text),
  event: ignore,
  checkpoint: ignore,
  enter: ignore,
  beat: ignore,
  place: ignore,
  broken: (code, message) => {
    process.stderr.write(`${code} ${message}\n`)
    process.exit(1)
  },
  started: answer,
}

const go = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, 'engine.wasm')), go.importObject)
await go.run(instance)
