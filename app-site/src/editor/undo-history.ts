/** The text with its edits, so that undo works after the page was loaded anew. */
import { historyField } from '@codemirror/commands'
import { EditorState, type Extension } from '@codemirror/state'

const fields = { history: historyField }

/** A longer past is not kept, in characters: the browser's storage is small. */
export const maxOfPast = 1_000_000

/** The state as text; undefined when it is too long to be kept. */
export function pastOf(state: EditorState): string | undefined {
  const text = JSON.stringify(state.toJSON(fields))
  return text.length <= maxOfPast ? text : undefined
}

/** A state that was kept, or undefined when it is of another text or cannot be read. */
export function stateOfPast(past: string, text: string, extensions: Extension): EditorState | undefined {
  try {
    const state = EditorState.fromJSON(JSON.parse(past), { extensions }, fields)
    return state.doc.toString() === text ? state : undefined
  } catch {
    return undefined
  }
}
