import { history, undo } from '@codemirror/commands'
import { EditorState, type Transaction } from '@codemirror/state'
import { expect, it } from 'vitest'
import { noByteOrderMark, withoutMark } from './byte-order-mark.js'
import { stepOfFix } from './fixes.js'

const start = (doc: string) => EditorState.create({ doc, extensions: [noByteOrderMark, history()] })

it('takes no byte order mark into the text, and fixes find what they replace', () => {
  let state = start('old')
  const insert = '\ufeffnodes: { g: Andd }'
  state = state.update({ changes: { from: 0, to: 3, insert }, selection: { anchor: insert.length } }).state
  expect(state.doc.toString()).toBe('nodes: { g: Andd }')
  expect(state.selection.main.head).toBe(state.doc.length)
  const step = stepOfFix({ line: 1, column: 13, endLine: 1, endColumn: 17, replaces: 'Andd', text: 'And' }, state.doc)
  expect(step && state.update(step).state.doc.toString()).toBe('nodes: { g: And }')
  undo({ state, dispatch: (t: Transaction) => (state = t.state) })
  expect(state.doc.toString()).toBe('old')
})

it('leaves a mark alone that stands in the text, such as in quotes', () => {
  const state = start("'").update({ changes: { from: 1, insert: "\ufeff'" } }).state
  expect(state.doc.toString()).toBe("'\ufeff'")
  expect(withoutMark("'\ufeff'")).toBe("'\ufeff'")
})

it('is taken from a text that is shown first', () => {
  expect(withoutMark('\ufeffcircuit')).toBe('circuit')
  expect(withoutMark('')).toBe('')
})
