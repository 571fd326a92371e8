/**
 * Which cycles the picture shows: from a cycle on, so many cycles in each pixel. Pure arithmetic, without a document.
 */

/** The cycles of a run that can be shown, both included. */
export interface Extent {
  readonly first: number
  readonly last: number
}

export interface Viewport {
  /** The cycle at the left edge; a fraction while it is panned. */
  readonly from: number
  /** Cycles in one CSS pixel. */
  readonly scale: number
}

/** A cycle is at most so wide, in CSS pixels. */
const WIDEST = 160
/** In the picture of the whole run a cycle is at most so wide: of five cycles nobody wants to see screens. */
const WIDEST_FITTED = 40
/** So many pixels stay empty behind the last cycle. */
export const MARGIN = 16

/** The picture of a new run. */
export const START: Viewport = { from: 0, scale: 1 / WIDEST_FITTED }

function usable(width: number): number {
  return Math.max(1, width - MARGIN)
}

/** The whole run in a picture of that width. */
export function fit(extent: Extent, width: number): Viewport {
  return range(extent, extent.first, extent.last, width, WIDEST_FITTED)
}

/** The cycles `from` to `to`, both included, in a picture of that width. */
export function range(extent: Extent, from: number, to: number, width: number, widest = WIDEST): Viewport {
  const scale = Math.max((Math.abs(to - from) + 1) / usable(width), 1 / widest)
  return clamp({ from: Math.min(from, to), scale }, extent, width)
}

/** The nearest viewport that shows nothing but cycles of the run, and the margin behind them. */
export function clamp(view: Viewport, { first, last }: Extent, width: number): Viewport {
  const room = usable(width)
  const coarsest = Math.max((last - first + 1) / room, 1 / WIDEST_FITTED)
  const scale = Math.min(Math.max(view.scale, 1 / WIDEST), coarsest)
  const from = Math.max(first, Math.min(view.from, last + 1 - room * scale))
  return { from, scale }
}

/** Makes a cycle `factor` times as narrow; what is at pixel `x` stays there. */
export function zoom(view: Viewport, x: number, factor: number, extent: Extent, width: number): Viewport {
  const { scale } = clamp({ ...view, scale: view.scale * factor }, extent, width)
  return clamp({ from: view.from + x * (view.scale - scale), scale }, extent, width)
}

/** Moves the picture to the left by so many pixels. */
export function pan(view: Viewport, by: number, extent: Extent, width: number): Viewport {
  return clamp({ from: view.from + by * view.scale, scale: view.scale }, extent, width)
}

/** The picture of this scale in which the last cycle is at the right. */
export function atEnd(view: Viewport, extent: Extent, width: number): Viewport {
  return clamp({ from: extent.last + 1, scale: view.scale }, extent, width)
}

/** Moves as little as it takes to show a cycle whole. */
export function reveal(view: Viewport, cycle: number, extent: Extent, width: number): Viewport {
  const x = xOf(view, cycle)
  const end = xOf(view, cycle + 1)
  const aside = Math.min(width / 8, 80)
  if (x >= 0 && end <= width) return view
  return pan(view, x < 0 ? x - aside : end - width + aside, extent, width)
}

/** Where a cycle begins, in pixels. */
export function xOf(view: Viewport, cycle: number): number {
  return (cycle - view.from) / view.scale
}

/** The cycle under a pixel, as far as there is one. */
export function cycleAt(view: Viewport, x: number, { first, last }: Extent): number {
  return Math.max(first, Math.min(last, Math.floor(view.from + x * view.scale)))
}

/**
 * The level whose columns are at most one pixel wide, but not less than half of one: columns have 2 ** level cycles.
 */
export function levelOf(view: Viewport): number {
  return Math.max(0, Math.floor(Math.log2(view.scale)))
}

/**
 * The cycles that the ruler names: multiples of 1, 2 or 5 times a power of ten, at least `apart` pixels from each
 * other.
 */
export function ticks(view: Viewport, width: number, { last }: Extent, apart = 84): { step: number; cycles: number[] } {
  const minStep = Math.max(1, apart * view.scale)
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= minStep) ?? 10 * power
  const end = Math.min(last, view.from + width * view.scale)
  const cycles: number[] = []
  for (let c = Math.ceil(view.from / step) * step; c <= end; c += step) cycles.push(c)
  return { step, cycles }
}
