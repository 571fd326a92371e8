// @vitest-environment happy-dom

import type { DifferQuestion, FileQuestion, FileResult, WaveQuestion, WaveResult } from '@simten/client/protocol.gen'
import { expect, it } from 'vitest'
import { cellsOf } from '../../test/wave/source.ts'
import { type Course, courseOf, DENSE, differences, GAP, UNKNOWN } from './course.ts'
import { decode } from './decode.ts'
import { close, open, recordingOf } from './recording.ts'
import { filePath, fileRow, shownName } from './rows.ts'

const result = (part: Partial<FileResult> = {}): FileResult => ({
  first: 0,
  cycles: 20,
  clock: 'tb.clk',
  signals: [
    { path: 'tb.u.count', width: 8, match: 'dut.count' },
    { path: 'tb.clk', width: 1 },
  ],
  inputs: {},
  missing: [],
  clocks: ['tb.clk'],
  ...part,
})

class Source {
  readonly asked: (FileQuestion | DifferQuestion)[] = []
  lost = false
  differing = [3, 9]

  async file(question: FileQuestion): Promise<FileResult> {
    this.asked.push(question)
    if (this.lost && question.data === undefined && !question.close) throw new Error('No recorded wave is open.')
    if (question.data === btoa('bad')) throw new Error('bad.vcd cannot be read: line 1: it is bad.')
    return result()
  }

  async differ({ from, to, last, signal }: DifferQuestion) {
    const within = this.differing.filter((c) => c >= from && c <= to && signal === 'dut.count')
    const cycle = last ? within.at(-1) : within[0]
    return { found: cycle !== undefined, cycle: cycle ?? 0, width: 8, left: 1, right: 2 }
  }

  async replayFile() {
    return { missing: [] }
  }

  async wave(_question: WaveQuestion): Promise<WaveResult> {
    throw new Error('not here')
  }
}

const dump = (text = 'dump', name = 'a.vcd') => new File([text], name)

it('names rows of a file so that every path can be one', () => {
  for (const path of ['tb.a', "tb.it's", 'tb.\\odd', "x')", 'a\nb']) {
    expect(filePath(fileRow(path))).toBe(path)
    expect(shownName(fileRow(path))).toBe(path)
  }
  expect(filePath('dut.count')).toBeUndefined()
})

it('puts each row of the file below that of the run, and takes them apart again', async () => {
  const file = await open(new Source(), dump())
  const rows = [{ signal: 'dut.clear' }, { signal: 'dut.count', radix: 'dec' as const }]
  const merged = file.merged(rows)
  expect(merged).toEqual([...rows, { signal: fileRow('tb.u.count'), radix: 'dec' }])
  // A row of the file that is removed stays away, and one that is added stands at the end.
  const clock = { signal: fileRow('tb.clk') }
  expect(file.parted([...merged.slice(0, 2), clock], merged)).toEqual(rows)
  expect(file.merged(rows)).toEqual([...rows, clock])
  expect(file.merged([{ signal: 'count' }]).map((r) => r.signal)).toEqual(['count', clock.signal])
  const now = file.merged(rows)
  file.parted([...now, { signal: fileRow('tb.u.count'), colour: 'ok' }], now)
  expect(file.merged(rows)[2]).toEqual({ signal: fileRow('tb.u.count'), colour: 'ok' })
})

it('finds the nearest difference of several rows', async () => {
  const source = new Source()
  const file = await open(source, dump())
  const pairs = ['dut.clear', 'dut.count'].map((signal) => ({ signal, file: fileRow('tb.u.count') }))
  const run = { first: 0, last: 100 }
  expect((await file.difference(pairs, 0, true, run))?.cycle).toBe(3)
  expect((await file.difference(pairs, 3, true, run))?.cycle).toBe(9)
  expect(await file.difference(pairs, 9, true, run)).toBeUndefined()
  expect((await file.difference(pairs, 50, false, run))?.cycle).toBe(9)
  expect(await file.difference(pairs, 3, false, run)).toBeUndefined()
})

it('keeps the file that is open when another one cannot be read, and opens it again after its worker is lost', async () => {
  const source = new Source()
  const file = await open(source, dump())
  await expect(open(source, dump('bad', 'bad.vcd'))).rejects.toThrow('line 1')
  expect(recordingOf(source)).toBe(file)
  source.lost = true
  source.asked.length = 0
  await file.again({ clock: 'tb.clk' })
  expect(source.asked).toEqual([
    { name: 'a.vcd', clock: 'tb.clk' },
    { name: 'a.vcd', data: btoa('dump'), clock: 'tb.clk' },
  ])
  await close(source)
  expect(recordingOf(source)).toBeUndefined()
})

it('tells where two courses certainly differ', () => {
  const course = (starts: number[], values: Course['values'], end = 20): Course => ({ width: 8, starts, values, end })
  expect(differences(course([0, 4, 10], [1, 2, 3]), course([0, 6], [1, 2]))).toEqual([4, 6, 10, 20])
  expect(differences(course([0], [1]), course([0, 5], [UNKNOWN, GAP]))).toEqual([])
  expect(differences(course([0], [1]), course([0, 5], [DENSE, 1]))).toEqual([0, 5])
  expect(differences(course([0], [DENSE]), course([0], [DENSE]))).toEqual([])
  expect(differences(course([0], [7n]), course([2], [7], 9))).toEqual([])
  expect(differences(course([5], [8n]), course([2], [7], 9))).toEqual([5, 9])
})

it('shows bits that are not known as such', () => {
  const track = decode(cellsOf([[0n, 5n, 5n]], 8), 8, 3, 1, true, btoa('\x01\x00\x00'))
  expect(track && [0, 1, 2].map((c) => track.unknown(c))).toEqual([true, false, false])
  if (!track) return
  const tile = { from: 0, to: 2, span: 1, track, settled: true }
  expect(courseOf([{ tile, from: 0, to: 3 }])).toMatchObject({ starts: [0, 1], values: [UNKNOWN, 5] })
  expect(decode(cellsOf([[0n]], 8), 8, 1, 1, true, btoa('\x01\x00'))).toBeUndefined()
})
