import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

/**
 * How long the text may be parsed where an answer needs its syntax, in milliseconds. The editor's own time slices are
 * 20 ms, and on a busy machine those end in the middle of a screen of text.
 */
const PATIENCE = 500

/** A node of the syntax of a text. */
export type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

/** The syntax of a text, complete up to a place (its end, if none is named) unless parsing that takes too long. */
export function syntax(state: EditorState, upTo = state.doc.length): ReturnType<typeof syntaxTree> {
  return ensureSyntaxTree(state, Math.min(upTo, state.doc.length), PATIENCE) ?? syntaxTree(state)
}
