import { describe, expect, it } from 'vitest'
import { nodesAt } from './places.ts'
import type { CompileResult } from './protocol.gen.ts'
import { lookupOf } from './signals.ts'
import { unfold } from './tables.ts'
import { InvalidMessage } from './validate.ts'

// That tables give what a plain description says is tested over all examples in engine/session, with the engine's own.

const number = (n: number): number[] => (n < 128 ? [n] : [(n % 128) | 128, ...number(Math.floor(n / 128))])
const column = (...list: number[]): number[] => [...number(list.length), ...list.flatMap(number)]

interface Parts {
  text: string
  lengths: number[]
  kinds: number[]
  circuit: number[]
  nets: number[]
  scopes: number[]
  signals: number[]
}

const TEXTS = ['', 'g', 'Not', 'in', 'out', '{"width":300}', 'x😀']

/** An inverter called g in a circuit with the ports in and out; its label is x😀. */
const inverter: Parts = {
  text: TEXTS.join(''),
  lengths: column(...TEXTS.map((text) => text.length)),
  kinds: [1, ...number(2), ...column(3), ...column(302), ...column(4), ...column(1), ...column()],
  circuit: [
    ...number(0), // name
    ...column(1), // nodes
    ...column(0), // kinds
    ...column(7), // labels
    ...column(6), // arguments
    ...column(12), // lines
    ...column(), // files
    ...column(), // ids of connections
    ...number(1), // what stands before their numbers
    ...column(0, 2), // sources
    ...column(3, 4), // their ports
    ...column(2, 0), // targets
    ...column(3, 4), // their ports
    ...column(302, 1), // types
  ],
  nets: column(601, 2),
  scopes: [2, ...column(3, 4), ...column(), ...column(), ...column(3, 4), ...column(1), ...column(0)],
  signals: column(0, 1, 0, 1),
}

function bytes(parts: Parts): Uint8Array {
  const text = [...new TextEncoder().encode(parts.text)]
  const { lengths, kinds, circuit, nets, scopes, signals } = parts
  return new Uint8Array([
    ...number(text.length),
    ...text,
    ...lengths,
    ...kinds,
    1,
    ...circuit,
    ...nets,
    ...scopes,
    ...signals,
  ])
}

function folded(parts: Partial<Parts> = {}): CompileResult {
  return {
    diagnostics: [],
    circuits: ['Top'],
    circuit: {
      version: 1,
      name: 'Top',
      inputs: [],
      outputs: [],
      clocks: [],
      state: [],
      nodes: [],
      connections: [],
      implementation: { kind: 'composite' },
      metadata: {},
    },
    library: {},
    design: {
      sequential: false,
      inputs: [],
      outputs: [],
      nets: [],
      signals: [],
      nodeCount: 1,
      states: [],
      pictures: [],
    },
    tables: bytes({ ...inverter, ...parts }),
  }
}

