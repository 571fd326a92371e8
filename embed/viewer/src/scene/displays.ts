/** Geometry of what shows pictures and text, and of what takes keys. */
import { blank, type Described, PITCH, type PinPlace, pin, type Shape, STUB } from './shape.ts'

/** Space between the frame of a screen and its pixels. */
export const BEZEL = 8
/** Lines and columns of a console's face, and its sizes in user units. A letter is 6.6 units wide. */
export const CONSOLE = { lines: 9, columns: 58, padding: 12, line: 15, width: 408, height: 160 }
/** Longer side of a picture in user units, as long as each of its pixels gets a whole one. */
const LONGEST_PICTURE = 320

const FIRST_PIN = 22

/** Size of a pixel in user units: whole ones as long as the picture stays small. */
export function pixelSize(width: number, height: number): number {
  const most = LONGEST_PICTURE / Math.max(width, height, 1)
  if (most >= 1) return Math.min(20, Math.floor(most))
  return Math.max(width, height) <= 2 * LONGEST_PICTURE ? 1 : most * 2
}

/** A number of pixels from a node's options, as the engine reads it. */
function side(value: unknown): number {
  return typeof value === 'number' && value >= 1 ? Math.min(2048, Math.floor(value)) : 32
}

export function screenShape(d: Described): Shape {
  const width = side(d.arguments.width)
  const height = side(d.arguments.height)
  const size = pixelSize(width, height)
  return faced(d, 'screen', width * size + 2 * BEZEL, height * size + 2 * BEZEL)
}

export function consoleShape(d: Described): Shape {
  return faced(d, 'console', CONSOLE.width, CONSOLE.height)
}

export function receiverShape(d: Described): Shape {
  return faced(d, 'receiver', 148, 88)
}

/** A face with inputs at its left and outputs at its right. */
function faced(d: Described, kind: Shape['kind'], face: number, least: number): Shape {
  const rows = Math.max(d.inputs.length, d.outputs.length)
  const height = Math.max(least, 2 * FIRST_PIN + (rows - 1) * PITCH)
  const left = d.inputs.length > 0 ? STUB : 0
  const width = left + face + (d.outputs.length > 0 ? STUB : 0)
  const pins: PinPlace[] = [
    ...d.inputs.map((p, i) => pin(p, 'in', 'west', 0, FIRST_PIN + i * PITCH)),
    ...d.outputs.map((p, i) => pin(p, 'out', 'east', width, FIRST_PIN + i * PITCH)),
  ]
  return { ...blank(d, kind), width, height, body: { x: left, y: 0, width: face, height }, pins }
}
