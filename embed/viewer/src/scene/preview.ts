/** A composite's inside in miniature: where its nodes stand roughly, and what joins them. */
import type { Circuit } from '../protocol.ts'

/** Points are in a unit square; lines join points by index. */
export interface Preview {
  points: { x: number; y: number }[]
  lines: [number, number][]
}

/** More nodes than this would be a smudge. */
const MAX_NODES = 8
const MAX_LINES = 12

/** Arranges the nodes of a circuit in columns by their distance from the inputs. */
export function previewOf(circuit: Circuit): Preview {
  const nodes = circuit.nodes.slice(0, MAX_NODES)
  const index = new Map(nodes.map((n, i) => [n.id, i]))
  const lines: [number, number][] = []
  for (const c of circuit.connections) {
    const from = index.get(c.source.nodeId)
    const to = index.get(c.target.nodeId)
    if (from === undefined || to === undefined || from === to) continue
    if (!lines.some(([a, b]) => a === from && b === to)) lines.push([from, to])
  }
  const depth = depths(nodes.length, lines)
  const last = Math.max(1, ...depth)
  const columns: number[][] = []
  depth.forEach((d, i) => {
    const column = columns[d] ?? []
    columns[d] = column
    column.push(i)
  })
  const points = depth.map((d, i) => {
    const column = columns[d] ?? [i]
    return { x: d / last, y: (column.indexOf(i) + 0.5) / column.length }
  })
  return { points, lines: lines.slice(0, MAX_LINES) }
}

/** Longest path from a node that nothing precedes; the lines that close a loop do not count. */
function depths(count: number, lines: [number, number][]): number[] {
  const depth: number[] = Array(count).fill(0)
  const state: ('new' | 'open' | 'done')[] = Array(count).fill('new')
  const visit = (node: number): number => {
    if (state[node] !== 'new') return depth[node] ?? 0
    state[node] = 'open'
    for (const [from, to] of lines) {
      if (to === node && state[from] !== 'open') depth[node] = Math.max(depth[node] ?? 0, visit(from) + 1)
    }
    state[node] = 'done'
    return depth[node] ?? 0
  }
  for (let i = 0; i < count; i++) visit(i)
  return depth
}
