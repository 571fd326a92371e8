import { syntaxTree } from '@codemirror/language'
import type { ChangeSpec, EditorState } from '@codemirror/state'

/** The change that renames the circuit called `from` in its circuit('…') call, or undefined when the text has no such call. */
export function renameCircuit(state: EditorState, from: string, to: string): ChangeSpec | undefined {
  let change: ChangeSpec | undefined
  syntaxTree(state).iterate({
    enter(node) {
      if (node.name !== 'CallExpression') return
      const callee = node.node.firstChild
      if (!callee || !/^(circuit|component)$/.test(state.sliceDoc(callee.from, callee.to))) return
      const first = node.node.getChild('ArgList')?.getChild('String')
      if (!first) return
      const literal = state.sliceDoc(first.from, first.to)
      if (literal.slice(1, -1) !== from) return
      // The last call of that name is the one that runs.
      change = { from: first.from, to: first.to, insert: quote(to, literal[0] === '"' ? '"' : "'") }
    },
  })
  return change
}

function quote(text: string, mark: string): string {
  return mark + text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`).replaceAll('\n', ' ') + mark
}
