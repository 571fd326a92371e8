import type { Diagnostic, ExportResult, Slot } from '../engine.ts'
import { granted } from '../state/grant.ts'
import type { AppState } from '../state/state.ts'

/** A file of an export. */
export interface ExportedFile {
  readonly name: string
  readonly text: string
}

export interface ExportState {
  readonly system: boolean
  readonly blackBoxes: boolean
  /** The engine is writing. */
  readonly busy: boolean
  /** The modules, the testbench, and the run that it plays; none where the circuit was refused. */
  readonly files: readonly ExportedFile[]
  /** Errors: parts without a form; warnings: where the Verilog differs from the circuit. */
  readonly diagnostics: readonly Diagnostic[]
  /** Some words about the run of the testbench. */
  readonly run: string
  /** Why there is no answer. */
  readonly problem: string | undefined
}

/** Nothing is written yet. */
export const noExport: ExportState = {
  system: false,
  blackBoxes: false,
  busy: false,
  files: [],
  diagnostics: [],
  run: '',
  problem: undefined,
}

/** The page around the export, as far as it needs it. */
export interface Exporting {
  readonly state: Readonly<Pick<AppState, 'text' | 'lock' | 'strict'>>
  /** The slot whose circuit runs; undefined while the text is broken or there is no circuit. */
  readonly slot: Pick<Slot, 'export'> | undefined
  /** `current` has changed. */
  changed(): void
}

/** The circuit of a page as Verilog. */
export class VerilogExport {
  current = noExport
  private question: AbortController | undefined

  constructor(private readonly page: Exporting) {}

  /** Writes the circuit anew, with other options. */
  async write(options: Partial<Pick<ExportState, 'system' | 'blackBoxes'>> = {}): Promise<void> {
    this.question?.abort()
    const mine = new AbortController()
    this.question = mine
    this.update({ ...options, busy: true, problem: undefined })
    const { text, lock, strict } = this.page.state
    const { system, blackBoxes } = this.current
    try {
      if (!this.page.slot) throw new Error('There is no circuit that runs. Mend the text first.')
      const compile = {
        source: text,
        file: 'circuit.ts',
        grant: granted,
        ...(lock && { lock }),
        ...(strict && { strict }),
      }
      // The names of files follow the top module, which only the answer has, so its testbench has a name of its own.
      const result = await this.page.slot.export(
        { compile, testbench: vectors, ...(system && { system }), ...(blackBoxes && { blackBoxes }) },
        { signal: mine.signal },
      )
      if (this.question === mine) this.show(result)
    } catch (error) {
      const { message, advice, code } = error as { message?: string; advice?: string; code?: string }
      if (this.question === mine && code !== 'ABORTED')
        this.update({ files: [], diagnostics: [], problem: [message, advice].filter(Boolean).join(' ') })
    } finally {
      if (this.question === mine) this.update({ busy: false })
    }
  }

  /** Gives up what is under way and forgets the result. */
  close(): void {
    this.question?.abort()
    this.question = undefined
    this.current = { ...noExport, system: this.current.system }
  }

  private show({ text, top, testbench, run, steps, recorded, diagnostics }: ExportResult): void {
    const base = top.replace(/[^A-Za-z0-9_$]/g, '')
    const ending = this.current.system ? 'sv' : 'v'
    const files = text === '' ? [] : [{ name: `${base}.${ending}`, text }]
    if (testbench && run) {
      files.push({ name: `${base}_tb.${ending}`, text: testbench.replace(`"${vectors}"`, `"${base}_tb.hex"`) })
      files.push({ name: `${base}_tb.hex`, text: run })
    }
    const count = `${(steps ?? 0).toLocaleString('en')} ${steps === 1 ? 'step' : 'steps'}`
    const words = recorded
      ? `The testbench plays your run, ${count}, and compares the outputs.`
      : `The testbench plays ${count} with random inputs and compares the outputs.`
    this.update({ files, diagnostics, run: testbench ? words : '' })
  }

  private update(patch: Partial<ExportState>): void {
    this.current = { ...this.current, ...patch }
    this.page.changed()
  }
}

/** How the testbench calls the file of its run until the name of the top module is known. */
const vectors = 'run_tb.hex'
