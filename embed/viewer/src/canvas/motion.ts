/** Tells a view that is being moved from one that rests: what costs more than a frame waits until it rests. */

/** A view that was not moved for so long rests, in milliseconds. */
const REST = 150

export class Motion {
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Takes what is to be done once the view rests. */
  constructor(private readonly rested: () => void) {}

  get active(): boolean {
    return this.timer !== undefined
  }

  /** Moves the view. */
  move(act: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.rest(), REST)
    act()
  }

  /** The gesture is over. */
  rest(): void {
    if (!this.active) return
    this.end()
    this.rested()
  }

  /** Nothing moves any more, and nothing is to be done for it. */
  end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}

/** Shifts an element for the moment. */
export class Shift {
  private animation: Animation | undefined

  constructor(private readonly element: HTMLElement | SVGElement | null) {}

  /**
   * Shifts by CSS pixels: as an animation that stands still. Chromium gives an animation's transform to its compositor
   * as it is, and looks through everything that is painted when a style's transform changes: 25 ms for two thousand
   * gates.
   */
  to(x: number, y: number): void {
    const transform = `translate3d(${x}px, ${y}px, 0)`
    const frames = [{ transform }, { transform }]
    if (this.animation) (this.animation.effect as KeyframeEffect).setKeyframes(frames)
    else this.animation = this.element?.animate?.(frames, { duration: 1e8 })
  }

  /** Back to where its style has it. */
  end(): void {
    this.animation?.cancel()
    this.animation = undefined
  }
}
