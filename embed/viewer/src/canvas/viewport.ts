/** Where the canvas looks: scale and offset, and the moves that change them. */

import type { Box } from '../layout/placement.ts'

export interface View {
  scale: number // CSS pixels per user unit
  x: number // CSS pixels from the left edge of the canvas to the picture's origin
  y: number
}

/** The part of the picture's plane that a canvas shows, in the picture's units. */
export function seenOf(view: View, canvas: { width: number; height: number }): Box {
  const { scale, x, y } = view
  return { x: -x / scale, y: -y / scale, width: canvas.width / scale, height: canvas.height / scale }
}

const SMALLEST = 0.02
export const LARGEST = 4
/** A picture that fits is not enlarged beyond this. */
const LARGEST_FIT = 1.3

/** Shows the whole picture, centred in what the overlays leave free. */
export function fitView(
  picture: { width: number; height: number },
  canvas: { width: number; height: number },
  free: { top: number; bottom: number; side: number },
): View {
  const width = Math.max(1, canvas.width - 2 * free.side)
  const height = Math.max(1, canvas.height - free.top - free.bottom)
  const scale = clampScale(Math.min(LARGEST_FIT, width / picture.width, height / picture.height))
  return {
    scale,
    x: Math.round((canvas.width - picture.width * scale) / 2),
    y: Math.round(free.top + (height - picture.height * scale) / 2),
  }
}

/** Zooms by a factor and keeps the point (in CSS pixels of the canvas) where it is. */
export function zoomAt(view: View, factor: number, point: { x: number; y: number }): View {
  const scale = clampScale(view.scale * factor)
  const k = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * k, y: point.y - (point.y - view.y) * k }
}

function clampScale(scale: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, scale))
}

/** Moves a view so that at least a part of the picture stays on the canvas. */
export function keepInSight(
  view: View,
  picture: { width: number; height: number },
  canvas: { width: number; height: number },
): View {
  const margin = 48
  const limit = (offset: number, size: number, room: number): number =>
    Math.min(room - margin, Math.max(margin - size * view.scale, offset))
  return {
    scale: view.scale,
    x: limit(view.x, picture.width, canvas.width),
    y: limit(view.y, picture.height, canvas.height),
  }
}
