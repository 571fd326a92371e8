import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const mark = '\ufeff'

/**
 * A byte order mark comes along with the text of some files. The engine does not count it; in the text it would shift all
 * columns of the first line, and fixes would not find what they replace.
 */
export function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(mark.length) : text
}

/** Keeps a byte order mark from the beginning of the text and of what is pasted. */
export const noByteOrderMark: Extension = [
  EditorView.clipboardInputFilter.of(withoutMark),
  EditorState.transactionFilter.of((transaction) =>
    transaction.docChanged && transaction.newDoc.sliceString(0, mark.length) === mark
      ? [transaction, { changes: { from: 0, to: mark.length }, sequential: true }]
      : transaction,
  ),
]
