/** From ELK's answer to places on the canvas, in whole user units. */
import type { ElkNode } from 'elkjs/lib/elk-api'
import type { Scene } from '../scene/scene.ts'
import type { Point } from './wires.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Placement {
  width: number
  height: number
  nodes: Map<string, Box> // by node key, and the frame's
  pins: Map<string, Point> // by pin key, absolute
  links: Map<string, Point[]> // by link key, orthogonal polylines; a link that is drawn as a name has none
  aspect?: number // of the room for which the layers stand in several rows; absent when they stand in one
  origin?: Point // by how much an arranged picture was moved into sight
}

/** Thrown when the layout is not what was asked for; it would be a wrong picture. */
class BrokenLayout extends Error {}

/** The part of a laid-out graph that `readPlacement` needs: in whole units, as it reads them. */
export function bare(graph: ElkNode): ElkNode {
  const { id, x, y, width, height, ports, children, edges } = graph
  const size = id === 'root' ? Math.ceil : Math.round
  const point = (p: Point): Point => ({ x: Math.round(p.x), y: Math.round(p.y) })
  return {
    id,
    ...(x !== undefined && { x: Math.round(x) }),
    ...(y !== undefined && { y: Math.round(y) }),
    ...(width !== undefined && { width: size(width) }),
    ...(height !== undefined && { height: size(height) }),
    ...(ports && { ports: ports.map(({ id, x = 0, y = 0 }) => ({ id, ...point({ x, y }) })) }),
    ...(children && { children: children.map(bare) }),
    ...(edges && {
      edges: edges.map(({ id, sections = [] }) => ({
        id,
        sources: [],
        targets: [],
        sections: sections.slice(0, 1).map(({ startPoint, bendPoints, endPoint }) => ({
          id: '',
          startPoint: point(startPoint),
          ...(bendPoints && { bendPoints: bendPoints.map(point) }),
          endPoint: point(endPoint),
        })),
      })),
    }),
  }
}

/** Whether data that was kept has a place for everything in a graph. */
export function answers(graph: ElkNode, kept: ElkNode): boolean {
  const same = <T extends { id: string }>(wanted: T[] = [], given: unknown, fits: (a: T, b: T) => boolean): boolean =>
    Array.isArray(given) &&
    given.length === wanted.length &&
    wanted.every((w, i) => given[i]?.id === w.id && fits(w, given[i]))
  const numbers = (...list: unknown[]): boolean => list.every(Number.isFinite)
  const boxes = same(
    graph.children,
    kept.children ?? [],
    (a, b) => numbers(b.x, b.y, b.width, b.height) && answers(a, b),
  )
  const ports = same(graph.ports, kept.ports ?? [], (_, b) => numbers(b.x, b.y))
  const edges = same(graph.edges, kept.edges ?? [], (_, b) => {
    const line = b.sections?.[0]
    const points = line ? [line.startPoint, ...(line.bendPoints ?? []), line.endPoint] : []
    return points.length > 1 && points.every((p) => numbers(p?.x, p?.y))
  })
  return boxes && ports && edges && (graph.id !== 'root' || numbers(kept.width, kept.height))
}

/** Reads the places out of a laid-out graph. */
export function readPlacement(scene: Scene, root: ElkNode): Placement {
  const nodes = new Map<string, Box>()
  const pins = new Map<string, Point>()
  const links = new Map<string, Point[]>()
  const visit = (n: ElkNode): void => {
    for (const child of n.children ?? []) {
      const x = Math.round(child.x ?? 0)
      const y = Math.round(child.y ?? 0)
      nodes.set(child.id, { x, y, width: Math.round(child.width ?? 0), height: Math.round(child.height ?? 0) })
      for (const p of child.ports ?? []) pins.set(p.id, { x: Math.round(p.x ?? 0), y: Math.round(p.y ?? 0) })
      visit(child)
    }
    for (const e of n.edges ?? []) {
      const section = e.sections?.[0]
      if (!section) throw new BrokenLayout(`no route for ${e.id}`)
      const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]
      links.set(e.id, orthogonal(points.map((p) => ({ x: Math.round(p.x), y: Math.round(p.y) }))))
    }
  }
  visit(root)
  for (const n of scene.nodes) {
    const box = nodes.get(n.key)
    if (!box) throw new BrokenLayout(`no place for ${n.path}`)
    n.shape.pins.forEach((p, i) => {
      const pin = n.pins[i]
      if (pin) pins.set(pin.key, { x: box.x + p.x, y: box.y + p.y })
    })
  }
  straighten(scene, nodes, pins, links)
  return { width: Math.ceil(root.width ?? 0), height: Math.ceil(root.height ?? 0), nodes, pins, links }
}

/** A step in a wire that is no higher than this is taken out by moving the node at its end. */
const LARGEST_STEP = 9
/** Room that stays between nodes when one is moved. */
const ROOM = 8

/**
 * Moves inputs and outputs of one pin and one wire a little up or down where that makes the wire straight. ELK leaves
 * such steps when a column of switches is wider than the row of pins it leads to.
 */
function straighten(
  scene: Scene,
  nodes: Map<string, Box>,
  pins: Map<string, Point>,
  links: Map<string, Point[]>,
): void {
  for (const n of scene.nodes) {
    const pin = n.pins[0]
    const box = nodes.get(n.key)
    if (n.role === 'node' || n.pins.length !== 1 || !pin || !box) continue
    const own = scene.links.filter((l) => l.source === pin.key || l.target === pin.key)
    const link = own[0]
    const line = link && links.get(link.key)
    if (own.length !== 1 || !line || line.length !== 4) continue
    const outgoing = link.source === pin.key
    const here = line[outgoing ? 0 : 3] as Point
    const there = line[outgoing ? 3 : 0] as Point
    const step = there.y - here.y
    if (step === 0 || Math.abs(step) > LARGEST_STEP) continue
    const moved = { ...box, y: box.y + step }
    const clear = scene.nodes.every((other) => {
      const b = other === n ? undefined : nodes.get(other.key)
      return !b || !touches(moved, b)
    })
    // a wire of another node may pass where this one would now run
    const free = [...links].every(([key, points]) => key === link.key || !covers(points, here, there))
    if (!clear || !free) continue
    nodes.set(n.key, moved)
    pins.set(pin.key, { x: here.x, y: there.y })
    links.set(link.key, outgoing ? [{ x: here.x, y: there.y }, there] : [there, { x: here.x, y: there.y }])
  }
}

function touches(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height + ROOM && b.y < a.y + a.height + ROOM
}

/** Whether a polyline runs along the row of `there` between the two points. */
function covers(points: Point[], here: Point, there: Point): boolean {
  const low = Math.min(here.x, there.x)
  const high = Math.max(here.x, there.x)
  return points.slice(1).some((p, i) => {
    const q = points[i] as Point
    if (p.y !== q.y || Math.abs(p.y - there.y) > 4) return false
    return Math.min(p.x, q.x) < high && Math.max(p.x, q.x) > low
  })
}

/** Rounding can leave a corner one unit off; this puts a corner between points that do not line up. */
function orthogonal(points: Point[]): Point[] {
  const result: Point[] = []
  for (const p of points) {
    const last = result[result.length - 1]
    if (last && last.x !== p.x && last.y !== p.y) result.push({ x: p.x, y: last.y })
    if (!last || last.x !== p.x || last.y !== p.y) result.push(p)
  }
  return result
}
