/** Compresses pictures into a GIF, one after the other. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import type { GifAnswer, GifRequest } from './gif-messages.ts'

/** Colours of a frame at most: a drawing has few, and edges between them. */
const colours = 128

/** Takes the frames of a GIF and gives the file. */
export class GifMaker {
  private readonly encoder = GIFEncoder()

  take(request: GifRequest): GifAnswer {
    if (request.kind === 'end') {
      this.encoder.finish()
      return { kind: 'file', bytes: this.encoder.bytes().slice().buffer }
    }
    const pixels = new Uint8Array(request.pixels)
    const palette = quantize(pixels, colours)
    const index = applyPalette(pixels, palette)
    this.encoder.writeFrame(index, request.width, request.height, { palette, delay: request.delay })
    return { kind: 'taken' }
  }
}
