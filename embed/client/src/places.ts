import type { Circuit } from './protocol.gen.ts'

/** Where the nodes of a circuit stand in the source, in their order. */
interface Places {
  /** 0 for elsewhere. */
  readonly lines: Uint32Array
  /** The path of the file of a node; undefined for the one that was asked for. */
  readonly file: (node: number) => string | undefined
}

const known = new WeakMap<Circuit, Places>()

/** @internal Notes where the nodes of a circuit stand. */
export function setPlaces(circuit: Circuit, places: Places): void {
  known.set(circuit, places)
}

/**
 * The ids of the nodes of a circuit that stand in a line of a file: several, when a loop made them. Without a file it
 * is the one that was asked for.
 */
export function nodesAt(circuit: Circuit, line: number, file?: string): string[] {
  const places = known.get(circuit)
  if (!places || line < 1) return []
  const ids: string[] = []
  for (let i = places.lines.indexOf(line); i >= 0; i = places.lines.indexOf(line, i + 1)) {
    const id = circuit.nodes[i]?.id
    if (id !== undefined && places.file(i) === file) ids.push(id)
  }
  return ids
}
