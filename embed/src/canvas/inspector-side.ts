/** Where the inspector stands, so that it does not cover what it tells of. */

/** A place on the canvas in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** Canvases that are narrower have the inspector as a sheet below the picture, unless they are low; see its styles. */
const NARROW = 860
/** Canvases that are narrower still have it there always, and higher. */
const PHONE = 560
const LOW = 560
/** Width of the inspector with the room around it. */
const PANEL = 300
/** Height of the clock with the room around it. */
const CLOCK = 92

interface Size {
  width: number
  height: number
}

function isSheet({ width, height }: Size): boolean {
  return width <= PHONE || (width <= NARROW && height > LOW)
}

/** Whether what is selected is where the inspector stands first, at the right. */
export function isAside(place: Point, canvas: Size): boolean {
  return !isSheet(canvas) && place.x > canvas.width - PANEL && place.x > canvas.width / 2
}

/** How much of the lower end of a canvas the inspector covers, at most; `height` is its own when that is known. */
export function coveredBelow(canvas: Size, height = Number.POSITIVE_INFINITY): number {
  if (!isSheet(canvas)) return 0
  return Math.min(height, canvas.height * (canvas.width > PHONE ? 0.3 : 0.4)) + CLOCK
}
