import { readTables } from './columns.ts'
import { setPlaces } from './places.ts'
import type {
  Circuit,
  CircuitNode,
  CircuitTable,
  CompileResult,
  Connection,
  Endpoint,
  Json,
  NodeKind,
  PortType,
  Tables,
} from './protocol.gen.ts'
import { Signals, setLookup } from './signals.ts'
import { InvalidMessage, validateShape } from './validate.ts'

/**
 * A result without its tables: what they hold is where it belongs. All of it is checked now; the nodes and connections
 * of a circuit, and the list of signals, are made when they are first looked at. Throws InvalidMessage.
 */
export function unfold(folded: CompileResult): CompileResult {
  const { tables: bytes, ...result } = folded
  if (!bytes) return folded
  const unfolder = new Unfolder(readTables(bytes))
  if (result.design) result.design = unfolder.design(result.design)
  const { circuit, library } = unfolder.circuits(result.circuit, result.library ?? {})
  if (circuit) result.circuit = circuit
  if (result.library) result.library = library
  return result
}

class Unfolder {
  /** Where each text begins, and behind them the end. */
  private readonly starts: Uint32Array
  private readonly types: (PortType | undefined)[] = []

  constructor(private readonly tables: Tables) {
    const { text, lengths, kinds, nets, scopes, signals } = tables
    this.starts = new Uint32Array(lengths.length + 1)
    let at = 0
    lengths.forEach((length, i) => {
      at += length
      if (at > text.length) throw new InvalidMessage('The texts of the tables are longer than there is text.')
      if (isHigh(text.charCodeAt(at - 1)) && length > 0)
        throw new InvalidMessage('A text of the tables ends inside a character.')
      this.starts[i + 1] = at
    })
    if (at !== text.length) throw new InvalidMessage('The tables have text that is none of their texts.')
    for (const kind of kinds) this.kind(kind)
    for (const { ports, nodes } of scopes) this.named(ports, nodes)
    below(nets.length, signals)
  }

  /** The design with its nets and signals. */
  design(design: NonNullable<CompileResult['design']>): NonNullable<CompileResult['design']> {
    const signals = new Signals(this.tables, this.text)
    const whole = { ...design, nets: Array.from(this.tables.nets, (net) => net >>> 1) }
    later(whole, 'signals', () => signals.list())
    setLookup(whole, (path) => signals.find(path))
    return whole
  }

  /** The circuits with their nodes and connections. */
  circuits(
    main: Circuit | undefined,
    named: Record<string, Circuit>,
  ): { circuit: Circuit | undefined; library: Record<string, Circuit> } {
    const [first, ...others] = this.tables.circuits
    if (!first) return { circuit: main, library: named }
    const tables = new Map(others.map((table) => [this.text(this.inside(table.name)), table]))
    const names = Object.keys(named)
    if (!main || names.length !== others.length || names.some((name) => !tables.has(name))) {
      throw new InvalidMessage('The tables are those of other circuits.')
    }
    const circuit = this.circuit(main, first)
    const library = Object.entries(named).map(([name, c]): [string, Circuit] => [
      name,
      this.circuit(c, tables.get(name) as CircuitTable), // it has one
    ])
    return { circuit, library: Object.fromEntries(library) }
  }

  private readonly text = (i: number): string => this.tables.text.slice(this.starts[i], this.starts[i + 1])

  /** A number of a text, which must be there. */
  private inside(i: number): number {
    if (i >= this.tables.lengths.length) throw new InvalidMessage('A text of the tables is missing.')
    return i
  }

  private named(...columns: Uint32Array[]): void {
    below(this.tables.lengths.length, ...columns)
  }

  private kind({ component, inputs, inputTypes, outputs, outputTypes, clocks }: NodeKind): void {
    this.inside(component)
    this.named(inputs, outputs, clocks)
    alike(inputs, inputTypes)
    alike(outputs, outputTypes)
  }

