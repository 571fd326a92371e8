/** Moving nodes by hand: dragged by mouse or finger, or moved by keys. */
import { type Arrangement, arrange, MAX_ARRANGED, moved } from '../layout/arrangement.ts'
import type { Placement } from '../layout/placement.ts'
import { type Point, pathData } from '../layout/wires.ts'
import type { SceneNode } from '../scene/scene.ts'
import type { Drawing } from './drawing.ts'
import type { Grip } from './gestures.ts'

/** The canvas as moving nodes uses it. */
export interface DragHost {
  drawing(): Drawing | undefined
  arrangement(): Arrangement | undefined
  /** CSS pixels of a unit of the picture. */
  scale(): number
  hideTip(): void
  /** The person has moved a node. */
  arranged(arrangement: Arrangement, node: SceneNode): void
}

/** One step by keys, in the picture's units, and a step with Shift. */
const STEP = 8
const LEAP = 40

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export class Mover {
  constructor(private readonly host: DragHost) {}

  /** Takes a node, to be dragged. */
  grab(node: SceneNode): Grip | undefined {
    const drawing = this.host.drawing()
    if (!drawing || drawing.scene.nodes.length > MAX_ARRANGED) return undefined
    this.host.hideTip()
    let by: Point = { x: 0, y: 0 }
    let frame = 0
    const show = (): void => {
      frame = 0
      const { at, lines } = preview(drawing, node, by)
      drawing.lift(node, at, pathData(lines))
    }
    show()
    return {
      drag: (dx, dy) => {
        const scale = this.host.scale()
        by = { x: dx / scale, y: dy / scale }
        if (frame === 0) frame = requestAnimationFrame(show)
      },
      drop: (stays) => {
        cancelAnimationFrame(frame)
        drawing.lift(node, undefined, '')
        const far = Math.hypot(by.x, by.y) * this.host.scale() >= 1
        if (stays && far && this.host.drawing() === drawing) this.put(drawing, node, by, false)
      },
    }
  }

  /** Moves a node by an arrow key; false for other keys. */
  press(e: KeyboardEvent, node: SceneNode): boolean {
    const drawing = this.host.drawing()
    const way = arrows[e.key]
    if (!drawing || !way || drawing.scene.nodes.length > MAX_ARRANGED) return false
    const step = e.shiftKey ? LEAP : STEP
    this.put(drawing, node, { x: way.x * step, y: way.y * step }, true)
    return true
  }

  private put(drawing: Drawing, node: SceneNode, by: Point, onward: boolean): void {
    const arrangement = moved(drawing.scene, drawing.places, this.host.arrangement(), node, by, onward)
    this.host.arranged(arrangement, node)
  }
}

/** Where a node would stand if it were dropped, and how its wires would run then. */
function preview(drawing: Drawing, node: SceneNode, by: Point): { at: Point; lines: Point[][] } {
  const { scene, places } = drawing
  const { origin: _, ...here } = places // as it is seen now
  const after: Placement = arrange(scene, here, moved(scene, here, undefined, node, by))
  const shift = after.origin ?? { x: 0, y: 0 }
  const [was, is] = [here.nodes.get(node.key), after.nodes.get(node.key)]
  const own = new Set(node.pins.map((p) => p.key))
  const lines = scene.links.flatMap(({ key, source, target }) => {
    const line = own.has(source) || own.has(target) ? after.links.get(key) : undefined
    return line ? [line.map((p) => ({ x: p.x - shift.x, y: p.y - shift.y }))] : []
  })
  return { at: { x: (is?.x ?? 0) - shift.x - (was?.x ?? 0), y: (is?.y ?? 0) - shift.y - (was?.y ?? 0) }, lines }
}
