import { pathName, splitPath, TOP_PREFIX } from './path.ts'
import type { DesignInfo, SignalInfo, Tables } from './protocol.gen.ts'
import { InvalidMessage } from './validate.ts'

/** The values of a port that can be read by its path. */
export type Signal = Pick<SignalInfo, 'net' | 'driven'>

/** Finds a port of a design by its path: "<node path>.<port>", "__top__.<port>" at the top. */
export type Lookup = (path: string) => Signal | undefined

const lookups = new WeakMap<object, Lookup>()

/** The lookup of a design, made once. */
export function lookupOf(design: Pick<DesignInfo, 'signals'> | undefined): Lookup {
  if (!design) return () => undefined
  let lookup = lookups.get(design)
  if (!lookup) {
    const byPath = new Map<string, Signal>()
    for (const signal of design.signals) byPath.set(signal.path, signal)
    lookup = (path) => byPath.get(path)
    lookups.set(design, lookup)
  }
  return lookup
}

/** Gives a design a lookup that does not need the list of its signals. */
export function setLookup(design: object, lookup: Lookup): void {
  lookups.set(design, lookup)
}

/** Circuits inside each other, at most; the engine allows fewer. */
const DEEPEST = 2_000

/** The ports and nodes of a circuit, by number and, when they are looked for, by name. */
class Scope {
  /** Signals of a place of the circuit: its ports and all that is inside. */
  readonly size: number
  /** Circuits inside each other, this one included. */
  readonly depth: number
  /** The first signal of each node, counted from the first one inside. */
  readonly starts: Uint32Array
  private portsByName: Map<string, number> | undefined
  private nodesByName: Map<string, number> | undefined

  constructor(
    readonly ports: Uint32Array,
    readonly nodes: Uint32Array,
    readonly of: readonly Scope[],
    private readonly text: (i: number) => string,
    limit: number,
  ) {
    this.starts = new Uint32Array(of.length)
    let inside = 0
    let depth = 0
    of.forEach((scope, i) => {
      this.starts[i] = inside
      inside += scope.size
      if (inside > limit) throw new InvalidMessage('There are fewer signals than ports.')
      depth = Math.max(depth, scope.depth)
    })
    this.size = ports.length + inside
    this.depth = depth + 1
  }

  port(name: string): number | undefined {
    this.portsByName ??= numbered(this.ports, this.text)
    return this.portsByName.get(name)
  }

  node(name: string): number | undefined {
    this.nodesByName ??= numbered(this.nodes, this.text)
    return this.nodesByName.get(name)
  }
}

function numbered(names: Uint32Array, text: (i: number) => string): Map<string, number> {
  const map = new Map<string, number>()
  names.forEach((name, i) => {
    map.set(text(name), i)
  })
  return map
}

/**
 * The signals of tables. They have names by the circuits that they are ports of; each name is made when it is asked
 * for.
 */
export class Signals {
  private readonly top: Scope | undefined

  /** Texts that scopes name, and nets that signals name, must be there. Throws InvalidMessage. */
  constructor(
    private readonly tables: Tables,
    private readonly text: (i: number) => string,
  ) {
    const limit = tables.signals.length
    const scopes: Scope[] = []
    for (const { ports, nodes, of } of tables.scopes) {
      if (nodes.length !== of.length) throw new InvalidMessage('A node of the tables has no circuit.')
      const inside = Array.from(of, (i) => {
        const scope = scopes[i]
        if (!scope) throw new InvalidMessage('A circuit of the tables is inside one that stands before it.')
        return scope
      })
      const scope = new Scope(ports, nodes, inside, text, limit)
      if (scope.depth > DEEPEST) throw new InvalidMessage('The circuits of the tables are nested too deep.')
      scopes.push(scope)
    }
    this.top = scopes.at(-1)
    if ((this.top?.size ?? 0) !== limit) throw new InvalidMessage('There is not one signal for each port.')
  }

  find(path: string): Signal | undefined {
    const { top } = this
    if (!top) return undefined
    const own = path.startsWith(TOP_PREFIX) ? splitPath(path.slice(TOP_PREFIX.length)) : undefined
    const names = own ?? splitPath(path)
    if (names === undefined || (own && own.length > 1)) return undefined
    let scope = top
    let first = 0
    for (const name of names.slice(0, -1)) {
      const node = scope.node(name)
      const inner = node === undefined ? undefined : scope.of[node]
      if (node === undefined || !inner) return undefined
      first += scope.ports.length + (scope.starts[node] ?? 0)
      scope = inner
    }
    if (!own && scope === top) return undefined
    const port = scope.port(names.at(-1) ?? '')
    return port === undefined ? undefined : this.signal(first + port)
  }

  /** All signals in their order. */
  list(): SignalInfo[] {
    const list: SignalInfo[] = []
    if (this.top) this.place(this.top, '', TOP_PREFIX, list)
    return list
  }

  private signal(i: number): Signal {
    const net = this.tables.signals[i] ?? 0
    return { net, driven: (this.tables.nets[net] ?? 0) % 2 === 1 }
  }

  private place(scope: Scope, path: string, own: string, list: SignalInfo[]): void {
    for (const port of scope.ports) list.push({ path: own + pathName(this.text(port)), ...this.signal(list.length) })
    scope.of.forEach((inner, i) => {
      if (inner.size === 0) return
      const name = `${path}${pathName(this.text(scope.nodes[i] ?? 0))}.`
      this.place(inner, name, name, list)
    })
  }
}
