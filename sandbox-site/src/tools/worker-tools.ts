/**
 * The worker in which programs of others run: Yosys, and what makes a circuit of its netlists. It has no network and no
 * circuit; whoever waits too long for it ends it.
 */
import '../../../build/wasm/wasm_exec.js'
import type { ImportProblem, ImportResult } from '@simten/client/protocol.gen'
import { modules as yosysModules } from './resources.ts'
import type { FromTools, Modules, ToolJob } from './tool-messages.ts'

type Job = 'list' | 'script' | 'messages' | 'tops' | 'circuit'
type Answer = Partial<ImportResult> & { script?: string }
type Importer = (job: Job, args: string, file: Uint8Array | undefined) => string

const modules: Modules = {}
const post = (message: FromTools) => self.postMessage(message)

let importer: Promise<(job: Job, args: object, file?: Uint8Array) => Answer> | undefined

/** Starts the Go program that knows scripts and netlists; see wasm/importer. */
function startImporter() {
  return new Promise<(job: Job, args: object, file?: Uint8Array) => Answer>((resolve, reject) => {
    const started = (call: Importer) => resolve((job, args, file) => JSON.parse(call(job, JSON.stringify(args), file)))
    Object.assign(globalThis, { simtenImporter: { started } })
    const go = new Go()
    const module = modules['importer.wasm']
    if (!module) throw new Error('the module of the importer is missing')
    WebAssembly.instantiate(module, go.importObject).then((instance) => go.run(instance), reject)
  })
}

/** A place of the netlist in the files of Yosys. */
const OUT = 'netlist.json'
/** Bytes of the log that are kept; its end tells why a run failed. */
const LOG = 4 << 20

/** Runs a script; tells which file is read. */
async function yosys(id: number, script: string, files: Readonly<Record<string, string>>) {
  const { runYosys, Exit } = await import('@yowasp/yosys')
  Object.assign(yosysModules, modules)
  let log = ''
  let line = ''
  const decoder = new TextDecoder()
  const write = (bytes: Uint8Array | null) => {
    if (!bytes) return
    const text = decoder.decode(bytes, { stream: true })
    log = (log + text).slice(-LOG)
    line += text
    const lines = line.split('\n')
    line = lines.pop() ?? ''
    for (const said of lines) {
      const read = /^Parsing (?:Verilog|SystemVerilog) input from `(.*)' to AST/.exec(said)?.[1]
      if (read !== undefined) post({ kind: 'phase', id, phase: 'read', name: read })
      else if (/^\d+\. Executing (?:HIERARCHY|PROC) pass/.test(said))
        post({ kind: 'phase', id, phase: 'logic', name: '' })
    }
  }
  const tree: Record<string, unknown> = { 'simten.ys': script }
  for (const [path, text] of Object.entries(files)) put(tree, path.split('/'), text)
  try {
    const made = (await runYosys(['-Q', '-T', 'simten.ys'], tree as never, { stdout: write, stderr: write })) ?? {}
    const text = (made as Record<string, unknown>)[OUT]
    return {
      log,
      netlist: typeof text === 'string' ? new TextEncoder().encode(text) : (text as Uint8Array | undefined),
    }
  } catch (error) {
    if (error instanceof Exit) return { log, netlist: undefined }
    throw error
  }
}

/** Puts a file into a tree of folders. */
function put(tree: Record<string, unknown>, [name = '', ...inside]: string[], text: string): void {
  if (inside.length === 0) {
    tree[name] = text
    return
  }
  const folder = tree[name]
  const next = typeof folder === 'object' && folder !== null ? (folder as Record<string, unknown>) : {}
  tree[name] = next
  put(next, inside, text)
}

const isVerilog = (path: string) => /\.s?v$/i.test(path)
const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')

async function run({ id, import: request }: ToolJob): Promise<ImportResult> {
  importer ??= startImporter()
  const ask = await importer
  const paths = Object.keys(request.files).sort()
  const source = {
    files: paths.filter(isVerilog),
    include: [...new Set(paths.filter((path) => /\.s?vh$/i.test(path)).map(folderOf))],
    top: request.top ?? '',
    parameters: request.parameters ?? {},
    out: OUT,
  }
  // Memories are read from the folder in which Yosys runs; a folder that was dropped has them beside its Verilog.
  const files = { ...request.files }
  for (const path of paths)
    if (!isVerilog(path)) files[path.slice(path.lastIndexOf('/') + 1)] ??= request.files[path] ?? ''
  const { script, problems: refused = [] } = ask(request.list ? 'list' : 'script', source)
  if (script === undefined) return { problems: refused }
  const { log, netlist } = await yosys(id, script, files)
  const said = ask('messages', { log }).problems ?? []
  if (!netlist) return { problems: withAnError(said, log) }
  if (request.list) return { tops: ask('tops', {}, netlist).tops ?? [], problems: said }
  post({ kind: 'phase', id, phase: 'make', name: '' })
  const made = ask('circuit', { top: source.top }, netlist)
  const { program, top, modules: count, clock, problems = [] } = made
  return {
    problems: [...said, ...problems],
    ...(program !== undefined && { program }),
    ...(top !== undefined && { top }),
    ...(count !== undefined && { modules: count }),
    ...(clock !== undefined && { clock }),
  }
}

/** What Yosys said; where it failed without a word of an error, its last line is that. */
function withAnError(said: readonly ImportProblem[], log: string): ImportProblem[] {
  if (said.some(({ severity }) => severity === 'error')) return [...said]
  const last = log.trim().split('\n').at(-1) ?? ''
  return [...said, { severity: 'error', message: `Yosys failed. Its last line was: ${last.slice(0, 500)}` }]
}

let turn: Promise<unknown> = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<ToolJob>) => {
  Object.assign(modules, data.modules)
  turn = turn.then(async () => {
    try {
      post({ kind: 'done', id: data.id, result: await run(data) })
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      const message = `Yosys broke down (${words.slice(0, 300)}). Nothing else was touched; try with fewer files.`
      post({ kind: 'broken', id: data.id, problems: [{ severity: 'error', message }] })
    }
  })
}
