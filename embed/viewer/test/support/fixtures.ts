/** The circuits that the tests of the face draw. */
import { circuit, harness, Model, type Nodes } from './model.ts'

const halfAdderCircuit = circuit('HalfAdder', { a: 1, b: 1 }, { sum: 1, carry: 1 }, { xor1: 'Xor', and1: 'And' }, [
  ['a', 'xor1.a', 'and1.a'],
  ['b', 'xor1.b', 'and1.b'],
  ['xor1.out', 'sum'],
  ['and1.out', 'carry'],
])

export function halfAdder(): Model {
  return new Model(harness(halfAdderCircuit), [halfAdderCircuit])
}

export function counter(): Model {
  const c = circuit(
    'Counter8',
    { enable: 1, clear: 1 },
    { count: 8 },
    { count_reg: ['Register', { width: 8 }], next: 'Incrementer' },
    [
      ['enable', 'count_reg.we'],
      ['clear', 'count_reg.rst'],
      ['count_reg.q', 'next.in', 'count'],
      ['next.out', 'count_reg.data'],
    ],
  )
  return new Model(harness(c), [c])
}

export function fibonacci(): Model {
  const c = circuit(
    'Fibonacci',
    {},
    { value: 16 },
    {
      one: ['Constant', { value: 1 }],
      zero: ['Constant', { value: 0 }],
      a: ['Register', { width: 16, value: 0 }],
      b: ['Register', { width: 16, value: 1 }],
      add: ['Adder', { width: 16 }],
    },
    [
      ['one.out', 'a.we', 'b.we'],
      ['zero.out', 'a.rst', 'b.rst', 'add.carry_in'],
      ['a.q', 'add.a', 'value'],
      ['b.q', 'add.b', 'a.data'],
      ['add.sum', 'b.data'],
    ],
  )
  return new Model(harness(c), [c])
}

const fullAdder = circuit(
  'FullAdder',
  { a: 1, b: 1, carry_in: 1 },
  { sum: 1, carry_out: 1 },
  { ab: 'Xor', sum2: 'Xor', andAB: 'And', andC: 'And', carry: 'Or' },
  [
    ['a', 'ab.a', 'andAB.a'],
    ['b', 'ab.b', 'andAB.b'],
    ['ab.out', 'sum2.a', 'andC.a'],
    ['carry_in', 'sum2.b', 'andC.b'],
    ['sum2.out', 'sum'],
    ['andAB.out', 'carry.a'],
    ['andC.out', 'carry.b'],
    ['carry.out', 'carry_out'],
  ],
)
fullAdder.metadata.icon = 'FA'

export function rippleAdder(): Model {
  const nodes: Nodes = { splitA: 'Splitter8to8', splitB: 'Splitter8to8', join: 'Combiner8to8' }
  const wiring: string[][] = [
    ['a', 'splitA.in'],
    ['b', 'splitB.in'],
    ['join.out', 'sum'],
    ['carry_in', 'fa0.carry_in'],
  ]
  for (let i = 0; i < 8; i++) {
    nodes[`fa${i}`] = fullAdder
    wiring.push([`splitA.bit${i}`, `fa${i}.a`], [`splitB.bit${i}`, `fa${i}.b`], [`fa${i}.sum`, `join.bit${i}`])
    wiring.push([`fa${i}.carry_out`, i < 7 ? `fa${i + 1}.carry_in` : 'carry_out'])
  }
  const c = circuit('RippleAdder8', { a: 8, b: 8, carry_in: 1 }, { sum: 8, carry_out: 1 }, nodes, wiring)
  return new Model(harness(c), [fullAdder, c])
}

/** One of everything, without a harness. */
export function parts(): Model {
  const c = circuit(
    'Parts',
    {},
    {},
    {
      s0: 'Switch',
      s1: 'Switch',
      n: ['Input', { width: 8, value: 42 }],
      k: ['Constant', { value: 200, width: 8 }],
      nand: 'Nand',
      nor: 'Nor',
      xnor: 'Xnor',
      not: 'Not',
      buf: 'Buffer',
      or: 'Or',
      mux: ['Mux', { width: 8 }],
      cmp: ['Comparator', { width: 8 }],
      ff: 'DFlipFlop',
      probe: 'Probe',
      led: 'Led',
      led2: 'Led',
      out: 'Output',
      seven: ['SevenSegment', {}],
      term: 'Console',
      fa: fullAdder,
    },
    [
      ['s0.out', 'nand.a', 'nor.a', 'mux.sel', 'fa.a'],
      ['s1.out', 'nand.b', 'nor.b', 'xnor.b', 'fa.b'],
      ['n.out', 'mux.in0', 'cmp.a'],
      ['k.out', 'mux.in1', 'cmp.b'],
      ['nand.out', 'not.in', 'xnor.a'],
      ['nor.out', 'buf.in'],
      ['not.out', 'or.a'],
      ['buf.out', 'or.b'],
      ['or.out', 'ff.d'],
      ['ff.q', 'probe.in'],
      ['probe.out', 'led.in'],
      ['mux.out', 'out.in', 'term.data'],
      ['cmp.gt', 'term.we'],
      ['cmp.eq', 'led2.in'],
    ],
  )
  return new Model(c, [fullAdder, c])
}

/** A mesh of gates with about `wires` wires, to measure drawing. */
export function mesh(columns: number, rows: number): Model {
  const nodes: Nodes = {}
  const wiring: string[][] = []
  for (let y = 0; y < rows; y++) {
    nodes[`s${y}`] = ['DFlipFlop', { value: y % 2 }]
    wiring.push([`s${y}.q_bar`, `s${y}.d`])
  }
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) {
      nodes[`g${x}_${y}`] = 'Xor'
      const at = (row: number): string => (x === 0 ? `s${row}.q` : `g${x - 1}_${row}.out`)
      wiring.push([at(y), `g${x}_${y}.a`], [at((y + 1) % rows), `g${x}_${y}.b`])
    }
  }
  return new Model(circuit('Mesh', {}, {}, nodes, wiring), [])
}

export const fixtures = { halfAdder, counter, fibonacci, rippleAdder, parts }
