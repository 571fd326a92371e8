/** The elements of the canvas that move with its camera: the grid, wires behind, nodes in front, pictures. */

import { svg } from '../svg.ts'
import type { Drawing } from './drawing.ts'
import { Shift } from './motion.ts'
import { LARGEST, type View } from './viewport.ts'

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
/** The grid goes on so far around the canvas, in CSS pixels: it can be shifted by any part of a step. */
const OVERHANG = GRID * LARGEST
/** While a view is being scaled, names change their size at most this often, in milliseconds. */
const STEADY = 500

export class Layers {
  /** Where the pictures of displays stand. */
  readonly faces: HTMLElement | null
  private readonly grid: HTMLElement | null
  private readonly layers: readonly SVGGElement[]
  private readonly planes: readonly SVGSVGElement[]
  private readonly plane: HTMLElement | null
  private readonly shield: HTMLElement | null
  private readonly shifts: { readonly plane: Shift; readonly grid: Shift }
  private placed: View | undefined // where the plane stands, but for its shift
  private steady = 0 // names changed their size last at this time
  private calm = false
  private printing = false
  private printed: SVGForeignObjectElement | undefined // holds the pictures meanwhile

  constructor(root: ParentNode) {
    this.faces = root.querySelector<HTMLElement>('.pictures')
    this.grid = root.querySelector<HTMLElement>('.grid')
    this.layers = [...root.querySelectorAll<SVGGElement>('.layer')]
    this.planes = [...root.querySelectorAll<SVGSVGElement>('svg.drawing')]
    this.plane = root.querySelector<HTMLElement>('.plane')
    this.shield = root.querySelector<HTMLElement>('.shield')
    this.shifts = { plane: new Shift(root.querySelector<HTMLElement>('.shift')), grid: new Shift(this.grid) }
    if (this.grid) this.grid.style.inset = `${-OVERHANG}px`
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
   * Moves all of them to where the camera looks. The drawings stay as they are and are moved with a plane: a transform
   * of the drawing itself has all its texts laid out anew for each frame. While a large picture is `moving`, nothing is
   * changed but the place of the plane, and the parts are not looked for under the pointer.
   */
  look(view: View, moving = false): void {
    if (this.shield) this.shield.hidden = !moving
    if (moving && view.scale === this.placed?.scale) this.shift(view, this.placed)
    else this.place(view, moving)
  }

  /** Whether something keeps the pointer from the parts. */
  get shielded(): boolean {
    return this.shield?.hidden === false
  }

  private shift(view: View, placed: View): void {
    const dx = onScreen(view.x) - placed.x
    const dy = onScreen(view.y) - placed.y
    const step = GRID * view.scale
    this.shifts.plane.to(dx, dy)
    this.shifts.grid.to(dx % step, dy % step)
  }

  private place({ x, y, scale }: View, moving: boolean): void {
    // At whole pixels the compositor copies the picture, elsewhere it blurs it. While the picture is scaled, rounding
    // would make it tremble.
    this.placed = moving ? { scale, x, y } : { scale, x: onScreen(x), y: onScreen(y) }
    if (this.plane) {
      this.plane.style.transform = `translate3d(${this.placed.x}px, ${this.placed.y}px, 0) scale(${scale})`
    }
    this.shifts.plane.end()
    this.shifts.grid.end()
    const now = performance.now()
    if (!this.printing && !(moving && now - this.steady < STEADY)) {
      this.detail(scale)
      this.steady = now
    }
    const step = GRID * scale
    const style = this.grid?.style
    if (!style) return
    style.backgroundSize = `${step}px ${step}px`
    style.backgroundPosition = `${(this.placed.x + OVERHANG - step / 2) % step}px ${(this.placed.y + OVERHANG - step / 2) % step}px`
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

/** The nearest place where the screen has a pixel, in CSS pixels. */
function onScreen(place: number): number {
  const { devicePixelRatio: ratio } = window
  return Math.round(place * ratio) / ratio
}
