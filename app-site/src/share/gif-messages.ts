/** The messages between the page and the worker that compresses a GIF: one answer for each request. */
export type GifRequest =
  | {
      readonly kind: 'frame'
      /** Four bytes for each pixel: red, green, blue, opacity. */
      readonly pixels: ArrayBuffer
      readonly width: number
      readonly height: number
      /** How long it is seen, in milliseconds. */
      readonly delay: number
    }
  | { readonly kind: 'end' }

export type GifAnswer = { readonly kind: 'taken' } | { readonly kind: 'file'; readonly bytes: ArrayBuffer }
