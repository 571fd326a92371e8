/**
 * The circuit language's global declarations: what every circuit file can use without an import.
 *
 * Widths are not part of the types: any source may be connected to any sink. Direction is: a source
 * (a circuit input or a node's output) has `to`, a sink (a circuit output or a node's input) does not,
 * and the two are told apart by a brand that exists in the types only.
 */
declare namespace Simten {
  /** The brand that tells sources from sinks. It has no run-time counterpart. */
  const direction: unique symbol
  /** Carries the ports of a circuit in its type. It has no run-time counterpart. */
  const shape: unique symbol

  /** One wire. */
  interface Bit {
    readonly kind: 'bit'
  }
  /** `width` wires, read as an unsigned number. */
  interface Bus<W extends number = number> {
    readonly kind: 'bus'
    readonly width: W
  }
  type PortType = Bit | Bus
  /** A port type, or a number: 1 is a bit, any other number n is `bus(n)`. */
  type PortSpec = PortType | number
  type Ports = Readonly<Record<string, PortSpec>>

  /** A value inside `eval` and `onTick`: a `bigint` when a port is declared wider than 32 wires. */
  type ReadValue<T> = T extends Bus<infer W> ? WidthValue<W> : T extends number ? WidthValue<T> : number
  type WidthValue<W extends number> = number extends W ? number : W extends UpTo32 ? number : bigint
  type UpTo32 =
    | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16
    | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 32

  /** The values that `eval` may return for a port: a truth value only where the port is declared `bit`. */
  type WriteValue<T> = T extends Bit ? number | bigint | boolean : number | bigint

  /** A register declared with `reg`. */
  interface RegState<W extends number = number> {
    readonly __stateKind: 'reg'
    readonly width: W
    readonly initial: number | bigint
  }
  /** A memory declared with `mem`. */
  interface MemState<W extends number = number> {
    readonly __stateKind: 'mem'
    readonly depth: number
    readonly width: W
    readonly initial: ReadonlyMap<number, number | bigint>
  }
  type StateField = number | string | RegState | MemState | Map<number, number>
  type StateFields = Readonly<Record<string, StateField>>

  /** A memory as lambdas see it: a Map that can also be indexed; an empty cell reads 0 by index. */
  type Memory<V = number> = Map<number, V> & { [address: number]: V }
  /** A stored field inside lambdas: a `bigint` where it is declared wider than 32 wires. */
  type ReadState<F> = F extends MemState<infer W>
    ? Memory<WidthValue<W>>
    : F extends RegState<infer W>
      ? WidthValue<W>
      : F extends Map<number, number>
        ? Memory
        : F extends string
          ? string
          : number
  /** The values that `onTick` may return for a field: a truth value only for a register of one bit. */
  type WriteState<F> = F extends MemState<infer W>
    ? Map<number, WidthValue<W>>
    : F extends RegState<1>
      ? number | bigint | boolean
      : F extends Map<number, number>
        ? Map<number, number>
        : F extends string
          ? string
          : number | bigint

  /** A connection, made by `source.to(...)`. */
  interface Connection {
    readonly source: Endpoint
    readonly targets: readonly Endpoint[]
    readonly portType: PortType
  }
  interface Endpoint {
    readonly nodeId: string
    readonly portName: string
  }
  /** Something that drives: a circuit input or a node's output. */
  interface Source<T = PortSpec> {
    readonly [direction]: 'source'
    /** Connects this source to any number of sinks. */
    to(...targets: Sink[]): Connection
    readonly [shape]?: T
  }
  /** Something that is driven: a circuit output or a node's input. */
  interface Sink {
    readonly [direction]: 'sink'
  }
  type Sources<P> = { readonly [K in keyof P]: Source<P[K]> }
  type Sinks<P> = { readonly [K in keyof P]: Sink }

  /** A port as it stands in a circuit's description. */
  interface Port {
    readonly name: string
    readonly portType: PortType
  }
  /** A circuit that can be a node of another circuit. */
  interface BuiltCircuit<Ins = Ports, Outs = Ports> {
    /** The name that the circuit was given. */
    readonly name: string
    /** The circuit's description. */
    readonly circuit: {
      readonly name: string
      readonly inputs: readonly Port[]
      readonly outputs: readonly Port[]
      readonly [key: string]: unknown
    }
    readonly inputs: { readonly [K in keyof Ins]: Port }
    readonly outputs: { readonly [K in keyof Outs]: Port }
    readonly nodes: Readonly<Record<string, unknown>>
    readonly [shape]: { readonly inputs: Ins; readonly outputs: Outs }
    readonly _args?: Options
    readonly _dependencies: ReadonlyMap<string, unknown>
  }
  type NodeEntry = BuiltCircuit<Ports, Ports> | readonly BuiltCircuit<Ports, Ports>[]
  type Nodes = Readonly<Record<string, NodeEntry>>
  /**
   * A value without a type, as the nodes of a `Record<string, any>`, has any ports: `any` would be both of the others
   * at once.
   */
  type NodeRefs<N> = 0 extends 1 & N
    ? any
    : N extends readonly BuiltCircuit<infer I, infer O>[]
      ? readonly (Sinks<I> & Sources<O>)[]
      : N extends BuiltCircuit<infer I, infer O>
        ? Sinks<I> & Sources<O>
        : never

