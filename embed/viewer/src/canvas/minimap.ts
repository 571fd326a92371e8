/** The overview: the whole picture in a corner with the part that is seen, while much of it is not. */
import type { Box } from '../layout/placement.ts'
import { svg } from '../svg.ts'
import { Shift } from './motion.ts'
import { seenOf, type View } from './viewport.ts'

/** The largest size of the overview, in CSS pixels. */
const MAX = { width: 112, height: 80 }
/** The overview is shown while less than this share of the picture is seen. */
const ENOUGH = 0.7

/** A picture as the overview draws it. */
export interface Overseen {
  readonly width: number
  readonly height: number
  readonly boxes: Iterable<Box>
}

export class Overview {
  private readonly seen = svg('rect', { class: 'seen', rx: 2 })
  private readonly frame = svg('svg', { class: 'look' }, this.seen)
  private readonly shift = new Shift(this.frame)
  private picture: Overseen | undefined
  private marked: View | undefined // as the part was marked last
  private scale = 1

  /** Takes an element to draw in, and what happens when a person points at a place of the picture. */
  constructor(
    private readonly element: HTMLElement,
    go: (point: { x: number; y: number }) => void,
  ) {
    const point = (e: PointerEvent): void => {
      const box = (this.element.firstElementChild ?? this.element).getBoundingClientRect()
      go({ x: (e.clientX - box.left) / this.scale, y: (e.clientY - box.top) / this.scale })
    }
    element.addEventListener('pointerdown', (e) => {
      if (e.button !== 0) return
      e.preventDefault()
      element.setPointerCapture(e.pointerId)
      point(e)
    })
    element.addEventListener('pointermove', (e) => {
      if (element.hasPointerCapture(e.pointerId)) point(e)
    })
  }

  /** Draws another picture. */
  draw(picture: Overseen | undefined): void {
    this.picture = picture
    this.marked = undefined
    this.element.hidden = true
    this.element.replaceChildren()
    if (!picture) return
    this.scale = Math.min(MAX.width / picture.width, MAX.height / picture.height)
    const width = picture.width * this.scale
    const height = picture.height * this.scale
    const min = 1.5 / this.scale // a box is never less than a point that can be seen
    const d = [...picture.boxes].map(
      (b) => `M${b.x} ${b.y}h${Math.max(b.width, min)}v${Math.max(b.height, min)}H${b.x}Z`,
    )
    this.element.append(
      svg(
        'svg',
        { width, height, viewBox: `0 0 ${width} ${height}` },
        svg('path', { class: 'boxes', d: d.join(''), transform: `scale(${this.scale})` }),
      ),
      this.frame,
    )
  }

  /** Marks the part of the picture that the canvas shows; while it is `moving`, only the mark's place changes. */
  mark(view: View, canvas: { width: number; height: number }, moving = false): void {
    const { picture, marked } = this
    if (!picture) return
    if (moving && marked && view.scale === marked.scale) {
      const by = this.scale / view.scale
      this.shift.to((marked.x - view.x) * by, (marked.y - view.y) * by)
      return
    }
    this.shift.end()
    this.marked = view
    const seen = seenOf(view, canvas)
    const left = Math.max(0, seen.x)
    const top = Math.max(0, seen.y)
    const width = Math.min(picture.width, seen.x + seen.width) - left
    const height = Math.min(picture.height, seen.y + seen.height) - top
    const share = (Math.max(0, width) * Math.max(0, height)) / (picture.width * picture.height)
    this.element.hidden = share >= ENOUGH
    if (this.element.hidden) return
    const at = { x: left, y: top, width: Math.max(0, width), height: Math.max(0, height) }
    for (const [name, value] of Object.entries(at)) this.seen.setAttribute(name, String(value * this.scale))
  }
}
