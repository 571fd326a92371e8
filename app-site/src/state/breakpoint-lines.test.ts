import { expect, it } from 'vitest'
import type { LineMark } from '../editor/breakpoint-gutter.ts'
import { NotWatched, type WatchedLine } from '../editor/lambda-lines.ts'
import type { CompileResult } from '../engine.ts'
import { BreakpointLines } from './breakpoint-lines.ts'
import type { Breakpoint, DebugState } from './debugger.ts'
import { noQuestions } from './debugger.ts'

const compiled = {
  circuit: { name: 'Top', nodes: [], inputs: [], outputs: [], state: [] },
} as unknown as CompileResult

const breakpoint: Breakpoint = { id: 1, when: 'x', on: 'true', active: true, hits: 2, cycles: [], here: false }

/** A text with a lambda of the circuit Top in each of its lines, but for line 9. */
function page(debug: Partial<DebugState> = {}, lines: [id: number, line: number][] = []) {
  const log: string[] = []
  const text = {
    breakpointLines: new Map(lines),
    watched(line: number): WatchedLine {
      if (line === 9) throw new NotWatched('Nothing runs here.')
      return { circuit: 'Top', text: `line ${line}`, when: () => `n == ${line}` }
    },
    breakpoints: [] as readonly LineMark[],
  }
  const state = { compiled, foreign: false, broken: false, debug: { ...noQuestions, ...debug } }
  const reread: unknown[] = []
  return {
    log,
    text,
    state,
    reread,
    lines: new BreakpointLines({
      state,
      text,
      level: [],
      debugger: {
        add: async (when, on, line) => {
          log.push(`add ${when} ${on} ${line?.number} ${line?.text}`)
          return !when.includes('7')
        },
        remove: (id) => void log.push(`remove ${id}`),
        reread: (read) => void reread.push(...state.debug.breakpoints.map(read)),
      },
      say: (said, tone) => void log.push(`${tone ?? 'info'}: ${said}`),
    }),
  }
}

it('sets a breakpoint beside a line, and takes it away', async () => {
  const { lines, log } = page()
  await lines.toggle(4)
  expect(log).toEqual(['add n == 4 true 4 line 4', 'info: Breakpoint at line 4.'])
  const there = page({ breakpoints: [{ ...breakpoint, line: { number: 3, text: 'line 3' } }] }, [[1, 5]])
  await there.lines.toggle(5)
  expect(there.log).toEqual(['remove 1', 'info: The breakpoint at line 5 is removed.'])
})

it('says why there can be none', async () => {
  const { lines, log, state } = page({ told: { text: 'It is wrong.', tone: 'bad' } })
  await lines.toggle(9)
  await lines.toggle(7)
  state.broken = true
  await lines.toggle(4)
  expect(log.filter((entry) => entry.startsWith('bad'))).toEqual([
    'bad: No breakpoint in line 9: Nothing runs here.',
    'bad: No breakpoint in line 7: It is wrong.',
    'bad: No breakpoint in line 4: The text has no circuit that runs.',
  ])
})

it('finds breakpoints where their text is after an edit, and forgets those whose line is gone', () => {
  const gone = { ...breakpoint, id: 2 }
  const { lines, reread } = page({ breakpoints: [breakpoint, gone] }, [[1, 6]])
  lines.reread()
  lines.forget()
  expect(reread).toEqual([{ when: 'n == 6', line: { number: 6, text: 'line 6' } }, undefined, undefined, undefined])
})

it('marks breakpoints beside their lines', () => {
  const { lines, text } = page()
  const line = { number: 3, text: 'line 3' }
  lines.show([breakpoint, { ...breakpoint, line }, { ...breakpoint, line, hits: 1, problem: 'It is gone.' }])
  expect(text.breakpoints).toEqual([
    { id: 1, line: 3, active: true, here: false, title: 'Breakpoint at line 3, 2 hits (F9)' },
    { id: 1, line: 3, active: false, here: false, title: 'It is gone.' },
  ])
})
