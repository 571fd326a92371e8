import type { ImportProblem, ImportRequest, ImportResult, ImportTop, Slot, Tool } from '../engine.ts'
import type { Found } from './project-files.ts'

export interface ImportState {
  /** The work: nothing yet, Yosys looks for modules, the user chooses, Yosys works, the circuit is open. */
  readonly step: 'empty' | 'listing' | 'choosing' | 'making' | 'done'
  /** Texts by their paths. */
  readonly files: Readonly<Record<string, string>>
  /** Macros of the preprocessor as they were written: NAME or NAME=VALUE, with spaces between them. */
  readonly macros: string
  readonly tops: readonly ImportTop[]
  /** How far Yosys is. */
  readonly progress: Tool | undefined
  /** Warnings, and errors when there is no circuit. */
  readonly problems: readonly ImportProblem[]
  /** Why nothing was done at all. */
  readonly failure: string | undefined
  /** The circuit that was opened, in words. */
  readonly made: string
}

/** Nothing is imported yet. */
export const noImport: ImportState = {
  step: 'empty',
  files: {},
  macros: '',
  tops: [],
  progress: undefined,
  problems: [],
  failure: undefined,
  made: '',
}

/** A design as it is to be imported. */
export interface ImportChoice {
  /** The module to begin with. */
  readonly top: string
  /** Those that differ from their defaults. */
  readonly parameters: Readonly<Record<string, string>>
  readonly macros: string
}

/** The page around the import, as far as it needs it. */
export interface Importing {
  /** Any slot of the sandbox; undefined until there is one. */
  readonly slot: Pick<Slot, 'importVerilog' | 'on'> | undefined
  /** Opens the text of a circuit. */
  open(text: string): void
  /** `current` has changed. */
  changed(): void
}

/** The path of Verilog that was pasted. */
export const pastedPath = 'pasted.v'

/** Bytes of all files together. */
const mostBytes = 8 << 20
const mostFiles = 1000

/** Whether a file is Verilog that is read by itself. */
export const isVerilog = (path: string): boolean => /\.s?v$/i.test(path)
/** Files that a design may read: what it includes, and contents of memories. */
const isOfDesign = (path: string) => /\.(s?vh?|hex|mem|dat|txt|bin)$/i.test(path)

/** Whether there is Verilog among files. */
export const hasVerilog = (paths: Iterable<string>): boolean => [...paths].some(isVerilog)

