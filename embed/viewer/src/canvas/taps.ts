/** Double taps. Not every browser makes a double click of two touches, so the canvas counts them itself. */

/** Two taps within so many milliseconds are a double tap. */
const DOUBLE = 350

export class Taps {
  /** Whether the last click was a tap: a double click that the browser makes of it was counted already. */
  last = false
  private before: { key: string; at: number } | undefined

  /** Takes a click on something; true when it is the second tap on it in a short time. */
  twice({ pointerType, timeStamp }: PointerEvent, key: string): boolean {
    this.last = pointerType === 'touch'
    const { before } = this
    const double = this.last && before?.key === key && timeStamp - before.at < DOUBLE
    this.before = this.last && !double ? { key, at: timeStamp } : undefined
    return double
  }
}
