import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { setPlaces } from '@simten/client/places'
import { expect, it } from 'vitest'
import { caretPlace } from '../editor/caret.ts'
import type { CompileResult } from '../engine.ts'
import { partsAt } from './probe.ts'

const text = `const Half = circuit('Half', {
  inputs: { a: bit, b: bit }, outputs: { y: bit },
  nodes: { and: And, or: Or },
  connect: ({ inputs, outputs, nodes: { and, or } }) => [
    inputs.a.to(and.a),
  ],
})
circuit("Top", {
  inputs: { a: bit },
  nodes: {
    half: Half,
    list: Array.from(
      { length: 3 },
      () => Half,
    ),
  },
})`

const node = (id: string, componentRef: string) => ({ id, componentRef, inputs: [], outputs: [] })
const circuit = (name: string, nodes: [id: string, ref: string, line: number][]) => {
  const made = { name, inputs: [], outputs: [], nodes: nodes.map(([id, ref]) => node(id, ref)) }
  const lines = Uint32Array.from(nodes.map(([, , line]) => line))
  setPlaces(made as never, { lines, file: () => undefined })
  return made
}
const compiled = {
  circuit: circuit('TopDemo', [
    ['a', 'Switch', 9],
    ['dut', 'Top', 8],
  ]),
  library: {
    Top: circuit('Top', [
      ['half', 'Half', 11],
      ['list0', 'Half', 12],
      ['list1', 'Half', 12],
      ['list2', 'Half', 12],
    ]),
    Half: circuit('Half', [
      ['and', 'And', 3],
      ['or', 'Or', 3],
    ]),
    And: circuit('And', []),
    Or: circuit('Or', []),
  },
} as unknown as CompileResult

/** The parts that are marked with the cursor before the only place of some text. */
function marked(before: string, level: string[] = []): string[] {
  const at = text.indexOf(before)
  expect(at).toBeGreaterThanOrEqual(0)
  const state = EditorState.create({
    doc: text,
    selection: { anchor: at },
    extensions: javascript({ typescript: true }),
  })
  return partsAt(compiled, level, caretPlace(state))
}

it('marks the node of the line, and all nodes of a line that makes several', () => {
  expect(marked('half: Half')).toEqual(['dut.half'])
  expect(marked('list: Array')).toEqual(['dut.list0', 'dut.list1', 'dut.list2'])
  expect(marked('() => Half')).toEqual(['dut.list0', 'dut.list1', 'dut.list2'])
})

it('marks the switch of a port', () => {
  expect(marked('a: bit },\n  nodes: {\n    half')).toEqual(['a'])
})

it('marks one of several nodes in a line by its name, also where it is wired', () => {
  expect(marked('or: Or', ['dut', 'half'])).toEqual(['dut.half.or'])
  expect(marked('and.a)', ['dut', 'half'])).toEqual(['dut.half.and'])
  expect(marked('nodes: { and: And', ['dut', 'half'])).toEqual(['dut.half.and', 'dut.half.or'])
})

it('marks the parts of the drawn level that are made of what stands there', () => {
  expect(marked('or: Or')).toEqual(['dut.half', 'dut.list0', 'dut.list1', 'dut.list2'])
})

it('marks nothing where the text is about nothing that is drawn', () => {
  expect(marked('half: Half', ['dut', 'half'])).toEqual([])
  expect(partsAt(undefined, [], undefined)).toEqual([])
})
