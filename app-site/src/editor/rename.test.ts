import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { renameCircuit } from './rename.ts'

function renamed(text: string, from: string, to: string): string | undefined {
  const state = EditorState.create({ doc: text, extensions: [javascript({ typescript: true })] })
  const changes = renameCircuit(state, from, to)
  return changes && state.update({ changes }).state.doc.toString()
}

it.each([
  ["circuit('A', {})", "circuit('B', {})"],
  ['circuit("A", {})', 'circuit("B", {})'],
  ["component('A')", "component('B')"],
  ["// circuit('A')\nconst a = circuit('A', { nodes: {} })", "// circuit('A')\nconst a = circuit('B', { nodes: {} })"],
  ["circuit('A', {}); circuit('A', {})", "circuit('A', {}); circuit('B', {})"],
])('renames %j', (text, wanted) => expect(renamed(text, 'A', 'B')).toBe(wanted))

it('writes marks and line ends so that the text stays a program', () => {
  expect(renamed("circuit('A', {})", 'A', "it's \\\nB")).toBe("circuit('it\\'s \\\\ B', {})")
})

it.each(["It's", 'back\\slash', 'My\'Adder "', 'é\u2028'])('renames %j, which it wrote itself', (name) => {
  const once = renamed("circuit('A', {})", 'A', name)
  expect(renamed(once ?? '', name, 'B')).toBe("circuit('B', {})")
})

it('renames what is written with escapes', () => {
  expect(renamed("circuit('\\x41\\u{42}\\u0043', {})", 'ABC', 'D')).toBe("circuit('D', {})")
})

it.each(["circuit('B', {})", 'circuit(name, {})', "other('A')", "'A'"])('leaves %j alone', (text) =>
  expect(renamed(text, 'A', 'C')).toBeUndefined(),
)
