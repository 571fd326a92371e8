/** The pixels of displays: one canvas element each, in a layer above the drawing that moves with it. */

import { faceOf } from '../faces/registry.ts'
import { BEZEL, MIN_WITH_GAPS, pixelSize } from '../faces/screen.ts'
import type { Picture, Values } from '../protocol.ts'
import type { Drawing } from './drawing.ts'

interface Shown {
  path: string
  face: HTMLDivElement
  canvas: HTMLCanvasElement
  painted: Picture['memory'] | undefined // what the canvas shows, and of which version
  version: number
  image?: ImageData
  on: number // colour of a lit pixel
}

/** All displays of one drawing. */
export class Pictures {
  private readonly shown = new Map<string, Shown>()

  /** Fills the layer with the displays of a drawing. */
  constructor(layer: HTMLElement, drawing: Drawing | undefined) {
    layer.replaceChildren()
    for (const node of drawing?.scene.nodes ?? []) {
      const at = faceOf(node.shape).shows === 'picture' && drawing?.box(node.key)
      if (!at) continue
      const { body } = node.shape
      const face = document.createElement('div')
      face.className = 'pixels'
      face.style.left = `${at.x + body.x + BEZEL}px`
      face.style.top = `${at.y + body.y + BEZEL}px`
      face.style.width = `${body.width - 2 * BEZEL}px`
      face.style.height = `${body.height - 2 * BEZEL}px`
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 0
      face.append(canvas)
      layer.append(face)
      this.shown.set(node.path, { path: node.path, face, canvas, painted: undefined, version: -1, on: 0 })
    }
  }

  /** Paints what changed. Returns how many pictures did. */
  update(values: Values): number {
    let changed = 0
    for (const shown of this.shown.values()) {
      const picture = values.picture?.(shown.path)
      if (!picture || (picture.memory === shown.painted && picture.memory.version === shown.version)) continue
      shown.painted = picture.memory
      shown.version = picture.memory.version
      paint(shown, picture)
      changed++
    }
    return changed
  }
}

function paint(shown: Shown, picture: Picture): void {
  const { canvas, face } = shown
  const { width, height } = picture
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return
  if (!shown.image) {
    canvas.width = width
    canvas.height = height
    const size = pixelSize(width, height)
    face.style.setProperty('--pixel', `${size}px`)
    face.classList.toggle('gaps', size >= MIN_WITH_GAPS)
    shown.on = wordOf(context, getComputedStyle(face).color)
    shown.image = context.createImageData(width, height)
  }
  const count = fill(new Uint32Array(shown.image.data.buffer), picture, shown.on)
  lit.set(picture, { version: picture.memory.version, count })
  context.putImageData(shown.image, 0, 0)
}

/** The pixels of a picture as words of image data: `on`, or 0 where the face shows. Returns how many are lit. */
export function fill(pixels: Uint32Array, picture: Picture, on: number): number {
  const { memory, bits } = picture
  const { width, cells } = memory.info
  const { bytes } = memory
  const count = picture.width * picture.height
  const size = bytes.length / Math.max(1, cells)
  let lit = 0
  if (bits >= width) {
    // a cell is a pixel: lit unless all of its bytes are 0
    for (let i = 0, at = 0; i < count; i++, at += size) {
      let any = 0
      for (let k = 0; k < size; k++) any |= bytes[at + k] ?? 0
      if (any !== 0) lit++
      pixels[i] = any !== 0 ? on : 0
    }
    return lit
  }
  const each = Math.floor(width / bits)
  for (let i = 0; i < count; i++) {
    const start = (i % each) * bits
    const base = Math.floor(i / each) * size
    let any = 0
    for (let bit = start; bit < start + bits; bit++) any |= ((bytes[base + (bit >> 3)] ?? 0) >> (bit & 7)) & 1
    if (any !== 0) lit++
    pixels[i] = any !== 0 ? on : 0
  }
  return lit
}

const lit = new WeakMap<object, { version: number; count: number }>()

/** How many pixels of a picture are lit. */
export function litPixels(picture: Picture): number {
  const known = lit.get(picture)
  if (known && known.version === picture.memory.version) return known.count
  const count = fill(new Uint32Array(picture.width * picture.height), picture, 1)
  lit.set(picture, { version: picture.memory.version, count })
  return count
}

/** A colour of the style sheet in the form of image data. */
function wordOf(context: CanvasRenderingContext2D, colour: string): number {
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0
}
