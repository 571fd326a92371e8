/**
 * A small stand-in for the engine, for tests of the face alone: builds circuits, flattens them into nets as
 * engine/elaborate does, and evaluates the handful of components that the fixtures use.
 */
import type { Json } from '@simten/client/protocol.gen'
import type { Circuit, CircuitNode, CompileResult, Connection, Port, Values } from '../../src/protocol.ts'

type Inputs = Record<string, number>
interface Behaviour {
  inputs: (a: Args) => Record<string, number>
  outputs: (a: Args) => Record<string, number>
  eval?: (i: Inputs, state: number, a: Args) => Inputs
  tick?: (i: Inputs, state: number, a: Args) => number
  icon?: string
  interactive?: boolean
}
type Args = Record<string, Json>

const w = (a: Args, or = 8): number => (typeof a.width === 'number' ? a.width : or)
const mask = (v: number, width: number): number => (width >= 32 ? v >>> 0 : v & (2 ** width - 1))
const gate = (f: (a: number, b: number) => number): Behaviour => ({
  inputs: () => ({ a: 1, b: 1 }),
  outputs: () => ({ out: 1 }),
  eval: (i) => ({ out: f(i.a ?? 0, i.b ?? 0) }),
})

const behaviours: Record<string, Behaviour> = {
  And: gate((a, b) => a & b),
  Or: gate((a, b) => a | b),
  Xor: gate((a, b) => a ^ b),
  Nand: gate((a, b) => 1 - (a & b)),
  Nor: gate((a, b) => 1 - (a | b)),
  Xnor: gate((a, b) => 1 - (a ^ b)),
  Not: { inputs: () => ({ in: 1 }), outputs: () => ({ out: 1 }), eval: (i) => ({ out: 1 - (i.in ?? 0) }) },
  Buffer: { inputs: () => ({ in: 1 }), outputs: () => ({ out: 1 }), eval: (i) => ({ out: i.in ?? 0 }) },
  Probe: { inputs: () => ({ in: 1 }), outputs: () => ({ out: 1 }), eval: (i) => ({ out: i.in ?? 0 }) },
  Mux: {
    inputs: (a) => ({ in0: w(a, 1), in1: w(a, 1), sel: 1 }),
    outputs: (a) => ({ out: w(a, 1) }),
    eval: (i) => ({ out: (i.sel ? i.in1 : i.in0) ?? 0 }),
  },
  Switch: { inputs: () => ({}), outputs: () => ({ out: 1 }), interactive: true },
  Input: { inputs: () => ({}), outputs: (a) => ({ out: w(a) }), interactive: true },
  Constant: {
    inputs: () => ({}),
    outputs: (a) => ({ out: w(a, 1) }),
    eval: (_, __, a) => ({ out: typeof a.value === 'number' ? a.value : 0 }),
  },
  Led: { inputs: () => ({ in: 1 }), outputs: () => ({}) },
  HexDisplay: { inputs: (a) => ({ in: w(a) }), outputs: () => ({}) },
  SevenSegment: { inputs: () => ({ in: 4 }), outputs: () => ({}) },
  Output: { inputs: () => ({ in: 8 }), outputs: () => ({}) },
  Console: { inputs: () => ({ data: 8, we: 1 }), outputs: () => ({}), tick: (_, s) => s },
  Adder: {
    inputs: (a) => ({ a: w(a), b: w(a), carry_in: 1 }),
    outputs: (a) => ({ sum: w(a), carry_out: 1 }),
    eval: (i, _, a) => {
      const t = (i.a ?? 0) + (i.b ?? 0) + (i.carry_in ?? 0)
      return { sum: mask(t, w(a)), carry_out: t >= 2 ** w(a) ? 1 : 0 }
    },
  },
  Comparator: {
    inputs: (a) => ({ a: w(a), b: w(a) }),
    outputs: () => ({ eq: 1, ne: 1, lt: 1, le: 1, gt: 1, ge: 1 }),
    eval: (i) => {
      const d = (i.a ?? 0) - (i.b ?? 0)
      const n = (x: boolean): number => (x ? 1 : 0)
      return { eq: n(d === 0), ne: n(d !== 0), lt: n(d < 0), le: n(d <= 0), gt: n(d > 0), ge: n(d >= 0) }
    },
  },
  Incrementer: {
    inputs: () => ({ in: 8 }),
    outputs: () => ({ out: 8 }),
    eval: (i) => ({ out: mask((i.in ?? 0) + 1, 8) }),
  },
  Register: {
    inputs: (a) => ({ data: w(a), we: 1, rst: 1 }),
    outputs: (a) => ({ q: w(a) }),
    eval: (_, s) => ({ q: s }),
    tick: (i, s) => (i.rst ? 0 : i.we ? (i.data ?? 0) : s),
  },
  DFlipFlop: {
    inputs: () => ({ d: 1 }),
    outputs: () => ({ q: 1, q_bar: 1 }),
    eval: (_, s) => ({ q: s, q_bar: 1 - s }),
    tick: (i) => i.d ?? 0,
  },
  Splitter8to8: {
    inputs: () => ({ in: 8 }),
    outputs: () => Object.fromEntries([...Array(8).keys()].map((k) => [`bit${k}`, 1])),
    eval: (i) => Object.fromEntries([...Array(8).keys()].map((k) => [`bit${k}`, ((i.in ?? 0) >> k) & 1])),
  },
  Combiner8to8: {
    inputs: () => Object.fromEntries([...Array(8).keys()].map((k) => [`bit${k}`, 1])),
    outputs: () => ({ out: 8 }),
    eval: (i) => ({ out: [...Array(8).keys()].reduce((s, k) => s | ((i[`bit${k}`] ?? 0) << k), 0) }),
  },
}

