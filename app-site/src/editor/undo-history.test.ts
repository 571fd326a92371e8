import { history, redo, undo } from '@codemirror/commands'
import { EditorState, type Transaction } from '@codemirror/state'
import { expect, it } from 'vitest'
import { maxOfPast, pastOf, stateOfPast } from './undo-history.ts'

const edited = (...texts: string[]): EditorState => {
  let state = EditorState.create({ doc: '', extensions: history({ newGroupDelay: 0 }) })
  for (const insert of texts) {
    const changes = { from: 0, to: state.doc.length, insert }
    state = state.update({ changes, userEvent: 'input.replace' }).state
  }
  return state
}

const after = (state: EditorState, command: typeof undo): string => {
  let next = state
  command({ state, dispatch: (t: Transaction) => (next = t.state) })
  return next.doc.toString()
}

it('brings the edits back with the text', () => {
  const state = stateOfPast(pastOf(edited('one', 'two')) ?? '', 'two', history())
  expect(state?.doc.toString()).toBe('two')
  expect(state && after(state, undo)).toBe('one')
  expect(state && after(state, redo)).toBe('two')
})

it('is of no use for another text, and damaged ones are none', () => {
  const past = pastOf(edited('one')) ?? ''
  expect(stateOfPast(past, 'another', history())).toBeUndefined()
  for (const bad of [
    '',
    '{',
    'null',
    '[]',
    '{"doc":1}',
    past.slice(0, -3),
    '{"doc":"one","selection":{"ranges":[]}}',
  ]) {
    expect(stateOfPast(bad, 'one', history()), bad).toBeUndefined()
  }
})

it('is not kept when it is long', () => {
  expect(pastOf(edited('x'.repeat(maxOfPast)))).toBeUndefined()
})
