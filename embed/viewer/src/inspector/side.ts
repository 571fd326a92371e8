/**
 * Where the inspector stands. It never moves the picture, so it must not cover what it tells of: it has two places, and
 * takes the second when the subject is under the first.
 */
import type { Box } from '../layout/placement.ts'

/** A place on the canvas in CSS pixels. */
export interface Point {
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

/** Canvases that are narrower have the inspector as a sheet below the picture, unless they are low; see its styles. */
const NARROW = 860
/** Canvases that are narrower still have it there always, and higher. */
const PHONE = 560
const LOW = 560
/** Width of the panel with the room around it. */
const PANEL = 300
/** Height of the clock with the room around it. */
const CLOCK = 92
/** Height of the zoom buttons with the room around them. */
const ZOOM = 132
/** Height of the way back up with the room around it. */
const TRAIL = 56

function isSheet({ width, height }: Size): boolean {
  return width <= PHONE || (width <= NARROW && height > LOW)
}

function sheetHeight({ width, height }: Size): number {
  return height * (width > PHONE ? 0.3 : 0.4)
}

/** The two places: at the right and at the left, or as a sheet at the lower and at the upper end. */
function places(canvas: Size): { first: Box; second: Box } {
  const { width, height } = canvas
  if (isSheet(canvas)) {
    const sheet = sheetHeight(canvas)
    return {
      first: { x: 0, y: height - CLOCK - sheet, width, height: sheet },
      second: { x: 0, y: TRAIL, width, height: sheet },
    }
  }
  return {
    first: { x: width - PANEL, y: 0, width: PANEL, height: height - ZOOM },
    second: { x: 0, y: TRAIL, width: PANEL, height: height - ZOOM - TRAIL },
  }
}

const common = (low1: number, size1: number, low2: number, size2: number): number =>
  Math.max(0, Math.min(low1 + size1, low2 + size2) - Math.max(low1, low2))

const overlap = (a: Box, b: Box): number => common(a.x, a.width, b.x, b.width) * common(a.y, a.height, b.y, b.height)

/** Whether the inspector takes its second place, because the subject (in CSS pixels) is rather under the first. */
export function isAside(subject: Box, canvas: Size): boolean {
  const { first, second } = places(canvas)
  return overlap(subject, first) > overlap(subject, second)
}

/** How much of both ends of a canvas a sheet of some height covers; a panel at the side covers neither. */
export function coveredEnds(canvas: Size, aside: boolean, height: number): { top: number; bottom: number } {
  if (!isSheet(canvas) || height === 0) return { top: 0, bottom: 0 }
  const sheet = Math.min(height, sheetHeight(canvas))
  return aside ? { top: TRAIL + sheet, bottom: 0 } : { top: 0, bottom: CLOCK + sheet }
}
