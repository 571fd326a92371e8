/** Mouse, wheel and touch on the picture. Coordinates are CSS pixels from its upper left corner. */

/** The actions that gestures lead to. */
export interface Stage {
  seek(x: number): void
  mark(x: number): void
  selectAt(y: number): void
  /** Moves the picture to the left; false when it was at its end. */
  pan(pixels: number): boolean
  /** Makes cycles `factor` times as narrow around `x`. */
  zoom(factor: number, x: number): void
  /** Shows what is between two places of the ruler. */
  choose(from: number, to: number): void
  /** Something is to be drawn. */
  redraw(): void
}

/** A pointer has moved when it has moved so far. */
export const DRAG = 4

type Kind = 'seek' | 'range' | 'pan' | 'pinch'

export class Pointers {
  private readonly places = new Map<number, { x: number; y: number }>()
  private gesture: { kind: Kind; from: number; x: number; y: number; moved: boolean } | undefined

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly ruler: number,
    private readonly stage: Stage,
  ) {
    canvas.addEventListener('wheel', this.wheel, { passive: false })
    canvas.addEventListener('pointerdown', this.down)
    canvas.addEventListener('pointermove', this.move)
    canvas.addEventListener('pointerup', this.up)
    canvas.addEventListener('pointercancel', this.up)
  }

  /** Whether something is under way. */
  get active(): boolean {
    return this.gesture !== undefined
  }

  /** The range that is being selected on the ruler. */
  get chosen(): { from: number; to: number } | undefined {
    const { gesture } = this
    return gesture?.kind === 'range' && gesture.moved ? { from: gesture.from, to: gesture.x } : undefined
  }

  cancel(): void {
    this.gesture = undefined
  }

  private readonly wheel = (e: WheelEvent): void => {
    const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? this.canvas.clientHeight : 1
    if (e.ctrlKey || e.metaKey) {
      e.preventDefault()
      this.stage.zoom(Math.exp(Math.max(-80, Math.min(80, e.deltaY * unit)) / 120), e.offsetX)
      return
    }
    // With Alt the rows are scrolled; where the picture is at its end, whatever is around it. Sideways it ends there:
    // a browser would take what is left for the gesture that leads to the page before.
    const across = Math.abs(e.deltaX) > Math.abs(e.deltaY)
    if (e.altKey) return
    if (this.stage.pan((across ? e.deltaX : e.deltaY) * unit) || across) e.preventDefault()
  }

  private at(e: PointerEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect()
    return { x: e.clientX - box.left, y: e.clientY - box.top }
  }

  private readonly down = (e: PointerEvent): void => {
    if (e.button > 1) return
    const { x, y } = this.at(e)
    this.places.set(e.pointerId, { x, y })
    this.canvas.setPointerCapture?.(e.pointerId)
    if (e.button === 1) e.preventDefault()
    const one = e.pointerType === 'touch' || e.button === 1 ? 'pan' : y < this.ruler ? 'range' : 'seek'
    const kind = this.places.size > 1 ? 'pinch' : one
    this.gesture = { kind, from: x, x, y, moved: false }
    if (kind !== 'seek') return
    this.stage.selectAt(y)
    if (!e.shiftKey) {
      this.stage.seek(x)
      return
    }
    this.stage.mark(x)
    this.gesture = undefined
  }

  private readonly move = (e: PointerEvent): void => {
    const { gesture, stage } = this
    const before = this.places.get(e.pointerId)
    if (!gesture || !before) return
    const { x, y } = this.at(e)
    const other = [...this.places].find(([id]) => id !== e.pointerId)?.[1]
    this.places.set(e.pointerId, { x, y })
    if (Math.abs(x - gesture.from) > DRAG) gesture.moved = true
    if (gesture.kind === 'pinch' && other) {
      const [was, is] = [Math.abs(before.x - other.x), Math.abs(x - other.x)]
      gesture.moved = true
      if (was > 8 && is > 8) stage.zoom(was / is, (before.x + other.x) / 2)
      stage.pan((before.x - x) / 2)
    } else if (gesture.kind === 'pan' && gesture.moved) {
      this.canvas.classList.add('panning')
      stage.pan(gesture.x - x)
    } else if (gesture.kind === 'seek') stage.seek(x)
    gesture.x = x
    stage.redraw()
  }

  private readonly up = (e: PointerEvent): void => {
    const { gesture, stage } = this
    this.places.delete(e.pointerId)
    this.canvas.classList.remove('panning')
    const [left] = this.places.values()
    if (left) {
      // The finger that is left goes on alone.
      if (gesture) this.gesture = { ...gesture, kind: 'pan', moved: true, x: left.x }
      return
    }
    this.gesture = undefined
    stage.redraw()
    if (!gesture || e.type === 'pointercancel') return
    if (gesture.kind === 'range' && gesture.moved) stage.choose(gesture.from, gesture.x)
    else if (gesture.kind === 'range') stage.seek(gesture.from)
    else if (gesture.kind === 'pan' && !gesture.moved && e.pointerType === 'touch') {
      if (gesture.y >= this.ruler) stage.selectAt(gesture.y)
      stage.seek(gesture.x)
    }
  }
}
