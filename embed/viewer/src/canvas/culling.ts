/** Keeps what a large picture has far from where the canvas looks out of the browser's layout and paint. */
import type { Box } from '../layout/placement.ts'
import type { Point } from '../layout/wires.ts'

/** Pictures of fewer things are drawn whole. */
const FEW = 200
/** How far around the canvas things stay drawn, in widths and heights of what it shows: short moves change nothing. */
const AROUND = 0.75
/** A view that rests has at least this much around it: the next gesture begins with it. */
const LEAST = 0.35
/** Room for what sticks out of a thing's box (names, halos, badges), in the picture's units. */
const MARGIN = 48
/** Things are hidden again when more than this many times the area that is looked at is drawn. */
const MAX = 16

interface Thing {
  box: Box
  elements: readonly Element[]
  away: boolean
}

export class Sight {
  private readonly things: Thing[] = []
  private drawn: Box | undefined // everything in it is drawn; undefined: everything is
  private loose = false // more is drawn than that

  /** Takes elements that are seen only where a box of the picture is seen. */
  add(box: Box, elements: readonly Element[]): void {
    this.things.push({ box, elements, away: false })
  }

  /** Whether the picture is so large that things far away are not drawn. */
  get large(): boolean {
    return this.things.length >= FEW
  }

  /**
   * Draws what the part of the picture that is looked at needs. Elements far from it have the class `away`; while the
   * view is `moving`, none get it: each change costs a frame.
   */
  look(seen: Box, moving = false): void {
    if (!this.large || (this.drawn && this.suffices(this.drawn, seen, moving))) return
    const drawn = grown(seen, AROUND * seen.width, AROUND * seen.height)
    this.drawn = drawn
    this.loose = moving
    const near = grown(drawn, MARGIN, MARGIN)
    for (const thing of this.things) {
      const away = !meet(near, thing.box)
      if (away === thing.away || (away && moving)) continue
      thing.away = away
      for (const element of thing.elements) element.classList.toggle('away', away)
    }
  }

  private suffices(drawn: Box, seen: Box, moving: boolean): boolean {
    if (moving) return holds(drawn, seen)
    const least = grown(seen, LEAST * seen.width, LEAST * seen.height)
    return !this.loose && holds(drawn, least) && area(drawn) <= MAX * area(seen)
  }
}

/** The box around points; of no points, an empty box at the origin. */
export function boxAround(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top }
}

const area = (b: Box): number => b.width * b.height

const grown = (b: Box, dx: number, dy: number): Box => ({
  x: b.x - dx,
  y: b.y - dy,
  width: b.width + 2 * dx,
  height: b.height + 2 * dy,
})

const holds = (a: Box, b: Box): boolean =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height

const meet = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
