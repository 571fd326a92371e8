import { describe, expect, it } from 'vitest'
import type { ImportRequest, ImportResult } from '../engine.ts'
import { hasVerilog, looksLikeVerilog, toolInWords, VerilogImport } from './verilog-import.ts'

function importing(answers: (Partial<ImportResult> | Error)[]) {
  const asked: ImportRequest[] = []
  const opened: string[] = []
  const made = new VerilogImport({
    slot: {
      importVerilog: async (request, options) => {
        asked.push(request)
        const next = answers.shift()
        if (next instanceof Error) throw next
        if (!next)
          return new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new Error())))
        return { problems: [], ...next }
      },
      on: () => () => undefined,
    },
    open: (text) => opened.push(text),
    changed: () => undefined,
  })
  return { made, asked, opened }
}

const found = (path: string, text: string) => ({ path, file: new Blob([text]) })

describe('the import of Verilog', () => {
  it('is done at once where there is nothing to choose', async () => {
    const { made, asked, opened } = importing([
      { tops: [{ name: 'a', parameters: [] }] },
      { program: 'circuit()', top: 'a', modules: 2, clock: 'clk' },
    ])
    await made.take([found('src/a.v', 'module a;'), found('src/a.png', ''), found('rom.hex', '00')])
    expect(asked).toEqual([
      { files: { 'src/a.v': 'module a;', 'rom.hex': '00' }, list: true },
      { files: { 'src/a.v': 'module a;', 'rom.hex': '00' }, top: 'a' },
    ])
    expect(opened).toEqual(['circuit()'])
    expect(made.current).toMatchObject({
      step: 'done',
      made: 'a is open, made of 2 modules. A cycle is one period of clk.',
    })
  })

  it('lets the user choose, and gives changed parameters only', async () => {
    const parameters = [{ name: 'W', default: '8' }]
    const error = { severity: 'error', message: 'no', file: 'a.v', line: 3 }
    const { made, asked, opened } = importing([{ tops: [{ name: 'a', parameters }] }, { problems: [error] }])
    await made.list({ 'a.v': '' })
    expect(made.current.step).toBe('choosing')
    await made.make({ top: 'a', parameters: { W: '4' }, macros: ' SIM  DEPTH=4 ' })
    expect(asked[1]).toMatchObject({ top: 'a', parameters: { W: '4' }, defines: ['SIM', 'DEPTH=4'] })
    expect(opened).toEqual([])
    expect(made.current).toMatchObject({ step: 'choosing', problems: [error] })
  })

  it('reads files again with macros, which stay', async () => {
    const { made, asked } = importing([
      { problems: [{ severity: 'error', message: 'no', file: 'tb.v', line: 1 }] },
      { tops: [{ name: 'a', parameters: [] }] },
      { program: 'circuit()' },
    ])
    await made.list({ 'a.v': '', 'tb.v': '' })
    expect(made.current).toMatchObject({ step: 'empty', files: { 'a.v': '', 'tb.v': '' }, macros: '' })
    await made.list({ 'a.v': '' }, 'SYNTHESIS')
    expect(asked.slice(1)).toEqual([
      { files: { 'a.v': '' }, list: true, defines: ['SYNTHESIS'] },
      { files: { 'a.v': '' }, top: 'a', defines: ['SYNTHESIS'] },
    ])
    expect(made.current).toMatchObject({ step: 'done', macros: 'SYNTHESIS' })
  })

  it('is given up, and tells failures', async () => {
    const { made, opened } = importing([undefined as never])
    const listing = made.list({ 'a.v': '' })
    made.cancel()
    await listing
    expect(made.current).toMatchObject({ step: 'empty', problems: [], failure: undefined })
    expect(opened).toEqual([])
    const other = importing([Object.assign(new Error('No network.'), { advice: 'Try again.' })])
    await other.made.list({ 'a.v': '' })
    expect(other.made.current.failure).toBe('No network. Try again.')
    await other.made.take([found('a.txt', '')])
    expect(other.made.current.failure).toContain('no .v or .sv file')
  })

  it('knows Verilog when it sees it', () => {
    expect(looksLikeVerilog('// a\n/* b */ `timescale 1ns/1ps\nmodule a; endmodule')).toBe(true)
    expect(looksLikeVerilog("circuit('module a; endmodule', {})")).toBe(false)
    expect(hasVerilog(['a.ts', 'b/c.SV'])).toBe(true)
    expect(toolInWords({ request: 1, phase: 'load', name: 'Yosys', loaded: 3e6, total: 36e6 })).toBe(
      'Loading Yosys 3 of 36 MB',
    )
  })
})
