import { appendPath, joinPath } from '@simten/client/path'
import { grouped, hex } from '@simten/viewer/format/number'
import type { GhostValues } from '../editor/ghost-values.ts'
import type { CompileResult, Slot } from '../engine.ts'

/** Outputs of a node that are shown at most. */
const MAX_PORTS = 3
/** Buses of up to so many bits are written in decimal, wider ones in hexadecimal. */
const WIDEST_DECIMAL = 16

/**
 * The values of the circuit that is open, by the names in its text: of its ports, and of the outputs of its nodes. The
 * level is node ids from the top, as of the canvas.
 */
export function ghostsOf(
  compiled: CompileResult | undefined,
  values: Slot['values'] | undefined,
  level: readonly string[],
): GhostValues | undefined {
  if (!compiled?.circuit || !values) return undefined
  const library = compiled.library ?? {}
  let circuit = compiled.circuit
  // Between switches and lamps the circuit itself is drawn at the top level.
  const path = level.length === 0 && circuit.nodes.some((n) => n.id === 'dut') ? ['dut'] : level
  for (const id of path) {
    const node = circuit.nodes.find((n) => n.id === id)
    const inside = node && (Object.hasOwn(library, node.componentRef) ? library[node.componentRef] : undefined)
    if (!inside) return undefined
    circuit = inside
  }
  const at = joinPath(path)
  const told = new Map<string, string>()
  const reading = (signal: string): string | undefined => {
    const net = values.net(signal)
    return net === undefined ? undefined : written(values.bigint(net), values.width(net))
  }
  for (const port of [...circuit.inputs, ...circuit.outputs]) {
    const value = reading(at === '' ? `__top__.${port.name}` : appendPath(at, port.name))
    if (value !== undefined) told.set(port.name, value)
  }
  for (const node of circuit.nodes) {
    const ports = node.outputs.slice(0, MAX_PORTS).flatMap(({ name }) => {
      const value = reading(appendPath(appendPath(at, node.id), name))
      return value === undefined ? [] : [{ name, value }]
    })
    if (ports.length === 0) continue
    const text = ports.length === 1 ? ports[0]?.value : ports.map((p) => `${p.name} ${p.value}`).join('  ')
    told.set(node.id, text ?? '')
  }
  return { circuit: circuit.name, values: told }
}

function written(value: bigint, width: number): string {
  return width <= WIDEST_DECIMAL ? grouped(value) : hex(value, width)
}
