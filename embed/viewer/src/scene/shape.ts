/** What a symbol is: kind, size, and where its pins are. */
import type { Base } from '../format/number.ts'
import { shorten } from './text.ts'

/** Distance between pins of one side, in user units (CSS pixels at 100 %). */
export const PITCH = 20
/** Length of the stub of a pin. */
export const STUB = 12

/** The shapes that the canvas can draw. */
export type Kind =
  | 'and'
  | 'or'
  | 'xor'
  | 'buffer'
  | 'mux'
  | 'flipflop'
  | 'register'
  | 'operator'
  | 'constant'
  | 'switch'
  | 'field'
  | 'led'
  | 'hex'
  | 'readout'
  | 'probe'
  | 'console'
  | 'screen'
  | 'receiver'
  | 'input-tag'
  | 'output-tag'
  | 'box'

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

/** A node's geometry. The body is the drawn outline without stubs. */
export interface Shape {
  kind: Kind
  width: number
  height: number
  body: { x: number; y: number; width: number; height: number }
  pins: PinPlace[]
  inverted: boolean // bubble at the output
  glyph: string // in the middle of a box
  title: string // header of a composite, or ''
  caption: string // name written under the body, or '' when the symbol writes its name itself
}

/** What a shape is made from. */
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
export function blank(d: Described, kind: Kind): Shape {
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
