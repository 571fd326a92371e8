/**
 * All faces. A new one is a file of this folder and an entry here: the picture, its styles, the operation by mouse and
 * keys, and the words for those who listen follow from it.
 */
import type { CSSResult } from 'lit'
import type { SceneNode } from '../scene/scene.ts'
import { label } from '../svg.ts'
import { box, operator } from './box.ts'
import { terminal } from './console.ts'
import { constant } from './constant.ts'
import type { Bind, Face } from './face.ts'
import { field } from './field.ts'
import { gates } from './gate.ts'
import { hexDisplay } from './hex-display.ts'
import { led } from './led.ts'
import { multiplexer } from './multiplexer.ts'
import { panelStyles } from './panel.ts'
import { probe, readout } from './readout.ts'
import { receiver } from './receiver.ts'
import { screen } from './screen.ts'
import { BUBBLE, type Described, type PinPlace, type PortShape, type Shape } from './shape.ts'
import { flipflop, register } from './storage.ts'
import { toggle } from './switch.ts'
import { inputTag, outputTag } from './tag.ts'

/** In the order in which they are asked whether they take a component; a box takes every one. */
const faces: readonly Face[] = [
  ...gates,
  multiplexer,
  flipflop,
  register,
  constant,
  toggle,
  field,
  led,
  hexDisplay,
  readout,
  probe,
  terminal,
  receiver,
  screen,
  inputTag,
  outputTag,
  operator,
  box,
]

const byKind = new Map(faces.map((face) => [face.kind, face]))

/** The face of a shape. */
export function faceOf(shape: Shape): Face {
  return byKind.get(shape.kind) ?? box
}

/** Chooses the face of a component and measures it. */
export function shapeOf(d: Described): Shape {
  return (faces.find((face) => face.takes(d)) ?? box).measure(d)
}

/** The tag of a composite's own port, when its inside fills the canvas. */
export function tagShape(port: PortShape, direction: 'in' | 'out'): Shape {
  const input = direction === 'in'
  return (input ? inputTag : outputTag).measure({
    component: '',
    label: port.name,
    icon: '',
    composite: false,
    arguments: {},
    inputs: input ? [] : [port],
    outputs: input ? [port] : [],
  })
}

/** Draws a node's body and names. Returns what goes into the node's group. */
export function drawFace(node: SceneNode, bind: Bind): SVGElement[] {
  const { shape } = node
  const face = faceOf(shape)
  const parts = face.draw(node, bind)
  if (shape.caption !== '') {
    // what takes keys gets a ring around it, and the caption stands clear of it
    const below = {
      x: shape.body.x + shape.body.width / 2,
      y: shape.height + (node.keys ? 18 : 13),
      anchor: 'middle' as const,
    }
    const { x, y, anchor } = face.caption?.(shape) ?? below
    parts.push(label(shape.caption, x, y, 'caption', anchor))
  }
  return parts
}

/** The point at which a pin's stub meets the outline. */
export function stubEnd(shape: Shape, pin: PinPlace): { x: number; y: number } {
  const own = faceOf(shape).stubEnd?.(shape, pin)
  const { x, width, height } = shape.body
  if (pin.side === 'south') return { x: pin.x, y: own ?? height - 6 }
  const edge = pin.side === 'east' ? x + width + (shape.inverted ? 2 * BUBBLE : 0) : x
  return { x: own ?? edge, y: pin.y }
}

/** The styles of all faces. */
export const faceStyles: readonly CSSResult[] = [
  panelStyles,
  ...faces.flatMap((face) => (face.styles ? [face.styles] : [])),
]
