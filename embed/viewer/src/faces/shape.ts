/** The measures of a face: the size of a node, and where its pins are. */
import { type Base, largest } from '../format/number.ts'
import type { SceneNode } from '../scene/scene.ts'
import { label, svg } from '../svg.ts'
import { monoWidth, shorten, textWidth } from './text.ts'

/** Distance between pins of one side, in user units (CSS pixels at 100 %). */
export const PITCH = 20
/** Length of the stub of a pin. */
export const STUB = 12

export type Side = 'west' | 'east' | 'south'

/** A pin of a symbol; x and y are the outer end of its stub, from the node's top left corner. */
export interface PinPlace {
  name: string
  direction: 'in' | 'out'
  side: Side
  width: number // wires
  bus: boolean // declared as a bus
  x: number
  y: number
}

/** Radius of the bubble of an inverting output. */
export const BUBBLE = 4

/** A node's geometry. The body is the drawn outline without stubs. */
export interface Shape {
  kind: string // the face
  width: number
  height: number
  body: { x: number; y: number; width: number; height: number }
  pins: PinPlace[]
  inverted: boolean // bubble at the output
  glyph: string // in the middle
  title: string // header of a composite, or ''
  caption: string // name written under the body, or '' when the symbol writes its name itself
}

/** A node as a face measures it: its component with options and ports. */
export interface Described {
  component: string
  label: string
  icon: string
  composite: boolean
  arguments: Record<string, unknown>
  inputs: PortShape[]
  outputs: PortShape[]
  base?: Base
}

export interface PortShape {
  name: string
  width: number
  bus: boolean
}

/** A pin whose stub ends at a point. */
export function pin(p: PortShape, direction: 'in' | 'out', side: Side, x: number, y: number): PinPlace {
  return { name: p.name, direction, side, width: p.width, bus: p.bus, x, y }
}

/** A shape without a size and without pins. */
export function blank(d: Described, kind: string): Shape {
  return {
    kind,
    width: 0,
    height: 0,
    body: { x: 0, y: 0, width: 0, height: 0 },
    pins: [],
    inverted: false,
    glyph: '',
    title: '',
    caption: shorten(d.label, 18),
  }
}

/** Space that a name written beside a symbol takes, with its gap. */
export function sideName(label: string): number {
  return textWidth(shorten(label, 18), 13) + 10
}

/** The name beside a symbol, at its left or its right. */
export function sideLabel(node: SceneNode, before: boolean): SVGElement {
  const { x, y, width, height } = node.shape.body
  const middle = y + height / 2 + 4.5
  const text = shorten(node.label, 18)
  return before ? label(text, x - 10, middle, 'name', 'end') : label(text, x + width + 10, middle, 'name')
}

/** Width of a number field: the longest decimal number of the port, within reason. */
export function fieldWidth(wires: number): number {
  const digits = Math.min(largest(Math.min(wires, 128)).toString().length, 20)
  return Math.max(44, monoWidth('0'.repeat(Math.max(digits, Math.ceil(Math.min(wires, 64) / 4) + 2)), 14) + 20)
}

/** Number of hexadecimal digits that a display shows for a port. */
export function hexDigits(wires: number): number {
  return Math.max(1, Math.min(Math.ceil(wires / 4), 32))
}

/** The body as a rectangle. */
export function rect(shape: Shape, className: string, radius: number): SVGRectElement {
  const { x, y, width, height } = shape.body
  return svg('rect', { class: className, x, y, width, height, rx: radius })
}

/** The names of the pins, inside the body. */
export function portNames(shape: Shape, name: (p: PinPlace) => string = (p) => shorten(p.name, 16)): SVGElement[] {
  const { x, width } = shape.body
  return shape.pins.map((p) =>
    p.side === 'west' ? label(name(p), x + 8, p.y + 4, 'port') : label(name(p), x + width - 8, p.y + 4, 'port', 'end'),
  )
}

/** Tells the style sheet how large a text may be to stand alone in a box. */
export function fit(element: SVGElement, text: string, { width, height }: Shape['body']): void {
  const largest = Math.min((width - 12) / (textWidth(text, 100) / 100), height - 12)
  element.style.setProperty('--fit', `${Math.floor(largest)}px`)
}

/** The outline of a tag that points to the right, as of a constant or an input. */
export function tagOutline({ x, y, width, height }: Shape['body']): string {
  const left = `H${x + 4}A4 4 0 0 1 ${x} ${y + height - 4}V${y + 4}A4 4 0 0 1 ${x + 4} ${y}Z`
  return `M${x + 4} ${y}H${x + width - TAG_TIP}L${x + width} ${y + height / 2}L${x + width - TAG_TIP} ${y + height}${left}`
}

/** Length of the point of a tag. */
export const TAG_TIP = 8
