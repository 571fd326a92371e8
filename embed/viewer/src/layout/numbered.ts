/**
 * Graphs with numbers in the place of ids. The ids inside of a part begin with its path; with numbers all parts of a
 * kind have the same graph, which is laid out once, and kept once.
 */
import type { ElkNode } from 'elkjs/lib/elk-api'

/** A graph with numbers for ids, in the order in which they come, and the ids by their numbers. */
export function numbered(graph: ElkNode): { graph: ElkNode; ids: readonly string[] } {
  const numbers = new Map<string, string>()
  const numberOf = (id: string): string => {
    const number = numbers.get(id) ?? `${numbers.size}`
    numbers.set(id, number)
    return number
  }
  return { graph: withIds(graph, numberOf), ids: [...numbers.keys()] }
}

/** A graph with its own ids again. */
export function renamed(graph: ElkNode, ids: readonly string[]): ElkNode {
  return withIds(graph, (number) => ids[Number(number)] ?? number)
}

function withIds(node: ElkNode, idOf: (id: string) => string): ElkNode {
  return {
    ...node,
    id: node.id === 'root' ? node.id : idOf(node.id),
    ...(node.ports && { ports: node.ports.map((port) => ({ ...port, id: idOf(port.id) })) }),
    ...(node.children && { children: node.children.map((child) => withIds(child, idOf)) }),
    ...(node.edges && {
      edges: node.edges.map((edge) => ({
        ...edge,
        id: idOf(edge.id),
        sources: edge.sources.map(idOf),
        targets: edge.targets.map(idOf),
      })),
    }),
  }
}
