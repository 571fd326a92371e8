/** Draws the picture: on a canvas, and for an export into an SVG, which offers the same few operations. */
import { grouped } from '../format/number.ts'
import { type Course, type Curve, DENSE, GAP, indexAt, type Shown, UNKNOWN } from './course.ts'
import { brief, type Colour, type Format } from './rows.ts'
import { type Extent, ticks, type Viewport, xOf } from './viewport.ts'

/** The part of a canvas context that drawing needs; an SVG writer has it, too. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'stroke'
  | 'fill'
  | 'fillRect'
  | 'fillText'
  | 'save'
  | 'restore'
  | 'translate'
  | 'rect'
  | 'clip'
  | 'setLineDash'
> & {
  strokeStyle: string | CanvasGradient | CanvasPattern
  fillStyle: string | CanvasGradient | CanvasPattern
  lineWidth: number
  globalAlpha: number
  font: string
  textAlign: CanvasTextAlign
  textBaseline: CanvasTextBaseline
}

/** The tokens that the picture uses, without their prefix. */
export const TOKENS = [
  'paper',
  'surface',
  'sunken',
  'line',
  'ink',
  'muted',
  'accent',
  'high',
  'low',
  'bus',
  'bus-zero',
  'ok',
  'warn',
  'bad',
] as const
export type Palette = Record<(typeof TOKENS)[number], string>

export interface Type {
  /** Of numbers, as in CSS. */
  readonly mono: string
  /** Of words. */
  readonly text: string
  /** CSS pixels. */
  readonly size: number
  /** Width of one character of `mono` at that size. */
  readonly advance: number
}

/** One row of the picture. */
export interface RowPicture {
  readonly name: string
  readonly top: number
  readonly height: number
  readonly course?: Course | undefined
  /** Instead of a course. */
  readonly curve?: Curve | undefined
  readonly format?: Format | undefined
  readonly colour?: Colour | undefined
  readonly selected?: boolean
  /** Why it shows nothing. */
  readonly problem?: string | undefined
  /** Cycles that are marked. */
  readonly marks?: readonly number[] | undefined
  /** Where it differs from the row that it belongs to: beginnings and ends in turns. */
  readonly differs?: readonly number[] | undefined
}

export interface Picture {
  readonly width: number
  readonly height: number
  /** Height of the ruler, above the rows. */
  readonly ruler: number
  readonly view: Viewport
  readonly extent: Extent
  readonly rows: readonly RowPicture[]
  readonly cursor?: number | undefined
  readonly marker?: number | undefined
  /** The cycle that is shown is not the last. */
  readonly past?: boolean
  /** The range that is selected on the ruler, in pixels. */
  readonly chosen?: { readonly from: number; readonly to: number } | undefined
  readonly palette: Palette
  readonly type: Type
}

/** Room above and below a line in its row. */
const PADDING = 5
/** How far the sides of a bus lean at a change. */
const SLANT = 3
/** A stretch of a bus that is narrower, in pixels, is drawn as a bar. */
const NARROW = 2.5

/** Draws everything. */
export function draw(pen: Pen, picture: Picture): void {
  const { width, height, ruler, palette, view, extent } = picture
  pen.fillStyle = palette.paper
  pen.fillRect(0, 0, width, height)
  const marks = ticks(view, width, extent)
  pen.save()
  pen.beginPath()
  pen.rect(0, ruler, width, Math.max(0, height - ruler))
  pen.clip()
  for (const row of picture.rows) {
    if (!row.selected || row.top + row.height < ruler || row.top > height) continue
    pen.globalAlpha = 0.06
    pen.fillStyle = palette.accent
    pen.fillRect(0, row.top, width, row.height)
    pen.globalAlpha = 1
  }
  pen.fillStyle = palette.line
  pen.globalAlpha = 0.6
  for (const cycle of marks.cycles) pen.fillRect(Math.round(xOf(view, cycle)), ruler, 1, height - ruler)
  pen.globalAlpha = 1
  for (const row of picture.rows) {
    if (row.top + row.height < ruler || row.top > height) continue
    drawRow(pen, row, picture)
  }
  // Behind the last cycle there is nothing.
  const end = xOf(view, extent.last + 1)
  if (end < width) {
    pen.fillStyle = palette.sunken
    pen.fillRect(end, ruler, width - end, height - ruler)
  }
  pen.restore()
  drawRuler(pen, picture, marks.cycles)
  drawCursors(pen, picture)
}

