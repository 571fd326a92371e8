import { CompletionContext } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import type { CompileResult } from '../engine.js'
import { circuitCompletion } from './completion.js'

const bit = { kind: 'bit' as const }
const byte = { kind: 'bus' as const, width: 8 }

const adder = {
  version: 1,
  name: 'Sum',
  inputs: [{ name: 'a', portType: byte }],
  outputs: [{ name: 'y', portType: bit }],
  clocks: [],
  state: [],
  nodes: [
    {
      id: 'add',
      componentRef: 'Adder',
      arguments: {},
      inputs: [{ id: 'add.a', name: 'a', portType: byte }],
      outputs: [{ id: 'add.carry_out', name: 'carry_out', portType: bit }],
      clocks: [],
    },
    {
      id: 'g0',
      componentRef: 'Not',
      arguments: {},
      inputs: [{ id: 'g0.in', name: 'in', portType: bit }],
      outputs: [{ id: 'g0.out', name: 'out', portType: bit }],
      clocks: [],
    },
  ],
  connections: [],
  implementation: { kind: 'composite' as const },
  metadata: {},
}

const compiled: CompileResult = {
  diagnostics: [],
  circuits: ['Sum'],
  main: 'Sum',
  circuit: { ...adder, name: 'SumDemo', nodes: [] },
  library: { Sum: adder },
}

/** Labels offered at the | of a text. */
async function offered(text: string, result: CompileResult | null = compiled): Promise<string[] | undefined> {
  const pos = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [javascript({ typescript: true })] })
  const found = await circuitCompletion(() => result ?? undefined)(new CompletionContext(state, pos, false))
  return found?.options.map((o) => o.label)
}

describe('circuitCompletion', () => {
  it('offers the library of the engine, the builders and the keys', async () => {
    const labels = await offered('Re|')
    expect(labels).toEqual(
      expect.arrayContaining(['circuit', 'bus', 'reg', 'nodes', 'onTick', 'And', 'Register', 'Mux']),
    )
  })

  it('offers the ports of a node, also of one in an array', async () => {
    expect(await offered('add.|')).toEqual(['a', 'carry_out', 'to'])
    expect(await offered('g[0].o|')).toEqual(['in', 'out', 'to'])
  })

  it('offers the ports of the circuit and the names of its nodes', async () => {
    expect(await offered('inputs.|')).toEqual(['a', 'to'])
    expect(await offered('outputs.|')).toEqual(['y', 'to'])
    expect(await offered('nodes.|')).toEqual(['add', 'g0'])
  })

  it('says nothing in strings and comments, about strangers, or before the first compile', async () => {
    expect(await offered("'Re|'")).toBeUndefined()
    expect(await offered('// Re|')).toBeUndefined()
    expect(await offered('stranger.|')).toBeUndefined()
    expect(await offered('add.|', null)).toBeUndefined()
    expect(await offered('1 + |')).toBeUndefined()
  })
})
