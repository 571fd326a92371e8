import { describe, expect, it } from 'vitest'
import type { BitstreamRequest, BitstreamResult, ExportResult } from '../engine.ts'
import { Bitstream, bytesOf } from './bitstream.ts'

const done: BitstreamResult = { data: btoa('\x01\xff'), problems: [], used: [], clocks: [] }

function making(exported: Partial<ExportResult>, answer: () => Promise<BitstreamResult>) {
  const asked: BitstreamRequest[] = []
  const made = new Bitstream({
    state: { text: 'circuit()', lock: undefined, strict: false },
    slot: {
      export: async () => ({ text: 'module \\cell ;', top: '\\cell ', diagnostics: [], ...exported }),
      bitstream: (request) => {
        asked.push(request)
        return answer()
      },
      on: () => () => undefined,
    },
    changed: () => undefined,
  })
  return { made, asked }
}

describe('a bitstream', () => {
  it('is made of the Verilog of the circuit', async () => {
    const { made, asked } = making({}, () => Promise.resolve(done))
    await made.make('hx1k', 'set_io q 1\n')
    expect(asked).toEqual([{ verilog: 'module \\cell ;', top: 'cell', device: 'hx1k', pins: 'set_io q 1\n' }])
    expect(made.current).toMatchObject({ busy: false, name: 'cell_hx1k.bin', result: done })
    expect([...bytesOf(done)]).toEqual([1, 255])
  })

  it('is refused with the reason', async () => {
    const diagnostics = [{ message: 'Console shows texts.' }] as ExportResult['diagnostics']
    const { made, asked } = making({ text: '', diagnostics }, () => Promise.resolve(done))
    await made.make('up5k', '')
    expect(asked).toEqual([])
    expect(made.current.problem).toBe('Console shows texts.')
  })

  it('is given up', async () => {
    const { made } = making({}, () => new Promise(() => undefined))
    void made.make('up5k', '')
    made.cancel()
    expect(made.current).toMatchObject({ busy: false, problem: undefined })
  })
})
