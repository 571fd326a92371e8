/** Saves the picture, or the values that it shows, as a file. */
import type { WaveQuestion, WaveResult } from '@simten/client/protocol.gen'
import { download } from '../format/download.ts'
import { bytesOf, decode } from './decode.ts'
import {
  csv,
  drawSheet,
  MAX_DIAGRAM_CYCLES,
  MAX_TABLE_CYCLES,
  type Series,
  type Sheet,
  svg,
  vcd,
  waveDrom,
} from './export.ts'
import type { WaveRowSetting } from './rows.ts'
import type { Extent } from './viewport.ts'

export type FileKind = 'png' | 'svg' | 'csv' | 'vcd' | 'fst' | 'json'

/** Cycles of one question. */
const PORTION = 4096
/** Pixels of the PNG for each CSS pixel, as far as browsers have so large canvases. */
const SHARPNESS = 2
const MAX_PIXELS = 16_000

/** The picture and the values that the files are made of. */
export interface Content {
  /** Name of the file, without its ending. */
  readonly name: string
  /** Name of the circuit. */
  readonly circuit: string
  /** The drawing; undefined where nothing can be drawn. */
  sheet(context: CanvasRenderingContext2D): Sheet
  readonly rows: readonly WaveRowSetting[]
  /** The cycles in sight, and those of the run. */
  readonly from: number
  readonly to: number
  readonly extent: Extent
  wave(question: WaveQuestion): Promise<WaveResult>
  /** A value change dump as a Fast Signal Trace, in base64. */
  convert?: ((dump: string) => Promise<string>) | undefined
}

/** Saves a file of that kind. */
export async function save(kind: FileKind, content: Content): Promise<void> {
  const { name } = content
  if (kind === 'csv') {
    const series = await seriesOf(content, MAX_TABLE_CYCLES)
    download(`${name}.csv`, new Blob([csv(series, content.from)], { type: 'text/csv' }))
    return
  }
  if (kind === 'vcd' || kind === 'fst') {
    const dump = vcd(await seriesOf(content, MAX_TABLE_CYCLES), content.from, content.circuit)
    if (kind === 'vcd') download(`${name}.vcd`, new Blob([dump], { type: 'application/x-vcd' }))
    else if (content.convert) download(`${name}.fst`, new Blob([bytesOf(await content.convert(dump)) ?? '']))
    return
  }
  if (kind === 'json') {
    const series = await seriesOf(content, MAX_DIAGRAM_CYCLES)
    download(`${name}.json`, new Blob([waveDrom(series, content.from)], { type: 'application/json' }))
    return
  }
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return
  const sheet = content.sheet(context)
  if (kind === 'svg') {
    download(`${name}.svg`, new Blob([svg(sheet)], { type: 'image/svg+xml' }))
    return
  }
  const [width, height] = [sheet.names + sheet.picture.width, sheet.picture.height]
  const scale = Math.min(SHARPNESS, MAX_PIXELS / Math.max(width, height))
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
  context.scale(scale, scale)
  drawSheet(context, sheet)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) download(`${name}.png`, blob)
}

/** The values of all rows in every cycle in sight, up to a number of cycles. */
async function seriesOf({ rows, from, to, extent, wave }: Content, limit: number): Promise<Series[]> {
  const series = rows.map((row) => ({
    name: row.signal,
    format: row,
    width: 1,
    values: [] as Series['values'][number][],
  }))
  const end = Math.min(to, from + limit - 1)
  for (let begin = from; series.length > 0 && begin <= end; begin += PORTION) {
    const last = Math.min(end, begin + PORTION - 1)
    // Up to cycle 0 would mean up to the last one.
    const asked = last === 0 ? Math.min(1, extent.last) : last
    const signals = series.map((s) => s.name)
    const answer = await wave({ signals, from: begin, to: asked, pixels: asked - begin + 1 })
    series.forEach((s, i) => {
      const row = answer.rows[i]
      const track = row && answer.span === 1 ? decode(row.cells, row.width, answer.columns, 1) : undefined
      if (track) s.width = track.width
      for (let c = 0; c <= last - begin; c++) s.values.push(track && c < track.columns ? track.first(c) : undefined)
    })
  }
  return series
}
