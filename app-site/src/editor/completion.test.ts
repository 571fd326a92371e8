import { CompletionContext } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import type { CompileResult } from '../engine.ts'
import { circuitCompletion } from './completion.ts'

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
  it('offers the library of the engine and the builders where anything can stand, and keys where one is written', async () => {
    expect(await offered('Re|')).toEqual(expect.arrayContaining(['circuit', 'bus', 'reg', 'And', 'Register', 'Mux']))
    expect(await offered("circuit('C', { no| })")).toEqual(expect.arrayContaining(['nodes', 'onTick']))
    expect(await offered("circuit('C', (o) => ({ no| }))")).not.toContain('Register')
  })

  it('offers components among the nodes, and types of state and ports where those are written', async () => {
    const inside = (text: string) => offered(`circuit('C', { ${text} })`)
    expect(await inside('nodes: { r: Re| }')).toContain('Register')
    expect(await inside('nodes: { r: Re| }')).not.toContain('reg')
    expect(await inside('nodes: { r: Array.from({ length: 3 }, () => Re|) }')).not.toContain('reg')
    expect(await inside('state: { r: Re| }')).toEqual(['reg', 'mem'])
    expect(await inside('inputs: { r: b| }, outputs: { y: bit }')).toEqual(['bit', 'bus'])
    expect(await inside('nodes: { r: And }, state: { n: m|')).toEqual(['reg', 'mem'])
  })

  it('offers the ports of a node, also of one in an array: what drives or what is driven, by their place', async () => {
    expect(await offered('const p = add.|')).toEqual(['a', 'carry_out'])
    expect(await offered('const p = g[0].o|')).toEqual(['in', 'out'])
    expect(await offered('[add.|]')).toEqual(['carry_out'])
    expect(await offered('[inputs.a.to(add.|)]')).toEqual(['a'])
    expect(await offered('[inputs.a.to(g[0].in, add.|)]')).toEqual(['a'])
    expect(await offered('[add.|.to(g[0].in)]')).toEqual(['carry_out'])
  })

  it('offers the ports of the circuit, the names of its nodes, and the way on from a port that drives', async () => {
    expect(await offered('[inputs.|')).toEqual(['a'])
    expect(await offered('[inputs.a.to(outputs.|)]')).toEqual(['y'])
    expect(await offered('[inputs.a.to(inputs.|)]')).toBeUndefined()
    expect(await offered('nodes.|')).toEqual(['add', 'g0'])
    expect(await offered('[inputs.a.|]')).toEqual(['to'])
    expect(await offered('[nodes.add.carry_out.|]')).toEqual(['to'])
  })

  it('says nothing in strings and comments, about strangers, or before the first compile', async () => {
    expect(await offered("'Re|'")).toBeUndefined()
    expect(await offered('// Re|')).toBeUndefined()
    expect(await offered('stranger.|')).toBeUndefined()
    expect(await offered('add.|', null)).toBeUndefined()
    expect(await offered('1 + |')).toBeUndefined()
  })
})
