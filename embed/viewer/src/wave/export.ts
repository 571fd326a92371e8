/** The picture as files: SVG, CSV, VCD and WaveDrom's JSON. (PNG is the canvas itself.) */
import { splitPath } from '@simten/client/path'
import type { Value } from '../format/number.ts'
import { draw, type Pen, type Picture } from './drawing.ts'
import { brief, type Format, numberOf, signedValue } from './rows.ts'

/** Cycles of a table, and of a diagram for documents. */
export const MAX_TABLE_CYCLES = 100_000
export const MAX_DIAGRAM_CYCLES = 1000

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

/** Units of time of a cycle in a value change dump. */
const CYCLE_TIME = 10

/**
 * A value change dump (IEEE 1800, 21.7). The clock rises where a cycle begins; a row has the value of its cycle up to
 * the next rise, so a reader that looks before each rise sees the cycles as they were.
 */
export function vcd(series: readonly Series[], from: number, circuit: string): string {
  const lines = ['$version Simten $end', '$timescale 1ns $end', `$scope module ${identifier(circuit)} $end`]
  const clock = '!'
  let scope: readonly string[] = []
  const leave = (depth: number) => {
    for (let i = scope.length; i > depth; i--) lines.push('$upscope $end')
  }
  const taken = series.some((s) => s.name === 'clk')
  lines.push(`$var wire 1 ${clock} ${taken ? 'clk$' : 'clk'} $end`)
  series.forEach(({ name, width }, i) => {
    const path = pathOf(name).map(identifier)
    const around = path.slice(0, -1)
    let same = 0
    while (same < scope.length && scope[same] === around[same]) same++
    leave(same)
    for (const inner of around.slice(same)) lines.push(`$scope module ${inner} $end`)
    scope = around
    const range = width > 1 ? ` [${width - 1}:0]` : ''
    lines.push(`$var wire ${width} ${code(i + 1)} ${path.at(-1)}${range} $end`)
  })
  leave(0)
  lines.push('$upscope $end', '$enddefinitions $end')
  const cycles = Math.max(0, ...series.map((s) => s.values.length))
  for (let c = 0; c < cycles; c++) {
    const time = (from + c) * CYCLE_TIME
    lines.push(`#${time}`, `1${clock}`)
    series.forEach(({ values, width }, i) => {
      const value = values[c]
      if (c > 0 && value === values[c - 1]) return
      const digits = value === undefined ? 'x' : value.toString(2)
      lines.push(width === 1 ? `${digits}${code(i + 1)}` : `b${digits} ${code(i + 1)}`)
    })
    lines.push(`#${time + CYCLE_TIME / 2}`, `0${clock}`)
  }
  if (cycles > 0) lines.push(`#${(from + cycles) * CYCLE_TIME}`, `1${clock}`)
  return `${lines.join('\n')}\n`
}

/** The names of a path; an expression is one name. */
function pathOf(name: string): string[] {
  const names = /^[^\s()+*/<>=!&|^~?,]+$/.test(name) ? splitPath(name) : undefined
  return names && names.length > 0 ? [...names] : [name]
}

/** A name as an identifier, as circuit.EscapeName of the engine makes it: no two names become one. */
function identifier(name: string): string {
  const plain = (letter: string | undefined) => letter !== undefined && /^[A-Za-z0-9_]$/.test(letter)
  const coded = (letter: string) => `$${(letter.codePointAt(0) ?? 0).toString(16)}$`
  const [first, ...rest] = [...name]
  if (first === undefined) return '_$$'
  const tail = rest.map((letter) => (plain(letter) ? letter : coded(letter))).join('')
  if (first === '_') return (rest.length > 0 && !plain(rest[0]) ? `_${coded(first)}` : first) + tail
  return (plain(first) && !/\d/.test(first) ? first : `_${coded(first)}`) + tail
}

/** The n-th short name of a value change dump, from 0 on. */
function code(n: number): string {
  const base = 94
  let text = ''
  for (let rest = n + 1; rest > 0; rest = Math.floor((rest - 1) / base)) {
    text = String.fromCharCode(33 + ((rest - 1) % base)) + text
  }
  return text
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
    const stroke = `stroke="${escaped(this.strokeStyle)}" stroke-width="${this.lineWidth}"${dash}`
    this.parts.push(`<path d="${this.path.join('')}" fill="none" ${stroke}${this.alpha}/>`)
  }

  fill(): void {
    if (this.path.length === 0) return
    this.parts.push(`<path d="${this.path.join('')}" fill="${escaped(this.fillStyle)}"${this.alpha}/>`)
  }

  fillRect(x: number, y: number, w: number, h: number): void {
    if (w <= 0 || h <= 0) return
    const { at } = this
    const box = `x="${round(x + at.x)}" y="${round(y + at.y)}" width="${round(w)}" height="${round(h)}"`
    this.parts.push(`<rect ${box} fill="${escaped(this.fillStyle)}"${this.alpha}/>`)
  }

  fillText(text: string, x: number, y: number): void {
    const size = Number.parseFloat(this.font) || 12
    const family = this.font.slice(this.font.indexOf(' ') + 1)
    const anchor = this.textAlign === 'center' ? 'middle' : this.textAlign === 'right' ? 'end' : 'start'
    const down = this.textBaseline === 'middle' ? 0.35 * size : 0
    const place = `x="${round(x + this.at.x)}" y="${round(y + this.at.y + down)}" text-anchor="${anchor}"`
    const font = `font-family="${escaped(family)}" font-size="${size}"`
    this.parts.push(`<text ${place} ${font} fill="${escaped(this.fillStyle)}"${this.alpha}>${escaped(text)}</text>`)
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
