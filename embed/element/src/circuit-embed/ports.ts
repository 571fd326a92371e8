/** The ports of an embedded circuit, and values of signals by the names that a page uses. */
import type { CompileResult, Values } from '@simten/client'
import type { CircuitReadyDetail, EmbedPort, Value } from './events.ts'

/** Node of the harness that holds the circuit itself. */
const DUT = 'dut'
/** Largest width whose values are all exact as numbers, in bits. */
const EXACT = 53

/** Describes a circuit that runs. */
export function describe(compiled: CompileResult): CircuitReadyDetail {
  const main = mainOf(compiled)
  const port = ({ name, portType }: { name: string; portType: { width?: number } }): EmbedPort => ({
    name,
    width: portType.width ?? 1,
  })
  return {
    name: compiled.main ?? main?.name ?? '',
    inputs: main?.inputs.map(port) ?? [],
    outputs: main?.outputs.map(port) ?? [],
    sequential: compiled.design?.sequential === true,
  }
}

/** The circuit of the text, without the harness around it. */
const mainOf = ({ library, main, circuit }: CompileResult) => library?.[main ?? ''] ?? circuit

/** Reads values of one compiled circuit by name. */
export class PortReader {
  /** Nets by the names of CircuitChangeDetail.values. */
  private readonly nets = new Map<string, number>()

  constructor(
    private readonly compiled: CompileResult,
    readonly values: Values,
  ) {
    const { inputs, outputs } = describe(compiled)
    for (const { name } of [...inputs, ...outputs]) {
      const net = values.net(`${DUT}.${name}`) ?? values.net(`__top__.${name}`)
      if (net !== undefined) this.nets.set(name, net)
    }
    if (this.nets.size > 0) return
    for (const { path, net } of compiled.design?.signals ?? []) {
      if (/^[^.]+\.[^.]+$/.test(path) && !path.startsWith('__top__.')) this.nets.set(path, net)
    }
  }

  /** Values of all ports. */
  all(): Record<string, Value> {
    const all: Record<string, Value> = {}
    for (const [name, net] of this.nets) all[name] = this.value(net)
    return all
  }

  /**
   * The value of a port, of a node at the top (a switch, a lamp), or of a signal by its path (`alu.result`), inside of
   * the circuit also without the name of its harness.
   */
  read(name: string): Value | undefined {
    const paths = [name, `${DUT}.${name}`, `__top__.${name}`, `${name}.out`, `${name}.in`]
    const net = this.nets.get(name) ?? paths.map((path) => this.values.net(path)).find((found) => found !== undefined)
    return net === undefined ? undefined : this.value(net)
  }

  /** Values of all signals that the page is told of, by path. */
  signals(): Map<string, Value> {
    const signals = this.compiled.design?.signals ?? []
    return new Map(signals.map(({ path, net }) => [path, this.value(net)]))
  }

  private value(net: number): Value {
    return this.values.width(net) > EXACT ? this.values.bigint(net) : this.values.number(net)
  }
}
