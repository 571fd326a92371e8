import { describe, expect, it } from 'vitest'
import type { ExportResult } from '../engine.ts'
import { VerilogExport } from './verilog-export.ts'

const result = (patch: Partial<ExportResult> = {}): ExportResult => ({
  text: 'module \\cell (q);',
  top: '\\cell ',
  diagnostics: [],
  testbench: '$readmemh("run_tb.hex", run);',
  run: '00\n01\n',
  steps: 2,
  recorded: true,
  ...patch,
})

function exporting(answers: (() => Promise<ExportResult>)[]) {
  const asked: unknown[] = []
  const made = new VerilogExport({
    state: { text: 'circuit()', lock: undefined, strict: false },
    slot: {
      export: (question) => {
        asked.push(question)
        return (answers.shift() ?? (() => Promise.resolve(result())))()
      },
    },
    changed: () => undefined,
  })
  return { made, asked }
}

describe('the circuit as Verilog', () => {
  it('names its files after the top module', async () => {
    const { made, asked } = exporting([])
    await made.write({ system: true })
    expect(asked).toEqual([
      expect.objectContaining({ system: true, compile: expect.objectContaining({ source: 'circuit()' }) }),
    ])
    expect(made.current.files.map((f) => f.name)).toEqual(['cell.sv', 'cell_tb.sv', 'cell_tb.hex'])
    expect(made.current.files[1]?.text).toContain('"cell_tb.hex"')
    expect(made.current.run).toContain('your run, 2 steps')
  })

  it('has no files of a circuit that is refused', async () => {
    const { made } = exporting([() => Promise.resolve(result({ text: '', testbench: '', run: '' }))])
    await made.write()
    expect(made.current.files).toEqual([])
  })

  it('shows the newest question only, and tells what went wrong', async () => {
    let late: (r: ExportResult) => void = () => undefined
    const { made } = exporting([
      () => new Promise((resolve) => (late = resolve)),
      () => Promise.reject(Object.assign(new Error('No.'), { advice: 'Mend it.' })),
    ])
    const first = made.write()
    await made.write({ system: true })
    late(result())
    await first
    expect(made.current).toMatchObject({ files: [], problem: 'No. Mend it.', busy: false })
  })
})
