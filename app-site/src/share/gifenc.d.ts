/** The part of gifenc that is used here; the package has no types. */
declare module 'gifenc' {
  type Palette = number[][]
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: { palette: Palette; delay: number }): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
  }
  export function GIFEncoder(): Encoder
  export function quantize(pixels: Uint8Array, colours: number): Palette
  export function applyPalette(pixels: Uint8Array, palette: Palette): Uint8Array
}
