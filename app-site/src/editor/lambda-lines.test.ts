import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { type LambdaScope, NotWatched, tableOf, tablesOf, watchedLine } from './lambda-lines.ts'

const text = `const S = { IDLE: 0, RUN: 1 } as const
const LIMIT = 9
circuit('Machine', (o = {}) => ({
  inputs: { go: bit, data: bus(8) },
  outputs: { busy: bit, sum: bus(8) },
  state: { phase: reg(2), total: reg(8), cells: mem(16, 8) },
  eval: ({ phase, total, limit = 3 }) => ({
    busy: phase === S.RUN,
    sum: total + limit,
  }),
  onTick: ({ go, data, phase, total, cells }) => {
    const more = total + data
    let next = phase
    if (go && phase === S.IDLE) next = S.RUN
    if (more > LIMIT) {
      const over = more - LIMIT
      cells[over & 15] = data
    } else {
      cells[0] = total
    }
    const found = lookup(more)
    if (data === 1) return { phase: S.IDLE, total: more }
    return {
      phase: next,
      total: more,
      cells,
    }
  },
}))
circuit('Sum', { inputs: { a: bit, b: bit }, outputs: { y: bit, z: bit },
  eval: (s) => ({ y: s.a ^ s.b, z: s.a & s.b }),
})
`
const state = EditorState.create({ doc: text, extensions: javascript({ typescript: true }) })
const names = ['go', 'data', 'busy', 'sum', 'phase', 'total', 'cells', 'a', 'b', 'y', 'z']
const scope: LambdaScope = {
  signal: (name) => (names.includes(name) ? `m.${name}` : undefined),
  isMemory: (name) => name === 'cells',
  option: (name) => (name === 'limit' ? '7' : undefined),
}

/** The condition at which a run stops beside the line with some text. */
function when(part: string): string {
  const lines = text.split('\n')
  const exact = lines.findIndex((l) => l.trim() === part)
  const line = (exact < 0 ? lines.findIndex((l) => l.includes(part)) : exact) + 1
  return watchedLine(state, line).when(scope)
}

it('stops where an output or a state that the lambda returns changes', () => {
  expect(when('busy: phase')).toBe('changed(m.busy)')
  expect(when('total: more,')).toBe('changed(m.total)')
  expect(when('y: s.a')).toBe('changed(m.y) || changed(m.z)')
  expect(watchedLine(state, 8)).toMatchObject({ circuit: 'Machine', text: 'busy: phase === S.RUN,' })
})

it('stops where the value of a constant of the lambda changes', () => {
  expect(when('const more')).toBe('changed(m.total + m.data)')
})

it('stops where a condition becomes true', () => {
  expect(when('if (more > LIMIT)')).toBe('rise(((m.total + m.data) > 9))')
})

it('stops where a cell is changed, under the conditions around', () => {
  expect(when('cells[over')).toBe('((m.total + m.data) > 9) && (m.cells[((m.total + m.data) - 9) & 15] !== (m.data))')
  expect(when('cells[0] =')).toBe('!((m.total + m.data) > 9) && (m.cells[0] !== (m.total))')
  expect(when('if (go &&')).toBe('rise((m.go && m.phase === 0))')
})

it('stops where one of several results is given', () => {
  expect(when('if (data === 1)')).toBe(
    'rise((m.data === 1)) || rise((m.data === 1)) || ((m.data === 1)) && changed((m.total + m.data))',
  )
})

it.each([
  ['const LIMIT', 'No lambda of a circuit'],
  ['const found', 'The call lookup(more) cannot be watched'],
  ['return {', 'gives no value'],
  ['      cells,', 'is a memory'],
  ['  inputs: { go', 'No lambda of a circuit'],
])('says why it cannot stop at %s', (part, reason) => {
  expect(() => when(part)).toThrow(NotWatched)
  expect(() => when(part)).toThrow(reason)
})

it('reads tables of numbers', () => {
  expect([...(tableOf(state, 'S') ?? [])]).toEqual([
    ['IDLE', '0'],
    ['RUN', '1'],
  ])
  expect(tableOf(state, 'LIMIT')).toBeUndefined()
  expect([...tablesOf(state)]).toEqual([
    [
      'S',
      new Map([
        [0, 'IDLE'],
        [1, 'RUN'],
      ]),
    ],
  ])
})