const bitPorts = new Set(['Input.out', 'HexDisplay.in', 'Register.data', 'Register.q']) // buses even at width 1
const ports = (component: string, list: Record<string, number>): Port[] =>
  Object.entries(list).map(([name, width]) => ({
    name,
    portType: width === 1 && !bitPorts.has(`${component}.${name}`) ? { kind: 'bit' } : { kind: 'bus', width },
  }))

function primitive(name: string, args: Args = {}): Circuit {
  const b = behaviours[name]
  if (!b) throw new Error(`no behaviour for ${name}`)
  return {
    version: 1,
    name,
    inputs: ports(name, b.inputs(args)),
    outputs: ports(name, b.outputs(args)),
    clocks: b.tick ? [{ name: 'clk' }] : [],
    state: [],
    nodes: [],
    connections: [],
    implementation: { kind: 'primitive' },
    metadata: b.interactive ? { interactiveArg: 'value' } : {},
  }
}

/** Nodes are written as `id: 'And'`, `id: ['Adder', { width: 4 }]` or `id: circuit`. */
export type Nodes = Record<string, string | [string, Args] | Circuit>

/** A composite circuit; ports are widths, connections `['a', 'x.a', 'y.b']` (source, then targets). */
export function circuit(
  name: string,
  inputs: Record<string, number>,
  outputs: Record<string, number>,
  nodes: Nodes,
  wiring: string[][],
): Circuit {
  const made: CircuitNode[] = Object.entries(nodes).map(([id, spec]) => {
    const inner = typeof spec === 'string' ? primitive(spec) : Array.isArray(spec) ? primitive(spec[0], spec[1]) : spec
    const pins = (list: Port[]) => list.map((p) => ({ id: `${id}.${p.name}`, ...p }))
    return {
      id,
      componentRef: inner.name,
      arguments: Array.isArray(spec) ? spec[1] : {},
      inputs: pins(inner.inputs),
      outputs: pins(inner.outputs),
      clocks: [],
    }
  })
  const result: Circuit = {
    version: 1,
    name,
    inputs: ports('', inputs),
    outputs: ports('', outputs),
    clocks: [],
    state: [],
    nodes: made,
    connections: [],
    implementation: { kind: 'composite' },
    metadata: {},
  }
  const endpoint = (text: string) => {
    const dot = text.lastIndexOf('.')
    return { nodeId: dot < 0 ? '' : text.slice(0, dot), portName: text.slice(dot + 1) }
  }
  for (const [source, ...targets] of wiring) {
    const from = endpoint(source as string)
    const list = from.nodeId === '' ? result.inputs : (made.find((n) => n.id === from.nodeId)?.outputs ?? [])
    const port = list.find((p) => p.name === from.portName)
    if (!port?.portType) throw new Error(`${name}: nothing drives from ${source}`)
    for (const t of targets) {
      const connection: Connection = {
        id: `conn_${result.connections.length}`,
        source: from,
        target: endpoint(t),
        portType: port.portType,
      }
      result.connections.push(connection)
    }
  }
  return result
}

