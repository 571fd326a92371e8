/** Where the inspector stands, so that it does not cover what it tells of. */

/** A place on the canvas in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** Canvases that are narrower have the inspector below the picture, see its styles. */
const NARROW = 560
/** Width of the inspector with the room around it. */
const PANEL = 300
/** Height of the clock with the room around it. */
const CLOCK = 92

/** Whether what is selected is where the inspector stands first, at the right. */
export function isAside(place: Point, canvas: { width: number; height: number }): boolean {
  return canvas.width > NARROW && place.x > canvas.width - PANEL && place.x > canvas.width / 2
}

/** How much of the lower end of a canvas the inspector covers. */
export function coveredBelow(canvas: { width: number; height: number }): number {
  return canvas.width > NARROW ? 0 : canvas.height * 0.4 + CLOCK
}
