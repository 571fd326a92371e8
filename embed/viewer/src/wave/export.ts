/** The picture as files: SVG, CSV and WaveDrom's JSON. (PNG is the canvas itself.) */
import type { Value } from '../format/number.ts'
import { draw, type Pen, type Picture } from './drawing.ts'
import { brief, type Format, numberOf, signedValue } from './rows.ts'

/** Cycles of a table, and of a diagram for documents. */
export const MOST_TABLE_CYCLES = 100_000
export const MOST_DIAGRAM_CYCLES = 1000

/** One row with the value of every cycle; undefined where none is known. */
export interface Series {
  readonly name: string
  readonly width: number
  readonly format?: Format | undefined
  readonly values: readonly (Value | undefined)[]
}

/** A value as a spreadsheet reads it. */
function cell(value: Value | undefined, { width, format }: Series): string {
  const radix = format?.radix
  if (value === undefined) return ''
  if (width === 1 || radix === 'dec') return value.toString()
  if (radix === 'signed') return signedValue(value, width).toString()
  if (format && (radix === 'fixed' || radix === 'float')) return numberOf(value, width, format).toString()
  return radix === 'bin' ? `0b${brief(value, width, format).replaceAll('_', '')}` : `0x${brief(value, width)}`
}

/** A table with a line for each cycle. */
export function csv(series: readonly Series[], from: number): string {
  const lines = [['cycle', ...series.map((s) => s.name)].map(quoted).join(',')]
  const cycles = Math.max(0, ...series.map((s) => s.values.length))
  for (let i = 0; i < cycles; i++) lines.push([from + i, ...series.map((s) => cell(s.values[i], s))].join(','))
  return `${lines.join('\r\n')}\r\n`
}

/** A text field. A name that a spreadsheet would take for a formula is a text to it with a quote in front. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A diagram for WaveDrom: https://wavedrom.com, WaveJSON. */
export function waveDrom(series: readonly Series[], from: number): string {
  const cycles = Math.max(0, ...series.map((s) => s.values.length))
  const signal: Record<string, unknown>[] = [{ name: 'clk', wave: `p${'.'.repeat(Math.max(0, cycles - 1))}` }]
  for (const s of series) {
    let wave = ''
    const data: string[] = []
    s.values.forEach((value, i) => {
      if (i > 0 && value === s.values[i - 1]) wave += '.'
      else if (value === undefined) wave += 'x'
      else if (s.width === 1) wave += value.toString()
      else {
        wave += '='
        data.push(brief(value, s.width, s.format))
      }
    })
    signal.push({ name: s.name, wave, ...(s.width > 1 && { data }) })
  }
  return JSON.stringify({ signal, head: { tick: from } }, undefined, 2)
}

/** The picture with the names of its rows at the left. */
export interface Sheet {
  readonly picture: Picture
  /** Width of the names, in pixels. */
  readonly names: number
}

/** Draws names and picture. */
export function drawSheet(pen: Pen, { picture, names }: Sheet): void {
  const { palette, type, height, ruler } = picture
  pen.save()
  pen.translate(names, 0)
  draw(pen, picture)
  pen.restore()
  pen.fillStyle = palette.surface
  pen.fillRect(0, 0, names, height)
  pen.fillStyle = palette.line
  pen.fillRect(names - 1, 0, 1, height)
  pen.fillRect(0, ruler - 1, names, 1)
  pen.fillStyle = palette.ink
  pen.font = `${type.size}px ${type.text}`
  pen.textAlign = 'right'
  pen.textBaseline = 'middle'
  for (const row of picture.rows) pen.fillText(row.name, names - 10, row.top + row.height / 2)
}