/** The automatic harness of a circuit with ports. */
export function harness(dut: Circuit): Circuit {
  const nodes: Nodes = { dut }
  const wiring: string[][] = []
  const width = (p: Port): number => (p.portType.kind === 'bus' ? (p.portType.width ?? 1) : 1)
  for (const p of dut.inputs) {
    nodes[p.name] = p.portType.kind === 'bit' ? 'Switch' : ['Input', { width: width(p) }]
    wiring.push([`${p.name}.out`, `dut.${p.name}`])
  }
  for (const p of dut.outputs) {
    nodes[p.name] = p.portType.kind === 'bit' ? 'Led' : ['HexDisplay', { width: width(p) }]
    wiring.push([`dut.${p.name}`, `${p.name}.in`])
  }
  return circuit(`${dut.name}Demo`, {}, {}, nodes, wiring)
}

interface Flat {
  path: string
  node: CircuitNode
}

/** A flattened circuit that can be set, settled and ticked. */
export class Model implements Values {
  readonly compiled: CompileResult
  private readonly flat: Flat[] = []
  private readonly nets: { width: number; driven: boolean }[] = []
  private readonly paths = new Map<string, number>()
  private readonly cells: number[] = []
  private readonly set_ = new Map<string, number>()
  private values: number[]
  cycle = 0

  constructor(top: Circuit, dependencies: Circuit[]) {
    const library: Record<string, Circuit> = {}
    for (const c of dependencies) library[c.name] = c
    const collect = (c: Circuit): void => {
      for (const n of c.nodes) {
        if (!Object.hasOwn(library, n.componentRef)) library[n.componentRef] = primitive(n.componentRef, n.arguments)
      }
    }
    for (const c of [top, ...dependencies]) collect(c)
    const own = (list: Port[]) => new Map(list.map((p) => [p.name, this.newNet(widthOf(p), true)]))
    const inputs = own(top.inputs)
    for (const [name, net] of inputs) this.paths.set(`__top__.${name}`, net)
    const outputs = this.flatten(top, '', inputs, library)
    for (const [name, net] of outputs) this.paths.set(`__top__.${name}`, net)
    this.values = this.nets.map(() => 0)
    this.compiled = {
      diagnostics: [],
      circuits: [...dependencies.map((c) => c.name), top.name],
      main: top.name.replace(/Demo$/, ''),
      circuit: top,
      library,
      design: {
        sequential: this.flat.some((f) => behaviours[f.node.componentRef]?.tick !== undefined),
        inputs: [],
        outputs: [],
        nets: this.nets.map((n) => n.width),
        signals: [...this.paths].map(([path, net]) => ({ path, net, driven: this.nets[net]?.driven ?? false })),
        nodeCount: this.flat.length,
        states: [],
        pictures: [],
      },
    }
    this.settle()
  }

  private newNet(width: number, driven: boolean): number {
    return this.nets.push({ width, driven }) - 1
  }

