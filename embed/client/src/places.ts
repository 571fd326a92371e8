import type { Circuit } from './protocol.gen.ts'

/** Where the nodes of circuits stand in the source, in their order; 0 for elsewhere. */
const lines = new WeakMap<Circuit, Uint32Array>()

/** @internal Notes where the nodes of a circuit stand. */
export function setLines(circuit: Circuit, places: Uint32Array): void {
  lines.set(circuit, places)
}

/** The ids of the nodes of a circuit that stand in a line of the source: several, when a loop made them. */
export function nodesAt(circuit: Circuit, line: number): string[] {
  const places = lines.get(circuit)
  if (!places || line < 1) return []
  const ids: string[] = []
  for (let i = places.indexOf(line); i >= 0; i = places.indexOf(line, i + 1)) {
    const id = circuit.nodes[i]?.id
    if (id !== undefined) ids.push(id)
  }
  return ids
}