/** Whether a text is Verilog: it begins with a module or a directive, behind comments, and ends one. */
export function looksLikeVerilog(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  return /^\s*(`|\(\*|(macro)?module\b|package\b|interface\b)/.test(code) && /\bendmodule\b/.test(code)
}

/** Makes circuits of Verilog. */
export class VerilogImport {
  current = noImport
  private work: AbortController | undefined

  constructor(private readonly page: Importing) {}

  /** Nothing is there: the user is to paste or choose files. */
  begin(): void {
    this.cancel()
    this.update(noImport)
  }

  /** Reads files that were chosen or dropped. */
  async take(found: readonly Found[]): Promise<void> {
    this.begin()
    const files: Record<string, string> = {}
    let bytes = 0
    const wanted = found.filter(({ path }) => isOfDesign(path))
    for (const { path, file } of wanted) {
      bytes += file.size
      if (bytes > mostBytes || wanted.length > mostFiles)
        return this.update({ failure: `These are more than ${mostFiles.toLocaleString('en')} files or 8 MB.` })
      files[path] = await file.text()
    }
    if (!hasVerilog(Object.keys(files))) return this.update({ failure: 'There is no .v or .sv file among these.' })
    await this.list(files)
  }

  /** Looks for the modules that a design may begin with. Where there is nothing to choose, it is imported at once. */
  async list(files: Readonly<Record<string, string>>, macros = ''): Promise<void> {
    this.cancel()
    this.update({ ...noImport, step: 'listing', files, macros })
    const result = await this.ask({ files, list: true, ...defined(macros) })
    if (!result) return
    const { tops = [], problems } = result
    if (tops.length === 0 || problems.some(({ severity }) => severity === 'error')) {
      const none = { severity: 'error', message: 'There is no module in these files.' }
      this.update({ step: 'empty', problems: problems.length > 0 ? problems : [none] })
    } else if (tops.length === 1 && tops[0]?.parameters.length === 0) {
      this.update({ tops })
      await this.make({ top: tops[0].name, parameters: {}, macros })
    } else this.update({ step: 'choosing', tops, problems })
  }

  /** Imports the design. */
  async make({ top, parameters, macros }: ImportChoice): Promise<void> {
    const { files, tops } = this.current
    this.update({ step: 'making', macros, problems: [], failure: undefined, progress: undefined })
    const changed = Object.keys(parameters).length > 0
    const result = await this.ask({
      files,
      top,
      ...(changed && { parameters: { ...parameters } }),
      ...defined(macros),
    })
    if (!result) return
    const { program, problems, modules = 0, clock } = result
    if (program === undefined) {
      this.update({ step: tops.length > 0 ? 'choosing' : 'empty', problems })
      return
    }
    const parts = modules === 1 ? '1 module' : `${modules.toLocaleString('en')} modules`
    const time = clock === undefined ? '' : ` A cycle is one period of ${clock}.`
    this.page.open(program)
    this.update({ step: 'done', problems, made: `${result.top ?? top} is open, made of ${parts}.${time}` })
  }

  /** Gives up what is under way; Yosys is ended. */
  cancel(): void {
    this.work?.abort()
    this.work = undefined
    const { step, tops } = this.current
    if (step === 'listing' || step === 'making')
      this.update({ step: step === 'making' && tops.length > 0 ? 'choosing' : 'empty', progress: undefined })
  }

  private async ask(request: ImportRequest): Promise<ImportResult | undefined> {
    const { slot } = this.page
    const mine = new AbortController()
    this.work = mine
    const end = slot?.on('tool', (progress) => this.work === mine && this.update({ progress }))
    try {
      if (!slot) throw new Error('The sandbox is not there yet. Try again in a moment.')
      const result = await slot.importVerilog(request, { signal: mine.signal })
      return this.work === mine ? result : undefined
    } catch (error) {
      if (this.work !== mine) return undefined
      const { message, advice } = error as { message?: string; advice?: string }
      const { tops } = this.current
      this.update({
        step: tops.length > 0 ? 'choosing' : 'empty',
        failure: [message, advice].filter(Boolean).join(' '),
      })
      return undefined
    } finally {
      end?.()
      if (this.work === mine) {
        this.work = undefined
        this.update({ progress: undefined })
      }
    }
  }

  private update(patch: Partial<ImportState>): void {
    this.current = { ...this.current, ...patch }
    this.page.changed()
  }
}

/** The macros of a request. */
function defined(macros: string): Pick<ImportRequest, 'defines'> {
  const defines = macros.split(/\s+/).filter(Boolean)
  return defines.length > 0 ? { defines } : {}
}

const megabytes = (bytes: number | undefined) => Math.round((bytes ?? 0) / 1e6)

/** The progress of Yosys in words. */
export function toolInWords(tool: Tool | undefined): string {
  switch (tool?.phase) {
    case 'load':
      return `Loading ${tool.name} ${megabytes(tool.loaded)} of ${megabytes(tool.total)} MB`
    case 'read':
      return `Yosys reads ${tool.name}`
    case 'logic':
      return 'Yosys makes a netlist'
    case 'make':
      return 'Making the circuit'
    case 'place':
      return 'nextpnr places and routes'
    case 'pack':
      return 'Packing the bitstream'
    default:
      return `Starting ${tool?.name ?? 'Yosys'}`
  }
}