function drawRow(pen: Pen, row: RowPicture, picture: Picture): void {
  const { palette, width, view } = picture
  pen.fillStyle = palette.line
  pen.globalAlpha = 0.5
  pen.fillRect(0, row.top + row.height - 1, width, 1)
  pen.globalAlpha = 1
  const line: Line = {
    pen,
    view,
    width,
    palette,
    type: picture.type,
    low: row.top + row.height - PADDING - 0.5,
    high: row.top + PADDING + 0.5,
    colour: row.colour && palette[row.colour],
    format: row.format,
  }
  if (row.problem !== undefined) {
    pen.fillStyle = palette.bad
    pen.font = `${picture.type.size}px ${picture.type.text}`
    pen.textAlign = 'left'
    pen.textBaseline = 'middle'
    pen.fillText(row.problem, 8, row.top + row.height / 2)
  } else if (row.curve) drawCurve(line, row.curve)
  else if (row.course?.width === 1) drawBits(line, row.course)
  else if (row.course) drawBus(line, row.course)
  if (row.course) drawUnknown(line, row.course)
  if (row.differs) drawDifferences(pen, row, picture, row.differs)
  for (const cycle of row.marks ?? []) drawMark(pen, row, picture, cycle)
}

/** Stretches whose value is not known: a box with an x, where there is room. */
function drawUnknown(line: Line, course: Course): void {
  const { pen, low, high, palette, type } = line
  const right = line.width + 4
  pen.strokeStyle = pen.fillStyle = palette.bad
  pen.lineWidth = 1
  pen.font = `${type.size}px ${type.mono}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  seen(line, course.starts, course.end, (from, to, i) => {
    if (course.values[i] !== UNKNOWN) return
    const [x, end] = [Math.max(from, -4), Math.min(to, right)]
    pen.globalAlpha = 0.12
    pen.fillRect(x, high, Math.max(end - x, 1), low - high)
    pen.globalAlpha = 1
    pen.beginPath()
    for (const y of [low, high]) {
      pen.moveTo(x, y)
      pen.lineTo(end, y)
    }
    pen.stroke()
    if (end - x > 2 * type.advance)
      pen.fillText('x', (Math.max(x, 0) + Math.min(end, line.width)) / 2, (low + high) / 2)
  })
}

/** Differences: a tint, a thick bar below, and ≠ where there is room, so that colour is not the only sign. */
function drawDifferences(pen: Pen, row: RowPicture, picture: Picture, differs: readonly number[]): void {
  const { view, width, palette, type } = picture
  pen.fillStyle = palette.bad
  pen.font = `${type.size}px ${type.text}`
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  for (let i = 0; i < differs.length; i += 2) {
    const from = Math.max(xOf(view, differs[i] ?? 0), -4)
    const to = Math.min(Math.max(xOf(view, differs[i + 1] ?? 0), from + 2), width + 4)
    if (to < 0 || from > width) continue
    pen.globalAlpha = 0.14
    pen.fillRect(from, row.top, to - from, row.height - 1)
    pen.globalAlpha = 1
    pen.fillRect(from, row.top + row.height - 4, to - from, 3)
    if (to - from > 4 * type.advance) pen.fillText('≠', Math.max(from, 0) + 3, row.top + PADDING + 3)
  }
}

/** Marks a cycle of a row: a tint over it, a bar below and a point above, so that colour is not the only sign. */
function drawMark(pen: Pen, row: RowPicture, { view, width, palette }: Picture, cycle: number): void {
  const from = xOf(view, cycle)
  const to = Math.max(xOf(view, cycle + 1), from + 3)
  if (to < 0 || from > width) return
  pen.fillStyle = palette.accent
  pen.globalAlpha = 0.16
  pen.fillRect(from, row.top, to - from, row.height - 1)
  pen.globalAlpha = 1
  pen.fillRect(from, row.top + row.height - 3, to - from, 2)
  const x = (from + to) / 2
  pen.beginPath()
  pen.moveTo(x - 4, row.top)
  pen.lineTo(x + 4, row.top)
  pen.lineTo(x, row.top + 5)
  pen.closePath()
  pen.fill()
}

interface Line {
  readonly pen: Pen
  readonly view: Viewport
  readonly width: number
  readonly palette: Palette
  readonly type: Type
  /** Where the low and the high line are. */
  readonly low: number
  readonly high: number
  readonly colour: string | undefined
  readonly format: Format | undefined
}

type Stretch = (x: number, end: number, i: number) => void

/** Goes through the stretches that are seen. */
function seen({ view, width }: Line, starts: readonly number[], last: number, each: Stretch): void {
  const right = view.from + width * view.scale
  for (let i = Math.max(0, indexAt(starts, view.from)); i < starts.length; i++) {
    const start = starts[i] ?? 0
    if (start > right) break
    each(xOf(view, start), xOf(view, starts[i + 1] ?? last), i)
  }
}

/** A bit: thin where it is 0, thick and solid above a tint where it is 1, so that colour is not the only sign. */
function drawBits(line: Line, course: Course): void {
  const { pen, low, high, palette } = line
  const on = line.colour ?? palette.high
  const left = -4
  const right = line.width + 4
  const levels: { x: number; end: number; value: Shown }[] = []
  seen(line, course.starts, course.end, (x, end, i) => {
    levels.push({ x: Math.max(x, left), end: Math.min(end, right), value: course.values[i] ?? GAP })
  })
  pen.fillStyle = on
  pen.globalAlpha = 0.13
  for (const { x, end, value } of levels) if (value === 1) pen.fillRect(x, high, end - x, low - high)
  pen.globalAlpha = 0.5
  for (const { x, end, value } of levels) if (value === DENSE) pen.fillRect(x, high, Math.max(end - x, 1), low - high)
  pen.globalAlpha = 1
  pen.strokeStyle = line.colour ?? palette.low
  pen.lineWidth = 1
  pen.beginPath()
  for (const { x, end, value } of levels) {
    if (value !== 0) continue
    pen.moveTo(x, low)
    pen.lineTo(end, low)
  }
  pen.stroke()
  pen.strokeStyle = on
  pen.beginPath()
  levels.forEach(({ x, value }, i) => {
    const before = levels[i - 1]?.value
    if (before === undefined || before === GAP || value === GAP || (value === DENSE && before === DENSE)) return
    pen.moveTo(x, low)
    pen.lineTo(x, high)
  })
  pen.stroke()
  pen.lineWidth = 2
  pen.beginPath()
  for (const { x, end, value } of levels) {
    if (value !== 1) continue
    pen.moveTo(x - 0.5, high)
    pen.lineTo(end + 0.5, high)
  }
  pen.stroke()
}

/** A bus: a hexagon for each value, with the value in it where there is room, and bars where there is none. */
function drawBus(line: Line, course: Course): void {
  const { pen, low, high, palette, type } = line
  const middle = (low + high) / 2
  const names: { x: number; text: string }[] = []
  const bars: number[] = []
  const outline = (zero: boolean): void => {
    pen.beginPath()
    seen(line, course.starts, course.end, (from, to, i) => {
      const value = course.values[i]
      if (value === undefined || typeof value === 'symbol' || (value === 0 || value === 0n) !== zero) return
      const x = Math.max(from, -20)
      const end = Math.min(to, line.width + 20)
      if (end - x < NARROW) {
        bars.push(x, end)
        return
      }
      const slant = Math.min(SLANT, (end - x) / 2)
      pen.moveTo(x, middle)
      pen.lineTo(x + slant, high)
      pen.lineTo(end - slant, high)
      pen.lineTo(end, middle)
      pen.lineTo(end - slant, low)
      pen.lineTo(x + slant, low)
      pen.lineTo(x, middle)
      const visible = Math.max(x, 0)
      const room = Math.floor((Math.min(end, line.width) - visible - 2 * SLANT - 2) / type.advance)
      if (room < 1) return
      const text = fitting(brief(value, course.width, line.format), room, line.format)
      if (text !== '') names.push({ x: (visible + Math.min(end, line.width)) / 2, text })
    })
  }
  pen.lineWidth = 1.25
  pen.strokeStyle = pen.fillStyle = line.colour ?? palette['bus-zero']
  outline(true)
  pen.stroke()
  pen.strokeStyle = pen.fillStyle = line.colour ?? palette.bus
  outline(false)
  pen.globalAlpha = 0.1
  pen.fill()
  pen.globalAlpha = 1
  pen.stroke()
  pen.globalAlpha = 0.5
  seen(line, course.starts, course.end, (x, end, i) => {
    if (course.values[i] === DENSE) pen.fillRect(x, high, Math.max(end - x, 1), low - high)
  })
  for (let i = 0; i < bars.length; i += 2) {
    pen.fillRect(bars[i] ?? 0, high, Math.max((bars[i + 1] ?? 0) - (bars[i] ?? 0), 1), low - high)
  }
  pen.globalAlpha = 1
  pen.fillStyle = palette.ink
  pen.font = `${type.size}px ${type.mono}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  for (const { x, text } of names) pen.fillText(text, x, middle + 0.5)
}