/** The sheet as an SVG document. */
export function svg(sheet: Sheet): string {
  const { picture, names } = sheet
  const pen = new SvgPen()
  drawSheet(pen, sheet)
  const width = round(names + picture.width)
  const height = round(picture.height)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${pen.end()}</svg>
`
}

interface PenState {
  x: number
  y: number
  open: number // groups that are open
}

/** Writes what it is told to draw. */
class SvgPen implements Pen {
  strokeStyle = '#000'
  fillStyle = '#000'
  lineWidth = 1
  globalAlpha = 1
  font = '12px monospace'
  textAlign: CanvasTextAlign = 'left'
  textBaseline: CanvasTextBaseline = 'alphabetic'

  private readonly parts: string[] = []
  private path: string[] = []
  private dash: number[] = []
  private clips = 0
  private at: PenState = { x: 0, y: 0, open: 0 }
  private readonly kept: PenState[] = []

  /** The elements of the SVG that was drawn. */
  end(): string {
    return this.parts.map((part) => `${part}\n`).join('')
  }

  beginPath(): void {
    this.path = []
  }

  moveTo(x: number, y: number): void {
    this.path.push(`M${this.point(x, y)}`)
  }

  lineTo(x: number, y: number): void {
    this.path.push(`L${this.point(x, y)}`)
  }

  closePath(): void {
    this.path.push('Z')
  }

  rect(x: number, y: number, w: number, h: number): void {
    this.path.push(`M${this.point(x, y)}h${round(w)}v${round(h)}h${round(-w)}Z`)
  }

  clip(): void {
    this.clips++
    this.parts.push(`<clipPath id="c${this.clips}"><path d="${this.path.join('')}"/></clipPath>`)
    this.parts.push(`<g clip-path="url(#c${this.clips})">`)
    this.at.open++
  }

  stroke(): void {
    if (this.path.length === 0) return
    const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.join(' ')}"` : ''
    this.parts.push(
      `<path d="${this.path.join('')}" fill="none" stroke="${escaped(this.strokeStyle)}" stroke-width="${this.lineWidth}"${dash}${this.alpha}/>`,
    )
  }

  fill(): void {
    if (this.path.length === 0) return
    this.parts.push(`<path d="${this.path.join('')}" fill="${escaped(this.fillStyle)}"${this.alpha}/>`)
  }

  fillRect(x: number, y: number, w: number, h: number): void {
    if (w <= 0 || h <= 0) return
    const { at } = this
    this.parts.push(
      `<rect x="${round(x + at.x)}" y="${round(y + at.y)}" width="${round(w)}" height="${round(h)}" fill="${escaped(this.fillStyle)}"${this.alpha}/>`,
    )
  }

  fillText(text: string, x: number, y: number): void {
    const size = Number.parseFloat(this.font) || 12
    const family = this.font.slice(this.font.indexOf(' ') + 1)
    const anchor = this.textAlign === 'center' ? 'middle' : this.textAlign === 'right' ? 'end' : 'start'
    const down = this.textBaseline === 'middle' ? 0.35 * size : 0
    this.parts.push(
      `<text x="${round(x + this.at.x)}" y="${round(y + this.at.y + down)}" font-family="${escaped(family)}" font-size="${size}" text-anchor="${anchor}" fill="${escaped(this.fillStyle)}"${this.alpha}>${escaped(text)}</text>`,
    )
  }

  save(): void {
    this.kept.push({ ...this.at })
    this.at.open = 0
  }

  restore(): void {
    for (; this.at.open > 0; this.at.open--) this.parts.push('</g>')
    this.at = this.kept.pop() ?? this.at
  }

  translate(x: number, y: number): void {
    this.at.x += x
    this.at.y += y
  }

  setLineDash(dash: number[]): void {
    this.dash = dash
  }

  private get alpha(): string {
    return this.globalAlpha === 1 ? '' : ` opacity="${round(this.globalAlpha)}"`
  }

  private point(x: number, y: number): string {
    return `${round(x + this.at.x)} ${round(y + this.at.y)}`
  }
}

function round(x: number): number {
  return Math.round(x * 100) / 100
}

function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Hands a file to the reader. */
export function download(name: string, content: Blob): void {
  const anchor = document.createElement('a')
  const address = URL.createObjectURL(content)
  anchor.href = address
  anchor.download = name
  anchor.click()
  // The browser reads the address after this call.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
