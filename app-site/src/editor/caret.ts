import type { EditorState } from '@codemirror/state'
import { type SyntaxNode, syntax } from './syntax.ts'

/** The part of a circuit that the cursor of the text is at, as far as syntax says it. */
export interface CaretPlace {
  /** The path of the file; undefined for the entry of the project. */
  readonly file?: string | undefined
  /** The lines in which what is around the cursor begins, the nearest first, up to the call of the circuit. */
  readonly lines: readonly number[]
  /** The names at the cursor and of the entries around it, the nearest first. */
  readonly names: readonly string[]
  /** The name of the circuit whose call is around the cursor. */
  readonly circuit: string | undefined
}

/** Entries and expressions around the cursor that are looked at. */
const MAX_AROUND = 64

/** The lines, names and circuit around the cursor. */
export function caretPlace(state: EditorState): CaretPlace {
  const { head } = state.selection.main
  const text = (node: SyntaxNode) => state.sliceDoc(node.from, node.to)
  const lines = new Set([state.doc.lineAt(head).number])
  const names = new Set<string>()
  const tree = syntax(state, state.doc.lineAt(head).to)
  const before = tree.resolveInner(head, -1)
  let node: SyntaxNode | null = isName(before) ? before : tree.resolveInner(head, 1)
  for (let i = 0; node && i < MAX_AROUND; i++, node = node.parent) {
    if (isName(node)) names.add(text(node))
    if (node.name === 'MemberExpression') {
      const root = node.getChild('VariableName')
      if (root) names.add(text(root))
    }
    if (node.name === 'Property') {
      const own = node.getChild('PropertyDefinition')
      if (own) names.add(text(own))
      lines.add(state.doc.lineAt(node.from).number)
    }
    const circuit = node.name === 'CallExpression' ? nameOfCircuit(node, text) : undefined
    if (circuit !== undefined) {
      lines.add(state.doc.lineAt(node.from).number)
      return { lines: [...lines], names: [...names], circuit }
    }
  }
  return { lines: [...lines], names: [...names], circuit: undefined }
}

const isName = ({ name }: SyntaxNode): boolean =>
  name === 'VariableName' || name === 'PropertyName' || name === 'PropertyDefinition'

/** The name in `circuit('Name', …)`; undefined for another call. */
export function nameOfCircuit(call: SyntaxNode, text: (node: SyntaxNode) => string): string | undefined {
  const callee = call.firstChild
  if (!callee || text(callee) !== 'circuit') return undefined
  const name = call.getChild('ArgList')?.getChild('String')
  return name ? text(name).slice(1, -1) : undefined
}