/** A value in so many characters: without zeros in front where these take too much room, else its beginning. */
function fitting(text: string, room: number, format: Format | undefined): string {
  if (text.length <= room) return text
  const short = format?.radix === 'ascii' ? text : text.replace(/^[0_]+(?=[^.])/, '')
  if (short.length <= room) return short
  return room > 2 ? `${short.slice(0, room - 1)}…` : ''
}

/** Numbers as heights: a stepped line, and a band between the least and the largest where a pixel has many. */
function drawCurve(line: Line, curve: Curve): void {
  const { pen, low, high, palette, type } = line
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  seen(line, curve.starts, curve.end, (_x, _end, i) => {
    const [a, b] = [curve.min[i] ?? Number.NaN, curve.max[i] ?? Number.NaN]
    if (a < min) min = a
    if (b > max) max = b
  })
  if (min > max) return
  const yOf = (value: number) => (max === min ? (low + high) / 2 : low - ((value - min) / (max - min)) * (low - high))
  const colour = line.colour ?? palette.bus
  pen.fillStyle = pen.strokeStyle = colour
  pen.globalAlpha = 0.35
  seen(line, curve.starts, curve.end, (x, end, i) => {
    const [a, b] = [curve.min[i] ?? Number.NaN, curve.max[i] ?? Number.NaN]
    if (a < b) pen.fillRect(x, yOf(b), Math.max(end - x, 1), yOf(a) - yOf(b))
  })
  pen.globalAlpha = 1
  pen.lineWidth = 1.5
  pen.beginPath()
  let drawing = false
  seen(line, curve.starts, curve.end, (x, end, i) => {
    const value = ((curve.min[i] ?? Number.NaN) + (curve.max[i] ?? Number.NaN)) / 2
    if (Number.isNaN(value)) {
      drawing = false
      return
    }
    const y = yOf(value)
    if (drawing) pen.lineTo(x, y)
    else pen.moveTo(x, y)
    pen.lineTo(end, y)
    drawing = true
  })
  pen.stroke()
  pen.font = `${type.size - 2}px ${type.mono}`
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  const label = (value: number, y: number): void => {
    const text = shortNumber(value)
    pen.fillStyle = palette.paper
    pen.globalAlpha = 0.8
    pen.fillRect(1, y - type.size / 2, text.length * type.advance, type.size)
    pen.globalAlpha = 1
    pen.fillStyle = palette.muted
    pen.fillText(text, 3, y)
  }
  label(max, high + 3)
  if (max !== min) label(min, low - 3)
}

function shortNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return grouped(value).replace('-', '−')
  return Number(value.toPrecision(4)).toString().replace('-', '−')
}

function drawRuler(pen: Pen, picture: Picture, cycles: readonly number[]): void {
  const { width, ruler, palette, view, chosen, type } = picture
  if (ruler === 0) return
  pen.fillStyle = palette.surface
  pen.fillRect(0, 0, width, ruler)
  pen.fillStyle = palette.line
  pen.fillRect(0, ruler - 1, width, 1)
  if (chosen) {
    pen.fillStyle = palette.accent
    pen.globalAlpha = 0.2
    pen.fillRect(Math.min(chosen.from, chosen.to), 0, Math.abs(chosen.to - chosen.from), picture.height)
    pen.globalAlpha = 1
  }
  pen.font = `${type.size}px ${type.mono}`
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  for (const cycle of cycles) {
    const x = Math.round(xOf(view, cycle))
    pen.fillStyle = palette.muted
    pen.fillRect(x, ruler - 5, 1, 4)
    pen.fillText(grouped(cycle), x + 4, ruler / 2)
  }
}

/** The lines of the cycle that is shown and of the marker, in the middle of their cycle where that is wide. */
function drawCursors(pen: Pen, picture: Picture): void {
  const { view, palette, cursor, marker, past } = picture
  if (marker !== undefined) drawCursor(pen, picture, marker, palette.accent, [4, 3])
  if (marker !== undefined && cursor !== undefined && picture.ruler > 0 && marker !== cursor) {
    const [from, to] = [centre(view, marker), centre(view, cursor)].sort((a, b) => a - b) as [number, number]
    pen.fillStyle = palette.accent
    pen.globalAlpha = 0.12
    pen.fillRect(Math.max(0, from), 0, Math.min(picture.width, to) - Math.max(0, from), picture.ruler - 1)
    pen.globalAlpha = 1
  }
  if (cursor !== undefined) drawCursor(pen, picture, cursor, past ? palette.warn : palette.ink, [])
}

function drawCursor(pen: Pen, picture: Picture, cycle: number, colour: string, dash: number[]): void {
  const { view, width, height, ruler, type, palette } = picture
  const x = Math.round(centre(view, cycle)) + 0.5
  if (x < -1 || x > width + 1) return
  pen.strokeStyle = pen.fillStyle = colour
  pen.lineWidth = 1
  pen.setLineDash(dash)
  pen.beginPath()
  pen.moveTo(x, ruler)
  pen.lineTo(x, height)
  pen.stroke()
  pen.setLineDash([])
  if (ruler === 0) return
  const text = grouped(cycle)
  const half = (text.length * type.advance) / 2 + 4
  const at = Math.max(half, Math.min(width - half, x))
  pen.fillRect(at - half, 2, 2 * half, ruler - 5)
  pen.fillStyle = palette.paper
  pen.font = `${type.size}px ${type.mono}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, at, ruler / 2)
}

/** Where the line of a cycle is drawn. */
export function centre(view: Viewport, cycle: number): number {
  return (xOf(view, cycle) + xOf(view, cycle + 1)) / 2
}
