import { expect, it } from 'vitest'
import { GifMaker } from './gif.ts'

it('makes a file of its frames', () => {
  const maker = new GifMaker()
  for (const red of [0, 255]) {
    const pixels = new Uint8Array(8 * 4 * 4).map((_, i) => (i % 4 === 0 ? red : 255))
    const frame = { kind: 'frame', pixels: pixels.buffer, width: 8, height: 4, delay: 250 } as const
    expect(maker.take(frame)).toEqual({ kind: 'taken' })
  }
  const answer = maker.take({ kind: 'end' })
  if (answer.kind !== 'file') throw new Error('no file')
  const bytes = new Uint8Array(answer.bytes)
  const view = new DataView(answer.bytes)
  expect(String.fromCharCode(...bytes.subarray(0, 6))).toBe('GIF89a')
  expect([view.getUint16(6, true), view.getUint16(8, true)]).toEqual([8, 4])
  // a graphic control extension for each frame, with its time in hundredths of a second
  const controls = [...bytes.keys()].filter((i) => bytes[i] === 0x21 && bytes[i + 1] === 0xf9 && bytes[i + 2] === 4)
  expect(controls.map((i) => view.getUint16(i + 4, true))).toEqual([25, 25])
  expect(bytes.at(-1)).toBe(0x3b)
})
