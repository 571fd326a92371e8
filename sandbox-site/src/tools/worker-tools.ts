/**
 * The worker in which programs of others run: Yosys, and what makes a circuit of its netlists. It has no network and no
 * circuit; whoever waits too long for it ends it.
 */
import '../../../build/wasm/wasm_exec.js'
import type {
  BitstreamRequest,
  BitstreamResult,
  ImportProblem,
  ImportRequest,
  ImportResult,
} from '@simten/client/protocol.gen'
import { chips, filesystem, modules as programModules } from './resources.ts'
import type { FromTools, ToolJob } from './tool-messages.ts'

type Job = 'list' | 'script' | 'messages' | 'tops' | 'circuit' | 'synthesis' | 'place' | 'report' | 'reason'
type Answer = Partial<ImportResult> &
  Partial<Omit<BitstreamResult, 'problems'>> & { script?: string; arguments?: string[]; reason?: string }
type Importer = (job: Job, args: string, file: Uint8Array | undefined) => string

const modules: Record<string, WebAssembly.Module> = programModules
const post = (message: FromTools) => self.postMessage(message)

type Ask = (job: Job, args: object, file?: Uint8Array) => Answer
let importer: Promise<Ask> | undefined

/** Starts the Go program that knows scripts and netlists; see wasm/importer. */
function startImporter() {
  return new Promise<Ask>((resolve, reject) => {
    const started = (call: Importer) => resolve((job, args, file) => JSON.parse(call(job, JSON.stringify(args), file)))
    Object.assign(globalThis, { simtenImporter: { started } })
    const go = new Go()
    const module = modules['importer.wasm']
    if (!module) throw new Error('the module of the importer is missing')
    WebAssembly.instantiate(module, go.importObject).then((instance) => go.run(instance), reject)
  })
}

/** The name of the netlist among the files of Yosys. */
const OUT = 'netlist.json'
/** Bytes of the log that are kept; its end tells why a run failed. */
const LOG = 4 << 20

/** Runs a script; tells which file is read. */
async function yosys(id: number, script: string, files: Readonly<Record<string, string>>) {
  const { runYosys, Exit } = await import('@yowasp/yosys')
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

const isVerilog = (path: string) => /\.s?vh?$/i.test(path)

async function importDesign(id: number, request: ImportRequest, ask: Ask): Promise<ImportResult> {
  const paths = Object.keys(request.files).sort()
  const source = {
    files: paths.filter((path) => /\.s?v$/i.test(path)),
    texts: Object.fromEntries(Object.entries(request.files).filter(([path]) => isVerilog(path))),
    defines: request.defines ?? [],
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

/** A program that writes what it has to say into a log. */
async function told(run: (write: (bytes: Uint8Array | null) => void) => unknown) {
  const decoder = new TextDecoder()
  let log = ''
  const write = (bytes: Uint8Array | null) => {
    if (bytes) log = (log + decoder.decode(bytes, { stream: true })).slice(-LOG)
  }
  try {
    return { files: (await run(write)) as Record<string, string | Uint8Array>, log }
  } catch (error) {
    // Each package has a class of its own for the end of a program. Where one gives up with an error it was built to
    // throw, it traps: then its log tells why.
    const ended = error instanceof Error && 'code' in error
    if (ended || (error instanceof WebAssembly.RuntimeError && /^ERROR: /m.test(log))) return { files: undefined, log }
    throw error
  }
}

async function makeBitstream(id: number, request: BitstreamRequest, ask: Ask): Promise<BitstreamResult> {
  const { device, pins = '' } = request
  const none = (problems: ImportProblem[]): BitstreamResult => ({ problems, used: [], clocks: [] })
  const error = (message: string): ImportProblem => ({ severity: 'error', message })
  const { script, problems = [] } = ask('synthesis', { files: ['top.v'], top: request.top, device, out: OUT })
  if (script === undefined) return none(problems)
  const share = JSON.parse(new TextDecoder().decode(chips['yosys-share.json'])) as { ice40: object }
  filesystem.share = { ...share, ice40: { ...share.ice40, ...chips } }
  const { log, netlist } = await yosys(id, script, { 'top.v': request.verilog })
  const said = ask('messages', { log }).problems ?? []
  if (!netlist) return none(withAnError(said, log))
  post({ kind: 'phase', id, phase: 'place', name: '' })
  const { runNextpnrIce40, runIcepack } = await import('@yowasp/nextpnr-ice40')
  const files = [OUT, 'top.asc']
  const { arguments: args = [] } = ask('place', {
    files,
    device,
    pins: pins === '' ? '' : 'top.pcf',
    out: 'report.json',
  })
  const placed = await told((write) =>
    runNextpnrIce40(args, { [OUT]: netlist, 'top.pcf': pins }, { stdout: write, stderr: write, decodeASCII: false }),
  )
  const asc = placed.files?.['top.asc']
  const report = placed.files?.['report.json']
  if (!asc || !(report instanceof Uint8Array)) {
    const { reason = '' } = ask('reason', { log: placed.log })
    return none([error(`nextpnr gave up: ${reason === '' ? placed.log.trim().split('\n').at(-1) : reason}`)])
  }
  post({ kind: 'phase', id, phase: 'pack', name: '' })
  const packed = await told((write) =>
    runIcepack(['top.asc', 'top.bin'], { 'top.asc': asc }, { stdout: write, stderr: write, decodeASCII: false }),
  )
  const bytes = packed.files?.['top.bin']
  if (!(bytes instanceof Uint8Array)) return none([error(`icepack gave up: ${packed.log.slice(-300)}`)])
  const { used = [], clocks = [] } = ask('report', {}, report)
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return { data: btoa(text), problems: [], used, clocks }
}

async function run({ id, import: files, bitstream }: ToolJob) {
  importer ??= startImporter()
  const ask = await importer
  if (bitstream) return { bitstream: await makeBitstream(id, bitstream, ask) }
  return files ? { import: await importDesign(id, files, ask) } : {}
}

let turn: Promise<unknown> = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<ToolJob>) => {
  for (const [name, file] of Object.entries(data.modules)) {
    if (file instanceof Uint8Array) chips[name] = file
    else modules[name] = file
  }
  turn = turn.then(async () => {
    try {
      post({ kind: 'done', id: data.id, result: await run(data) })
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      const message = `The program broke down (${words.slice(0, 300)}). Nothing else was touched.`
      post({ kind: 'broken', id: data.id, problems: [{ severity: 'error', message }] })
    }
  })
}
