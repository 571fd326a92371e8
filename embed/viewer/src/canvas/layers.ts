/** The elements of the canvas that move with its camera: the grid, wires behind, nodes in front, pictures. */

import { svg } from '../svg.ts'
import type { Drawing } from './drawing.ts'
import type { View } from './viewport.ts'

/** Distance between the lines of the grid, in the picture's units. */
const GRID = 20
/** Below this scale small names cannot be read: boxes have one large name instead. */
const FAR = 0.48
/** Below this scale that takes all the room there is. */
const DUST = 0.3
/** Paper has so many more points than a screen: names can be read at a scale that is so much smaller. */
const FINE = 2
/** The width of a page's text, roughly, in CSS pixels. */
const PAGE = 700

export class Layers {
  /** Where the pictures of displays stand. */
  readonly faces: HTMLElement | null
  private readonly grid: HTMLElement | null
  private readonly layers: readonly SVGGElement[]
  private readonly planes: readonly SVGSVGElement[]
  private calm = false
  private printing = false
  private printed: SVGForeignObjectElement | undefined // holds the pictures meanwhile

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
    if (!this.printing) this.detail(scale)
    if (this.faces) this.faces.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    const step = GRID * scale
    const style = this.grid?.style
    if (!style) return
    style.backgroundSize = `${step}px ${step}px`
    style.backgroundPosition = `${x - step / 2}px ${y - step / 2}px`
    style.opacity = String(Math.max(0, Math.min(1, (scale - 0.35) / 0.4)))
  }

  /**
   * Fits the whole drawing into whatever room a page of paper gives it: nobody knows its size before it is laid out.
   */
  print({ width, height }: Drawing): void {
    this.printing = true
    for (const plane of this.planes) plane.setAttribute('viewBox', `0 0 ${width} ${height}`)
    this.detail((FINE * PAGE) / width)
    const front = this.planes.at(-1)
    if (!this.faces?.hasChildNodes() || !front) return
    this.printed = svg('foreignObject', { width, height }, ...this.faces.childNodes)
    front.append(this.printed)
  }

  /** Back on the screen. */
  printEnded(): void {
    this.printing = false
    for (const plane of this.planes) plane.removeAttribute('viewBox')
    if (this.printed) this.faces?.append(...this.printed.childNodes)
    this.printed?.remove()
    this.printed = undefined
  }

  private detail(scale: number): void {
    for (const layer of this.layers) {
      layer.classList.toggle('far', scale < FAR)
      layer.classList.toggle('dust', scale < DUST)
    }
  }
}
