/** The worker in which a GIF is compressed. */
import { GifMaker } from './gif.ts'
import type { GifRequest } from './gif-messages.ts'

const maker = new GifMaker()

self.onmessage = ({ data }: MessageEvent<GifRequest>) => {
  const answer = maker.take(data)
  self.postMessage(answer, { transfer: answer.kind === 'file' ? [answer.bytes] : [] })
}
