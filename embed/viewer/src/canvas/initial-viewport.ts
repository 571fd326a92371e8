/** Where the reading of a picture starts that is too large to be shown whole. */
import type { Box } from '../layout/placement.ts'

/** A part of the picture, and whether a person operates it. */
export interface Part {
  readonly box: Box
  readonly input: boolean
}

/** An input counts as many parts. */
const INPUT = 3
/** A place with this share of what the best place shows is good enough when it comes earlier in reading. */
const GOOD = 0.5
/** Between the edges of the view and the first part, in the picture's units: room for the tags on its left. */
const MARGIN = { left: 90, top: 40 }
/** Of more parts, some are tried. */
const MAX_TRIED = 400

/**
 * The top left corner of a view of some size that shows much: with inputs the one where they begin, else the first from
 * the top left that shows enough parts, which is the corner of the picture where that will do. A large picture can be
 * empty in its middle, or have nothing but wires there.
 */
export function entranceOf(parts: readonly Part[], view: { width: number; height: number }): { x: number; y: number } {
  const inputs = parts.filter((p) => p.input)
  const starts = inputs.length > 0 ? inputs : parts
  const step = Math.max(1, Math.ceil(starts.length / MAX_TRIED))
  const left = Math.min(...inputs.map((p) => p.box.x))
  const corners = starts
    .filter((_, i) => i % step === 0)
    .map(({ box }) => ({ x: (inputs.length > 0 ? left : box.x) - MARGIN.left, y: box.y - MARGIN.top }))
  // a view that begins a little to the right of the edge would cut what stands there
  if (inputs.length === 0) corners.push({ x: 0, y: 0 }, ...corners.map(({ y }) => ({ x: 0, y })))
  const places = corners.map((at) => ({ ...at, shown: shownAt(parts, { ...at, ...view }) }))
  const enough = GOOD * Math.max(0, ...places.map((p) => p.shown))
  const found = places.filter((p) => p.shown >= enough).sort((a, b) => a.x + a.y - b.x - b.y)[0]
  return found ? { x: found.x, y: found.y } : { x: 0, y: 0 }
}

/** How many parts have their middle in a view. */
function shownAt(parts: readonly Part[], view: Box): number {
  let shown = 0
  for (const { box, input } of parts) {
    const x = box.x + box.width / 2 - view.x
    const y = box.y + Math.min(box.height, view.height) / 2 - view.y
    if (x >= 0 && y >= 0 && x <= view.width && y <= view.height) shown += input ? INPUT : 1
  }
  return shown
}