  /** Initial memory contents: by index, by decimal key, or a Map. */
  type MemoryImage = readonly (number | bigint)[] | Readonly<Record<number, number | bigint>> | Map<number, number>
  type OptionValue = number | bigint | string | boolean | MemoryImage | undefined
  type Options = { readonly [name: string]: OptionValue }

  interface Meta {
    readonly description?: string
    readonly category?: string
    /** One to four characters, drawn on the canvas. */
    readonly icon?: string
    readonly tags?: readonly string[]
    readonly author?: string
    readonly version?: string
    /** The argument that a click or an edit on the canvas changes. */
    readonly interactiveArg?: string
    /** False for parts that exist for the user only: displays, consoles. */
    readonly synthesizable?: boolean
  }

  type EvalFields<Ins, S> = { readonly [K in keyof Ins]: ReadValue<Ins[K]> } & {
    readonly [K in keyof S]: ReadState<S[K]>
  }
  type EvalResult<Outs> = { [K in keyof Outs]: WriteValue<Outs[K]> }
  /** A field that is left out holds its value. */
  type TickResult<S> = { [K in keyof S]?: WriteState<S[K]> }

  interface Config<Ins, Outs, Ns, S> {
    /** Input ports, in order. */
    readonly inputs?: Ins
    /** Output ports, in order. */
    readonly outputs?: Outs
    /** Inner parts: a circuit, or an array of circuits (`k` of length 2 makes `k0` and `k1`). */
    readonly nodes?: Ns
    /** Wiring of the inner parts. */
    readonly connect?: (refs: {
      readonly inputs: Sources<Ins>
      readonly outputs: Sinks<Outs>
      readonly nodes: { readonly [K in keyof Ns]: NodeRefs<Ns[K]> }
    }) => readonly Connection[]
    /** Stored fields. */
    readonly state?: S
    /** Outputs from inputs and state, at every change. */
    readonly eval?: (fields: EvalFields<Ins, S>) => EvalResult<Outs>
    /** The next state, at every clock edge. */
    readonly onTick?: (fields: EvalFields<Ins, S>) => TickResult<S>
    readonly meta?: Meta
  }
}

interface ObjectConstructor {
  /**
   * Makes an object of pairs of a name and a value. Its names are known when it runs, and not to the types: beside
   * others, as in `inputs: { a: bit, ...Object.fromEntries(…) }`, they would be taken for none at all.
   */
  fromEntries(entries: Iterable<readonly any[]>): any
}

/** Declares a circuit. With a function instead of a config, it makes a factory. */
declare function circuit<
  Opts extends object,
  const Ins extends Simten.Ports = {},
  const Outs extends Simten.Ports = {},
  const Ns extends Simten.Nodes = {},
  S extends Simten.StateFields = {},
>(
  name: string,
  factory: (options?: Opts) => Simten.Config<Ins, Outs, Ns, S>,
): (options?: Opts) => Simten.BuiltCircuit<Ins, Outs>

declare function circuit<
  const Ins extends Simten.Ports = {},
  const Outs extends Simten.Ports = {},
  const Ns extends Simten.Nodes = {},
  S extends Simten.StateFields = {},
>(name: string, config?: Simten.Config<Ins, Outs, Ns, S>): Simten.BuiltCircuit<Ins, Outs>
/** Another name of `circuit`. */
declare const component: typeof circuit

/** Events of a program while it runs. The page shows it under Console. */
declare const console: Readonly<Record<'log' | 'info' | 'warn' | 'error' | 'debug' | 'trace', (...values: unknown[]) => void>>

/** The type of a port of one wire. */
declare const bit: Simten.Bit

/** The type of a port of `width` wires. */
declare function bus<const W extends number>(width: W): Simten.Bus<W>

/** A register of `width` wires that starts at `initial` (0 when left out). */
declare function reg<const W extends number>(width: W, initial?: number | bigint): Simten.RegState<W>

/** A memory of `depth` cells of `width` wires, all 0 unless `initial` gives contents. */
declare function mem<const W extends number>(
  depth: number,
  width: W,
  initial?: ReadonlyMap<number, number | bigint>,
): Simten.MemState<W>
