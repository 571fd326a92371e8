import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { declarations } from './ghost-values.ts'

const text = `const Half = circuit('Half', {
  inputs: { a: bit, b: bit }, outputs: { y: bit },
  nodes: { and: And },
  connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.and.a)],
})
circuit("Top", {
  inputs: { a: bit },
  nodes: {
    half: Half,
    // keep: Register({ width: 8 }),
    'odd name': Not,
    all: [Not, Not],
  },
  meta: { nodes: { none: 1 } },
})`

it('finds the ports and nodes of one circuit with their lines', () => {
  const state = EditorState.create({ doc: text, extensions: javascript({ typescript: true }) })
  expect(declarations(state, 'Half')).toEqual([
    { name: 'a', line: 2 },
    { name: 'b', line: 2 },
    { name: 'y', line: 2 },
    { name: 'and', line: 3 },
  ])
  expect(declarations(state, 'Top').map((d) => d.name)).toEqual(['a', 'half', 'all'])
  expect(declarations(state, 'Gone')).toEqual([])
})
