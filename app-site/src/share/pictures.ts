/** The circuit of a page as a picture for other places: SVG, PNG, and a GIF of some of its next cycles. */
import type { Arrangement } from '@simten/viewer/layout/arrangement'
import { sharedLayouter } from '@simten/viewer/layout/layout'
import { pictureOf } from '@simten/viewer/picture/placed'
import type { Theme } from '@simten/viewer/picture/sheet'
import type { Values } from '@simten/viewer/protocol'
import type { Capability, CompileResult, Lock, Slot } from '../engine.ts'
import type { GifAnswer, GifRequest } from './gif-messages.ts'

/** The circuit that is drawn, with its values. */
export interface Drawn {
  readonly compiled: CompileResult
  /** Node ids from the top to the level that is shown. */
  readonly path: readonly string[]
  readonly values: Values | undefined
  readonly cycle: number | undefined
  /** Places that a person gave to parts. */
  readonly arrangement?: Arrangement | undefined
}

/** Pixels of a PNG for each unit of the drawing. */
const sharpness = 2
/** Sides of a bitmap at most, in pixels. */
const longestSide = 6000
/** A GIF is made smaller than its picture, so that it can be sent. */
const longestMovingSide = 1000

/** How long a cycle of a GIF is seen, in milliseconds. */
const frameTime = 250

/** The text of the SVG. */
export function svgOf({ path, ...drawn }: Drawn, theme: Theme, signal?: AbortSignal): Promise<string> {
  return pictureOf({ ...drawn, path: [...path], theme }, sharedLayouter(), signal)
}

/** A name for the file of a picture. */
export function fileName(compiled: CompileResult | undefined, ending: string): string {
  const name = (compiled?.main ?? '').replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60)
  return `${name === '' ? 'circuit' : name}.${ending}`
}

/** An address that the page may show as an image: its policy allows no addresses of blobs. */
export function dataAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}

/** Draws an SVG into a bitmap whose sides have `scale` times its size, or fewer pixels if that is too large. */
async function bitmapOf(svg: string, scale: number, longest: number): Promise<CanvasRenderingContext2D> {
  const image = new Image()
  image.src = dataAddress(svg)
  await image.decode()
  const fitting = Math.min(scale, longest / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * fitting))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * fitting))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser gives no bitmap to draw in.')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context
}

/** The SVG as a PNG. */
export async function pngOf(svg: string): Promise<Blob> {
  const { canvas } = await bitmapOf(svg, sharpness, longestSide)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large for a PNG.'))),
      'image/png',
    )
  })
}

/** A run that a GIF is made of, beside that of the page: the page's run stays where it is. */
export interface MovingRun {
  readonly text: string
  readonly lock: Lock | undefined
  readonly strict: boolean
  readonly grant: Capability[]
  /** The slot whose present state comes first. */
  readonly from: Slot
  /** A slot for the cycles; it is disposed of. */
  readonly beside: Slot
}

/**
 * A GIF of the next cycles, with the inputs as they are. The frames are compressed in a worker, one after the other, so
 * that the page goes on; `progress` hears how many are done.
 */
export async function gifOf(
  drawn: Drawn,
  run: MovingRun,
  theme: Theme,
  cycles: number,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module', name: 'gif' })
  const { beside } = run
  const ask = (request: GifRequest, transfer: Transferable[] = []): Promise<GifAnswer> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.onmessage = ({ data }: MessageEvent<GifAnswer>) => resolve(data)
      worker.onerror = (e) => reject(new Error(e.message || 'The GIF could not be made.'))
      worker.postMessage(request, transfer)
    })
  try {
    signal.throwIfAborted()
    const state = await run.from.snapshot({ signal })
    const { text, lock, strict, grant } = run
    const result = await beside.compile(text, {
      file: 'circuit.ts',
      harness: true,
      grant,
      ...(lock && { lock }),
      ...(strict && { strict }),
      signal,
    })
    if (!result.circuit || !result.design) throw new Error('The circuit has an error.')
    await beside.restore(state, { signal })
    const first = drawn.cycle ?? 0
    for (let i = 0; i < cycles; i++) {
      if (i > 0) await beside.tick(1, { signal })
      const svg = await svgOf({ ...drawn, compiled: result, values: beside.values, cycle: first + i }, theme, signal)
      const { canvas, ...context } = await pixelsOf(svg)
      await ask({ kind: 'frame', ...context, delay: frameTime }, [context.pixels])
      signal.throwIfAborted()
      progress(i + 1)
    }
    const answer = await ask({ kind: 'end' })
    if (answer.kind !== 'file') throw new Error('The GIF could not be made.')
    return new Blob([answer.bytes], { type: 'image/gif' })
  } finally {
    worker.terminate()
    void beside.dispose().catch(() => undefined)
  }
}

async function pixelsOf(svg: string) {
  const context = await bitmapOf(svg, 1, longestMovingSide)
  const { canvas } = context
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { canvas, pixels: data.buffer as ArrayBuffer, width, height }
}
