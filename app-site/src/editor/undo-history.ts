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

/** The file of a project with its edits. */
export interface KeptFile {
  /** Its path; empty for a text of one file. */
  readonly path: string
  readonly state: EditorState
}

/** The files of a project with their edits as text, the one that is shown first. */
export function pastOfFiles(active: string, states: readonly [path: string, state: EditorState][]): string | undefined {
  const [only] = states
  if (only && states.length === 1) return pastOf(only[1])
  const files = [...states].sort(([a], [b]) => Number(b === active) - Number(a === active))
  const text = JSON.stringify({ files: files.map(([path, state]) => ({ path, past: state.toJSON(fields) })) })
  return text.length <= maxOfPast ? text : undefined
}

/** The states that were kept, the one to be shown first; undefined when they are of another text, or cannot be read. */
export function statesOfPast(
  past: string,
  textOf: (path: string) => string | undefined,
  extensions: Extension,
): readonly KeptFile[] | undefined {
  const read = (path: string, kept: string): KeptFile[] => {
    const text = textOf(path)
    const state = text === undefined ? undefined : stateOfPast(kept, text, extensions)
    return state ? [{ path, state }] : []
  }
  try {
    const kept: unknown = JSON.parse(past)
    const list = typeof kept === 'object' && kept !== null && 'files' in kept ? kept.files : undefined
    const states = Array.isArray(list)
      ? list.flatMap(({ path, past }) => read(String(path), JSON.stringify(past)))
      : read('', past)
    return states.length > 0 ? states : undefined
  } catch {
    return undefined
  }
}
