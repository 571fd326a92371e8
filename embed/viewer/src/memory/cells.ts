/**
 * Cells of memories as they travel: little-endian, of 1, 2 or 4 bytes by their width, above 32 bits of 8 for each 64.
 */
import type { Value } from '../format/number.ts'

/** Bytes of one cell of a width. */
export function cellBytes(width: number): number {
  if (width <= 8) return 1
  if (width <= 16) return 2
  return width <= 32 ? 4 : 8 * Math.ceil(width / 64)
}

/** The number in so many bytes, least significant first. */
export function readBytes(bytes: Uint8Array, at: number, size: number, width: number): Value {
  if (width <= 53) {
    let value = 0
    for (let i = Math.min(size, 7) - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0)
    return value
  }
  let value = 0n
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i] ?? 0)
  return value
}

/** Writes a number into so many bytes, least significant first. */
export function writeBytes(bytes: Uint8Array, at: number, size: number, value: Value): void {
  let rest = BigInt(value)
  for (let i = 0; i < size; i++) {
    bytes[at + i] = Number(rest & 0xffn)
    rest >>= 8n
  }
}

/** Words as cells. */
export function toCells(words: readonly Value[], width: number): Uint8Array {
  const size = cellBytes(width)
  const cells = new Uint8Array(words.length * size)
  for (const [i, word] of words.entries()) writeBytes(cells, i * size, size, word)
  return cells
}

/** The word at a place among cells. */
export function wordAt(cells: Uint8Array, index: number, width: number): Value {
  const size = cellBytes(width)
  return readBytes(cells, index * size, size, width)
}

/** Pieces that String.fromCharCode takes as arguments. */
const PIECE = 0x2000

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(text)
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
}
