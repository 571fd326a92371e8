import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Host, startHost } from '../support/host.ts'
import { expect, test } from '../support/test.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'build/wasmgen.test.wasm')

/**
 * The worker runs a Go test program, as a command line would, and posts its output line by line and then its exit code.
 * The program compares the generated WebAssembly, run by this browser, with the interpreter and with a plain model.
 */
const worker = `
importScripts('wasm_exec.js')
console.log = (text) => postMessage({ line: String(text) })
onmessage = async ({ data }) => {
  const go = new Go()
  go.argv = ['wasmgen.test', ...data]
  let code = 0
  go.exit = (status) => { code = status }
  const { instance } = await WebAssembly.instantiateStreaming(fetch('program.wasm'), go.importObject)
  await go.run(instance)
  postMessage({ code })
}
`

let host: Host

test.beforeAll(async () => {
  const environment = { ...process.env, GOOS: 'js', GOARCH: 'wasm' }
  execFileSync('go', ['test', '-c', '-o', program, './engine/sim/wasmgen'], { cwd: root, env: environment })
  const goRoot = execFileSync('go', ['env', 'GOROOT'], { cwd: root, encoding: 'utf8' }).trim()
  const files = new Map<string, [string, string | Buffer]>([
    ['/', ['text/html', '<!doctype html><title>Backends</title><link rel="icon" href="data:,">']],
    ['/worker.js', ['text/javascript', worker]],
    ['/wasm_exec.js', ['text/javascript', readFileSync(join(goRoot, 'lib/wasm/wasm_exec.js'))]],
    ['/program.wasm', ['application/wasm', readFileSync(program)]],
  ])
  host = await startHost((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'Content-Type': file?.[0] ?? 'text/plain' }).end(file?.[1])
  })
})

test.afterAll(() => host.stop())

test('random circuits agree on every port on every cycle, in this browser', { tag: '@thorough' }, async ({ page }) => {
  test.slow()
  await page.goto(host.url)
  const { code, lines } = await page.evaluate(
    (args) =>
      new Promise<{ code: number; lines: string[] }>((done, failed) => {
        const lines: string[] = []
        const runner = new Worker('worker.js')
        runner.onerror = (event) => failed(new Error(event.message))
        runner.onmessage = ({ data }: MessageEvent<{ line?: string; code?: number }>) => {
          if (data.line !== undefined) lines.push(data.line)
          if (data.code !== undefined) done({ code: data.code, lines })
        }
        runner.postMessage(args)
      }),
    [
      '-test.v',
      '-test.run',
      'AgreesWithTheModel|AgreeWithTheModel|Rotations|TextKeeps|TestBanks$',
      '-rapid.checks=20',
      '-rapid.nofailfile',
    ],
  )
  const output = lines.join('\n')
  expect(code, output).toBe(0)
  for (const name of [
    'TestGeneratedCodeAgreesWithTheModel',
    'TestMachinesAgreeWithTheModel/wasmgen',
    'TestMachinesAgreeWithTheModel/interp',
    'TestMachinesAgreeWithTheModel/browsers',
    'TestMachinesAgreeWithTheModel/sweeps',
    'TestBanks',
    'TestCopiesAgreeWithTheModel',
    'TestVectorsOfEveryWidthAgreeWithTheModel',
  ]) {
    expect(output).toContain(`--- PASS: ${name}`)
  }
})
