import { history, undo } from '@codemirror/commands'
import { EditorState, Text } from '@codemirror/state'
import { expect, it } from 'vitest'
import type { Fix } from '../engine.ts'
import { nameOfFix, problemsOf } from '../state/problems.ts'
import { fixAt, stepOfFix } from './fixes.ts'

const fix: Fix = { line: 2, column: 9, endLine: 2, endColumn: 12, replaces: 'gat', text: 'gate: gat' }
const text = 'circuit(\n  😀 ({ gat }) =>\n gat.a)'

it('is one step that undo takes back, with the cursor behind it', () => {
  let state = EditorState.create({ doc: text, extensions: [history()] })
  state = state.update({ changes: { from: text.length, insert: '!' }, userEvent: 'input.type' }).state
  const step = stepOfFix(fix, state.doc)
  if (!step) throw new Error('no step')
  state = state.update(step).state
  expect(state.doc.line(2).text).toBe('  😀 ({ gate: gat }) =>')
  expect(state.sliceDoc(0, state.selection.main.head)).toMatch(/gate: gat$/)
  state = state.update({ changes: { from: 0, insert: ' ' }, userEvent: 'input.type' }).state
  const run = () =>
    undo({
      state,
      dispatch: (tr) => {
        state = tr.state
      },
    })
  run()
  expect(state.doc.line(2).text).toContain('{ gate: gat }')
  run()
  expect(state.doc.toString()).toBe(`${text}!`)
})

it.each(['circuit(\n  😀 ({ got }) =>\n gat.a)', 'circuit(\n  😀 (', 'circuit()', ''])(
  'changes nothing in a text that is another one by now: %j',
  (other) => expect(stepOfFix(fix, Text.of(other.split('\n')))).toBeUndefined(),
)

it('is found where the cursor touches its problem, its own place, or its line', () => {
  const doc = Text.of(text.split('\n'))
  const problems = problemsOf([
    { stage: 'check', code: 'E1', severity: 'error', message: 'none', line: 1, column: 1 },
    { stage: 'check', code: 'E036', severity: 'error', message: 'gat', line: 3, column: 2, fixes: [fix] },
  ])
  expect(fixAt(problems, doc, doc.line(3).from + 2)).toBe(fix)
  expect(fixAt(problems, doc, doc.line(3).to)).toBe(fix)
  expect(fixAt(problems, doc, doc.line(2).from + 9)).toBe(fix)
  expect(fixAt(problems, doc, 0)).toBeUndefined()
})

it('is named after what will stand there', () => expect(nameOfFix(fix)).toBe('Change to gate: gat'))
