/** Pictures for programs without a browser: one function that takes and gives text. `simten draw` runs it. */
import type { CompileResult, Frame } from '@simten/client/protocol.gen'
import { Values } from '@simten/client/values'
import Elk from 'elkjs/lib/elk.bundled.js'
import { readArrangement } from '../layout/arrangement.ts'
import { Layouter } from '../layout/layout.ts'
import { pictureOf } from './placed.ts'
import type { Theme } from './sheet.ts'

/** The request, as JSON. */
interface Request {
  compiled: CompileResult
  /** Every value of the cycle, with lists of numbers in the place of arrays of bytes and words. */
  frame: { nets: number[]; limbs: number[]; ranges?: number[]; bytes?: string; texts?: Record<string, string> }
  path: string[]
  theme: Theme
  cycle: number
  /** Places of parts, by their paths. */
  layout?: unknown
}

/** The bytes of a text in base64; `atob` belongs to browsers. */
function bytesOf(base64: string): Uint8Array {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const numbers = new Uint8Array(128)
  for (let i = 0; i < letters.length; i++) numbers[letters.charCodeAt(i)] = i
  const length = base64.replace(/=+$/, '').length
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let held = 0
  let bits = 0
  let at = 0
  for (let i = 0; i < length; i++) {
    held = ((held << 6) | (numbers[base64.charCodeAt(i)] ?? 0)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 0xff
  }
  return bytes
}

/** Draws the picture that a request asks for. */
export async function draw(json: string): Promise<string> {
  const { compiled, frame, path, theme, cycle, layout } = JSON.parse(json) as Request
  const elk = new Elk({ algorithms: ['layered'] })
  const values = compiled.design && new Values(compiled.design)
  values?.apply({
    nets: Uint32Array.from(frame.nets),
    limbs: Uint32Array.from(frame.limbs),
    whole: true,
    ...(frame.ranges && { ranges: Uint32Array.from(frame.ranges) }),
    ...(frame.bytes !== undefined && { bytes: bytesOf(frame.bytes) }),
    ...(frame.texts && { texts: frame.texts }),
  } satisfies Frame)
  return pictureOf(
    { compiled, path, values, theme, cycle, arrangement: readArrangement(layout) },
    new Layouter((graph) => elk.layout(graph)),
  )
}