  private flatten(
    c: Circuit,
    prefix: string,
    inputs: Map<string, number>,
    library: Record<string, Circuit>,
  ): Map<string, number> {
    const made = new Map<string, number>()
    // outputs of primitives first, so that feedback finds its net; composites are entered in a second round
    const composites = c.nodes.filter((n) => library[n.componentRef]?.implementation.kind === 'composite')
    for (const n of c.nodes) {
      if (!composites.includes(n))
        for (const p of n.outputs) made.set(`${n.id}.${p.name}`, this.newNet(widthOf(p), true))
    }
    const source = (node: string, port: string): number | undefined => {
      const link = c.connections.find((l) => l.target.nodeId === node && l.target.portName === port)
      if (!link) return undefined
      if (link.source.nodeId === '') return inputs.get(link.source.portName)
      const key = `${link.source.nodeId}.${link.source.portName}`
      const known = made.get(key)
      if (known !== undefined) return known
      const inner = composites.find((n) => n.id === link.source.nodeId)
      if (inner) enter(inner)
      return made.get(key)
    }
    const entered = new Set<string>()
    const enter = (n: CircuitNode): void => {
      if (entered.has(n.id)) return
      entered.add(n.id)
      const nets = new Map(n.inputs.map((p) => [p.name, source(n.id, p.name) ?? this.newNet(widthOf(p), false)]))
      for (const [name, net] of nets) this.paths.set(`${prefix}${n.id}.${name}`, net)
      const definition = library[n.componentRef] as Circuit
      for (const [name, net] of this.flatten(definition, `${prefix}${n.id}.`, nets, library)) {
        made.set(`${n.id}.${name}`, net)
        this.paths.set(`${prefix}${n.id}.${name}`, net)
      }
    }
    for (const n of c.nodes) {
      if (composites.includes(n)) {
        enter(n)
        continue
      }
      for (const p of n.inputs) {
        this.paths.set(`${prefix}${n.id}.${p.name}`, source(n.id, p.name) ?? this.newNet(widthOf(p), false))
      }
      for (const p of n.outputs) this.paths.set(`${prefix}${n.id}.${p.name}`, made.get(`${n.id}.${p.name}`) as number)
      this.flat.push({ path: prefix + n.id, node: n })
      const start = n.arguments.value
      this.cells.push(typeof start === 'number' && behaviours[n.componentRef]?.tick ? start : 0)
    }
    return new Map(c.outputs.map((p) => [p.name, source('', p.name) ?? this.newNet(widthOf(p), false)]))
  }

  private read(f: Flat): Inputs {
    return Object.fromEntries(
      f.node.inputs.map((p) => [p.name, this.number(this.paths.get(`${f.path}.${p.name}`) ?? -1)]),
    )
  }

  private settle(): void {
    for (let round = 0; round < this.flat.length + 2; round++) {
      let changed = false
      this.flat.forEach((f, i) => {
        const b = behaviours[f.node.componentRef] as Behaviour
        const out = b.interactive
          ? { out: this.set_.get(f.path) ?? (typeof f.node.arguments.value === 'number' ? f.node.arguments.value : 0) }
          : b.eval?.(this.read(f), this.cells[i] ?? 0, f.node.arguments)
        for (const [name, v] of Object.entries(out ?? {})) {
          const net = this.paths.get(`${f.path}.${name}`) as number
          if (this.values[net] !== v) changed = true
          this.values[net] = v
        }
      })
      if (!changed) return
    }
  }

  set(name: string, value: number): void {
    if (this.paths.has(`__top__.${name}`)) this.values[this.paths.get(`__top__.${name}`) as number] = value
    this.set_.set(name, value)
    this.settle()
  }

  reset(): void {
    this.flat.forEach((f, i) => {
      const start = f.node.arguments.value
      this.cells[i] = typeof start === 'number' && behaviours[f.node.componentRef]?.tick ? start : 0
    })
    this.cycle = 0
    this.settle()
  }

  tick(): void {
    const next = this.flat.map((f, i) => {
      const b = behaviours[f.node.componentRef] as Behaviour
      return b.tick ? b.tick(this.read(f), this.cells[i] ?? 0, f.node.arguments) : 0
    })
    next.forEach((s, i) => {
      this.cells[i] = s
    })
    this.cycle++
    this.settle()
  }

  number(net: number): number {
    return this.values[net] ?? 0
  }
  bigint(net: number): bigint {
    return BigInt(this.number(net))
  }
  width(net: number): number {
    return this.nets[net]?.width ?? 1
  }
  net(path: string): number | undefined {
    return this.paths.get(path)
  }
  driven(path: string): boolean {
    const net = this.paths.get(path)
    return net !== undefined && (this.nets[net]?.driven ?? false)
  }
  text(path: string): string | undefined {
    return this.flat.find((f) => f.path === path)?.node.componentRef === 'Console'
      ? 'Hello from the console\nready\n'
      : undefined
  }
}

function widthOf(p: { portType?: Port['portType'] }): number {
  return p.portType?.kind === 'bus' ? (p.portType.width ?? 1) : 1
}
