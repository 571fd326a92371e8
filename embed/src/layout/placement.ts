/** From ELK's answer to places on the canvas, in whole user units. */
import type { ElkNode } from 'elkjs/lib/elk-api'
import type { Scene } from '../scene/scene'
import type { Point } from './wires'

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
  links: Map<string, Point[]> // by link key, orthogonal polylines
}

/** Thrown when the layout is not what was asked for; it would be a wrong picture. */
export class BrokenLayout extends Error {}

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
  return { width: Math.ceil(root.width ?? 0), height: Math.ceil(root.height ?? 0), nodes, pins, links }
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
