/**
 * A face is how one kind of component is drawn: its size and pins, its outline, the values in it, and how it is
 * operated. Each face is a file of this folder, and `registry.ts` lists them.
 */
import type { CSSResult } from 'lit'
import type { Value } from '../format/number.ts'
import type { SceneNode } from '../scene/scene.ts'
import type { Described, PinPlace, Shape } from './shape.ts'

/** Has a function called with the value of a pin, first when there is one and then whenever it changes. */
export type Bind = (pin: number, apply: (value: Value) => void) => void

export interface Face {
  /** The name of the face: the class of its nodes, which styles select, and `Shape.kind`. */
  readonly kind: string
  /** Whether a component has this face. A component that opens always has the face of a box. */
  takes(d: Described): boolean
  /** Size, body and pins, in user units (CSS pixels at 100 %). */
  measure(d: Described): Shape
  /** The elements of a node, in its own coordinates. The stubs of pins are drawn with the wires. */
  draw(node: SceneNode, bind: Bind): SVGElement[]
  /** Its styles, with tokens only. */
  readonly styles?: CSSResult
  /** How its output is set: by a click, or by typing a number. */
  readonly control?: 'switch' | 'number'
  /** It takes the keys of the keyboard once it was clicked, as characters. */
  readonly keys?: 'characters'
  /**
   * It is there to be read: a value, which is told with the outputs; a text of its node's state, in rows of the class
   * `teletype`; a picture, whose pixels lie above the drawing.
   */
  readonly shows?: 'value' | 'text' | 'picture'
  /** Where the stub of a pin meets the outline, where that is not the edge of the body: an x, or a y of a south pin. */
  stubEnd?(shape: Shape, pin: PinPlace): number | undefined
  /** Where the caption stands, where that is not below the middle of the body. */
  caption?(shape: Shape): { x: number; y: number; anchor: 'start' | 'middle' }
  /** Radius of the ring of the focus, where it is not that of a rectangle. */
  ring?(shape: Shape): number
}

/** Whether a component that does not open has one of these names, and so many ports. */
export function named(d: Described, names: readonly string[], inputs?: number, outputs?: number): boolean {
  return (
    !d.composite &&
    names.includes(d.component) &&
    (inputs === undefined || d.inputs.length === inputs) &&
    (outputs === undefined || d.outputs.length === outputs)
  )
}
