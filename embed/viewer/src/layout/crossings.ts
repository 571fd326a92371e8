/** How much room the wires of a picture need, told before it is laid out. */
import type { Scene } from '../scene/scene.ts'

/**
 * How many layers wires pass without ending there, summed over all wires. A layered layout makes a place
 * for each, so this, and not the number of nodes, says how long it takes: a chain of 100 parts with one wire to all of
 * them has 5,000. Counted with every node in the layer after the last of its predecessors, which is at least as many as
 * the layout makes of it.
 */
export function crossings(wires: ReadonlyMap<string, Span>): number {
  let passed = 0
  for (const { from, to } of wires.values()) passed += Math.max(0, Math.abs(to - from) - 1)
  return passed
}

/** The layers where a wire begins and ends. */
export interface Span {
  from: number
  to: number
}

/** The spans of the wires by their key, but for those around a frame: nearly all of them end at it. */
export function spans(scene: Scene): Map<string, Span> {
  const { nodes, frame } = scene
  const owner = new Map<string, number>()
  nodes.forEach((node, i) => {
    for (const pin of node.pins) owner.set(pin.key, i)
  })
  const entries = new Set(frame?.inputs.map((p) => p.key))
  const exits = new Set(frame?.outputs.map((p) => p.key))
  const next: number[][] = nodes.map(() => [])
  for (const { source, target } of scene.links) {
    const from = owner.get(source)
    const to = owner.get(target)
    if (from !== undefined && to !== undefined) next[from]?.push(to)
  }
  const layers = layersOf(next)
  const last = Math.max(0, ...nodes.map((n, i) => (n.parent === frame?.key ? (layers[i] ?? 0) : 0)))
  const result = new Map<string, Span>()
  for (const { key, source, target, parent } of scene.links) {
    if (parent === '' && frame) continue
    const from = entries.has(source) ? -1 : layers[owner.get(source) ?? -1]
    const to = exits.has(target) ? last + 1 : layers[owner.get(target) ?? -1]
    if (from !== undefined && to !== undefined) result.set(key, { from, to })
  }
  return result
}

/** The layer of each node: one after the last of its predecessors. Wires that close a loop do not count. */
function layersOf(next: readonly (readonly number[])[]): number[] {
  const layers = next.map(() => 0)
  for (const { node, ahead } of fromTheStart(next)) {
    const here = layers[node] ?? 0
    for (const to of ahead) layers[to] = Math.max(layers[to] ?? 0, here + 1)
  }
  return layers
}

/**
 * The nodes, each after all that lead to it, with its successors except those that lead back. Not recursive: chains are
 * long.
 */
function fromTheStart(next: readonly (readonly number[])[]): { node: number; ahead: number[] }[] {
  const seen = next.map((): 'no' | 'open' | 'done' => 'no')
  const ahead: number[][] = next.map(() => [])
  const done: number[] = []
  for (const root of next.keys()) {
    const path: { node: number; at: number }[] = []
    const enter = (node: number): void => {
      seen[node] = 'open'
      path.push({ node, at: 0 })
    }
    if (seen[root] === 'no') enter(root)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = next[top.node]?.[top.at++]
      if (to === undefined) {
        seen[top.node] = 'done'
        done.push(top.node)
        path.pop()
        continue
      }
      if (seen[to] === 'open') continue
      ahead[top.node]?.push(to)
      if (seen[to] === 'no') enter(to)
    }
  }
  return done.reverse().map((node) => ({ node, ahead: ahead[node] ?? [] }))
}
