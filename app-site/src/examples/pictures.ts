import type { CompileResult } from '../engine.ts'
import { examples } from './catalogue.ts'
import first from './pictures/half-adder.gen.json'
import { shippedWith } from './shipped.ts'

/** The part of a result of which the first picture of a circuit is made. */
export type Pictured = Required<Pick<CompileResult, 'main' | 'circuit' | 'library'>>

/** Those of the examples; `go test ./examples -update` makes them. Each comes when its example is opened. */
const files = import.meta.glob<unknown>(['./pictures/*.gen.json', '!./pictures/half-adder.gen.json'], {
  import: 'default',
})
const shipped = shippedWith(files, (id) => `./pictures/${id}.gen.json`)

/** The circuit of an example as the engine gives it; that of the first example is there at once. */
export function pictureOfExample(text: string): unknown {
  return text === examples[0]?.text ? first : shipped(text)
}

/**
 * The circuit that the first picture of a result shows: not the inside of any circuit but the one that a harness opens.
 * The files were made so, too.
 */
export function pictured({ main, circuit, library }: CompileResult): Pictured | undefined {
  if (main === undefined || circuit === undefined || library === undefined) return undefined
  const opened = circuit.nodes.find((node) => node.id === 'dut')?.componentRef
  const shown = [circuit, ...(opened === undefined ? [] : [library[opened]])]
  const names = new Set(shown.flatMap((c) => c?.nodes.map((node) => node.componentRef) ?? []))
  const outside = Object.entries(library)
    .filter(([name]) => names.has(name))
    .map(([name, c]) => [name, name === opened ? c : { ...c, nodes: [], connections: [] }] as const)
  return { main, circuit, library: Object.fromEntries(outside) }
}
