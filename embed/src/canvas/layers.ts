/** The elements of the canvas that move with its camera: the grid, wires behind, nodes in front, pictures. */
import type { Drawing } from './drawing'
import type { View } from './viewport'

/** Distance between the lines of the grid, in the picture's units. */
const GRID = 20
/** Below this scale small names cannot be read: boxes have one large name instead. */
const FAR = 0.48
/** Below this scale that takes all the room there is. */
const DUST = 0.3

export class Layers {
  /** Where the pictures of displays stand. */
  readonly faces: HTMLElement | null
  private readonly grid: HTMLElement | null
  private readonly layers: readonly SVGGElement[]
  private readonly planes: readonly SVGSVGElement[]
  private calm = false

  constructor(root: ParentNode) {
    this.faces = root.querySelector<HTMLElement>('.pictures')
    this.grid = root.querySelector<HTMLElement>('.grid')
    this.layers = [...root.querySelectorAll<SVGGElement>('.layer')]
    this.planes = [...root.querySelectorAll<SVGSVGElement>('svg.drawing')]
  }

  /** Shows a drawing, or nothing. */
  show(drawing: Drawing | undefined): void {
    this.layers[0]?.replaceChildren(...(drawing ? [drawing.back] : []))
    this.layers[1]?.replaceChildren(...(drawing ? [drawing.front] : []))
    for (const { style } of this.planes) {
      style.width = `${drawing?.width ?? 0}px`
      style.height = `${drawing?.height ?? 0}px`
    }
  }

  /** Whether changes of values are animated. */
  animate(calm: boolean): void {
    if (calm !== this.calm) for (const layer of this.layers) layer.classList.toggle('calm', calm)
    this.calm = calm
  }

  /**
   * Moves all of them to where the camera looks. The drawings stay as they are and are moved as planes of their own, in
   * space: what moves inside of a drawing is laid out and painted anew for each frame, a thousand gates for 30 ms.
   */
  look({ x, y, scale }: View): void {
    for (const { style } of this.planes) style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`
    for (const layer of this.layers) {
      layer.classList.toggle('far', scale < FAR)
      layer.classList.toggle('dust', scale < DUST)
    }
    if (this.faces) this.faces.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    const step = GRID * scale
    const style = this.grid?.style
    if (!style) return
    style.backgroundSize = `${step}px ${step}px`
    style.backgroundPosition = `${x - step / 2}px ${y - step / 2}px`
    style.opacity = String(Math.max(0, Math.min(1, (scale - 0.35) / 0.4)))
  }
}
