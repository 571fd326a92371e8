import type { ChangeSpec, EditorState } from '@codemirror/state'
import { syntax } from './syntax.ts'

/**
 * The change that renames the circuit called `from` in its circuit('…') call, or undefined when the text has no such
 * call.
 */
export function renameCircuit(state: EditorState, from: string, to: string): ChangeSpec | undefined {
  let change: ChangeSpec | undefined
  syntax(state).iterate({
    enter(node) {
      if (node.name !== 'CallExpression') return
      const callee = node.node.firstChild
      if (!callee || !/^(circuit|component)$/.test(state.sliceDoc(callee.from, callee.to))) return
      const first = node.node.getChild('ArgList')?.getChild('String')
      if (!first) return
      const literal = state.sliceDoc(first.from, first.to)
      if (unquoted(literal) !== from) return
      // The last call of that name is the one that runs.
      change = { from: first.from, to: first.to, insert: quote(to, literal[0] === '"' ? '"' : "'") }
    },
  })
  return change
}

/** The text that a literal stands for, as far as names have such characters. */
function unquoted(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\\(u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^ux])/g, (_, escaped: string) => {
      const code = Number.parseInt(escaped.replaceAll(/[ux{}]/g, ''), 16)
      if (/^[ux]/.test(escaped)) return code <= 0x10ffff ? String.fromCodePoint(code) : escaped
      return { n: '\n', t: '\t', r: '\r' }[escaped] ?? escaped
    })
}

function quote(text: string, mark: string): string {
  return mark + text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`).replaceAll('\n', ' ') + mark
}