describe('tables', () => {
  const bus = { kind: 'bus', width: 300 }
  const node = {
    id: 'g',
    label: 'x😀',
    componentRef: 'Not',
    arguments: { width: 300 },
    inputs: [{ id: 'g.in', name: 'in', portType: bus }],
    outputs: [{ id: 'g.out', name: 'out', portType: { kind: 'bit' } }],
    clocks: [],
  }
  const signals = [
    { path: '__top__.in', net: 0, driven: true },
    { path: '__top__.out', net: 1, driven: false },
    { path: 'g.in', net: 0, driven: true },
    { path: 'g.out', net: 1, driven: false },
  ]

  it('become the lists of the result', () => {
    const result = unfold(folded())
    expect(result).not.toHaveProperty('tables')
    expect(result.circuit?.nodes).toEqual([node])
    expect(result.circuit?.connections).toEqual([
      { id: 'g0', source: { nodeId: '', portName: 'in' }, target: { nodeId: 'g', portName: 'in' }, portType: bus },
      {
        id: 'g1',
        source: { nodeId: 'g', portName: 'out' },
        target: { nodeId: '', portName: 'out' },
        portType: { kind: 'bit' },
      },
    ])
    expect(result.design?.nets).toEqual([300, 1])
    expect(result.design?.signals).toEqual(signals)
  })

  it('give a result that is plain data: it is copied and written as such, and stays the same objects', () => {
    const result = unfold(folded())
    const copy = structuredClone(result)
    expect(copy.circuit?.nodes).toEqual([node])
    expect(JSON.parse(JSON.stringify(result))).toEqual(copy)
    expect(Object.keys(result.design ?? {})).toEqual(Object.keys(folded().design ?? {}))
    expect(result.circuit?.nodes).toBe(result.circuit?.nodes)
    expect(result.design?.signals).toBe(result.design?.signals)
    if (result.circuit) result.circuit.nodes = []
    expect(result.circuit?.nodes).toEqual([])
  })

  it('find a signal by its path without the list', () => {
    const { design } = unfold(folded())
    const find = lookupOf(design)
    for (const { path, ...signal } of signals) expect(find(path)).toEqual(signal)
    for (const path of ['', 'g', 'g.', 'g.x', 'in', '__top__.g', 'constructor', 'g.in.out']) {
      expect(find(path)).toBeUndefined()
    }
  })

  it('say in which file a node stands', () => {
    const before = [...number(0), ...column(1), ...column(0), ...column(7), ...column(6), ...column(12)]
    const circuit = [...before, ...column(3), ...inverter.circuit.slice(before.length + column().length)]
    const unfolded = unfold(folded({ ...inverter, circuit })).circuit
    if (!unfolded) throw new Error('there is one')
    expect(nodesAt(unfolded, 12, 'Not')).toEqual(['g'])
    expect(nodesAt(unfolded, 12)).toEqual([])
  })

  it('say which nodes stand in a line of the source', () => {
    const { circuit } = unfold(folded())
    if (!circuit) throw new Error('there is one')
    expect(nodesAt(circuit, 12)).toEqual(['g'])
    expect(nodesAt(circuit, 11)).toEqual([])
    expect(nodesAt(circuit, 0)).toEqual([])
    expect(nodesAt(circuit, 12, 'alu.ts')).toEqual([])
  })

  it('leave a result without tables as it is', () => {
    const { tables: _, ...plain } = folded()
    expect(unfold(plain)).toBe(plain)
  })

  it.each([
    ['a number that does not end', { signals: [4, 0, 1, 0, 0x80] }],
    ['a number beyond 32 bits', { signals: [4, 0, 1, 0, 0xff, 0xff, 0xff, 0xff, 0x1f] }],
    ['a number with a byte too many', { signals: [4, 0, 1, 0, 0x81, 0] }],
    ['a list longer than the message', { signals: [0x7f, 0, 1] }],
    ['bytes behind the end', { signals: [...inverter.signals, 0] }],
    ['a net that is not there', { signals: column(0, 1, 0, 2) }],
    ['a signal too few', { signals: column(0, 1, 0) }],
    ['a signal too many', { signals: column(0, 1, 0, 1, 1) }],
    ['no circuit for its signals', { scopes: [0] }],
    ['a circuit inside itself', { scopes: [1, ...column(3, 4), ...column(1), ...column(0)] }],
    ['a node without a circuit', { scopes: [1, ...column(3, 4), ...column(1), ...column()] }],
    ['a port without a name', { scopes: [1, ...column(3, 4, 3, 7), ...column(), ...column()] }],
    ['texts that are longer than the text', { lengths: column(0, 1, 3, 2, 3, 13, 4) }],
    ['text that is no text', { lengths: column(0, 1, 3, 2, 3, 13, 2) }],
    ['a text that ends inside a character', { lengths: column(0, 1, 3, 2, 3, 13, 2, 1) }],
    ['a kind of another component', { kinds: [1, ...number(9), 0, 0, 0, 0, 0] }],
    ['a port without a type', { kinds: [1, 2, ...column(3), ...column(), 0, 0, 0] }],
    ['no kind for a node', { kinds: [0] }],
    ['options that are no JSON', { circuit: inverter.circuit.with(8, 2) }],
    ['a label that is not there', { circuit: inverter.circuit.with(6, 8) }],
    [
      'columns of two lengths',
      { circuit: [0, ...column(1), ...column(), ...column(0), ...column(0), 0, 0, 0, 0, 0, 0, 0] },
    ],
    ['a line too few', { circuit: inverter.circuit.toSpliced(9, 2, 2, 12, 12) }],
    ['a connection without a type', { circuit: inverter.circuit.with(-1, 0) }],
  ] as [string, Partial<Parts>][])('with %s are refused', (_, parts) => {
    expect(() => unfold(folded(parts))).toThrow(InvalidMessage)
  })

  it('of another result are refused', () => {
    const { circuit: _, ...none } = folded()
    expect(() => unfold(none)).toThrow(InvalidMessage)
    const circuit = folded().circuit
    if (!circuit) throw new Error('there is one')
    expect(() => unfold({ ...folded(), library: { Not: circuit } })).toThrow(InvalidMessage)
  })

  it('whose circuits double at each level are refused: no more is made than came', () => {
    const doubled = [1, ...column(3), ...column(), ...column()]
    for (let level = 0; level < 64; level++) doubled.push(...column(), ...column(1, 1), ...column(level, level))
    doubled[0] = 65
    expect(() => unfold(folded({ scopes: doubled }))).toThrow(InvalidMessage)
    const empty = [0, ...column(), ...column(), ...column()]
    for (let level = 0; level < 64; level++) empty.push(...column(), ...column(1, 1), ...column(level, level))
    empty[0] = 65
    expect(unfold(folded({ scopes: empty, signals: column() })).design?.signals).toEqual([])
  })
})