  private circuit(circuit: Circuit, t: CircuitTable): Circuit {
    const texts = this.tables.lengths.length
    alike(t.nodes, t.kinds, t.labels, t.arguments)
    if (t.lines.length > 0) alike(t.nodes, t.lines)
    if (t.files.length > 0) alike(t.nodes, t.files)
    alike(t.sources, t.sourcePorts, t.targets, t.targetPorts, t.types)
    if (t.connections.length > 0) alike(t.connections, t.sources)
    this.inside(t.prefix)
    this.named(t.nodes, t.connections, t.sourcePorts, t.targetPorts)
    below(texts + 1, t.labels, t.arguments, t.files, t.sources, t.targets)
    below(this.tables.kinds.length, t.kinds)
    for (const options of new Set(t.arguments)) if (options > 0) validateShape('{}json', parsed(this.text(options - 1)))
    for (const type of t.types) if (type === 0) throw new InvalidMessage('A connection has no type.')
    const whole = { ...circuit }
    later(whole, 'nodes', () => Array.from(t.nodes, (_, i) => this.node(t, i)))
    if (t.lines.length > 0) {
      const file = (i: number) => (t.files[i] ? this.text(t.files[i] - 1) : undefined)
      setPlaces(whole, { lines: t.lines, file })
    }
    later(whole, 'connections', () => Array.from(t.sources, (_, i) => this.connection(t, i)))
    return whole
  }

  private node(t: CircuitTable, i: number): CircuitNode {
    const kind = this.tables.kinds[t.kinds[i] ?? 0] as NodeKind // checked, as are all numbers
    const id = this.text(t.nodes[i] ?? 0)
    const label = t.labels[i] ?? 0
    const options = t.arguments[i] ?? 0
    const pins = (names: Uint32Array, types?: Uint32Array): CircuitNode['inputs'] =>
      Array.from(names, (n, k) => {
        const name = this.text(n)
        const portType = types && this.type(types[k] ?? 0)
        return { id: `${id}.${name}`, name, ...(portType && { portType }) }
      })
    return {
      id,
      ...(label > 0 && { label: this.text(label - 1) }),
      componentRef: this.text(kind.component),
      arguments: options > 0 ? parsed(this.text(options - 1)) : {},
      inputs: pins(kind.inputs, kind.inputTypes),
      outputs: pins(kind.outputs, kind.outputTypes),
      clocks: pins(kind.clocks),
    }
  }

  private connection(t: CircuitTable, i: number): Connection {
    const end = (nodes: Uint32Array, ports: Uint32Array): Endpoint => {
      const node = nodes[i] ?? 0
      return { nodeId: node > 0 ? this.text(node - 1) : '', portName: this.text(ports[i] ?? 0) }
    }
    const id = t.connections[i]
    return {
      id: id === undefined ? `${this.text(t.prefix)}${i}` : this.text(id),
      source: end(t.sources, t.sourcePorts),
      target: end(t.targets, t.targetPorts),
      portType: this.type(t.types[i] ?? 0) as PortType,
    }
  }

  private type(n: number): PortType | undefined {
    if (n === 0) return undefined
    this.types[n] ??= n === 1 ? { kind: 'bit' } : { kind: 'bus', ...(n > 2 && { width: n - 2 }) }
    return this.types[n]
  }
}

/** Options as they were checked, made anew each time. */
function parsed(json: string): Record<string, Json> {
  try {
    return JSON.parse(json)
  } catch {
    throw new InvalidMessage('Options in the tables are no JSON.')
  }
}

/** Gives an object a field that is made when it is first looked at. */
function later<T extends object, Key extends keyof T>(object: T, key: Key, make: () => T[Key]): void {
  const keep = (value: T[Key]): T[Key] => {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
    return value
  }
  Object.defineProperty(object, key, { get: () => keep(make()), set: keep, enumerable: true, configurable: true })
}

function below(bound: number, ...columns: Uint32Array[]): void {
  for (const column of columns) {
    for (const n of column) if (n >= bound) throw new InvalidMessage('The tables name what they do not have.')
  }
}

function alike(...columns: Uint32Array[]): void {
  if (columns.some((column) => column.length !== columns[0]?.length)) {
    throw new InvalidMessage('Columns of one table differ in length.')
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
