/** Files of memory contents: hexadecimal words as $readmemh reads them, plain bytes, and Intel HEX. */
import type { Value } from '../format/number.ts'
import { readBytes, writeBytes } from './cells.ts'

export type FileFormat = 'hex' | 'bin' | 'ihex'

/** Words that stand one behind the other. */
export interface Run {
  first: number
  words: Value[]
}

/** A memory: how many words it has, and the bits of each. */
export interface Shape {
  cells: number
  width: number
}

/** The result of reading a file. */
export type Loaded = { ok: true; runs: Run[] } | { ok: false; message: string; line?: number }

/** A problem with a file. */
class Problem extends Error {
  constructor(
    message: string,
    readonly line?: number,
  ) {
    super(message)
  }
}

/** Bytes of a word in a file: as few as hold its bits. */
const fileBytes = (width: number): number => Math.ceil(width / 8)

/** The format that a file is written in, by its content and the end of its name. */
export function formatOf(bytes: Uint8Array, name: string): FileFormat {
  if (/\.bin$/i.test(name)) return 'bin'
  const start = bytes.subarray(0, 4096)
  if (start.some((b) => b > 126 || (b < 32 && b !== 9 && b !== 10 && b !== 13))) return 'bin'
  return /^\s*:/.test(new TextDecoder().decode(start)) ? 'ihex' : 'hex'
}

/** Reads a file for a memory. Every error says where it is. */
export function readMemory(bytes: Uint8Array, format: FileFormat, shape: Shape): Loaded {
  try {
    const runs = format === 'bin' ? readBinary(bytes, shape) : readText(bytes, format, shape)
    if (runs.length === 0) throw new Problem('There are no words in it.')
    return { ok: true, runs }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { ok: false, message: error.message, ...(error.line !== undefined && { line: error.line }) }
  }
}

/** Writes words, from address 0 on. */
export function writeMemory(words: readonly Value[], format: FileFormat, width: number): Uint8Array {
  if (format === 'bin') return writeBinary(words, width)
  return new TextEncoder().encode(format === 'hex' ? writeHex(words, width) : writeIntel(words, width))
}

/** Gathers words into runs. */
class Runs {
  readonly list: Run[] = []

  constructor(private readonly shape: Shape) {}

  add(address: number, word: Value, line?: number): void {
    if (address >= this.shape.cells)
      throw new Problem(
        `Address 0x${address.toString(16)} is beyond the memory, whose last one is 0x${(this.shape.cells - 1).toString(16)}.`,
        line,
      )
    const last = this.list.at(-1)
    if (last && last.first + last.words.length === address) last.words.push(word)
    else this.list.push({ first: address, words: [word] })
  }
}

function readText(bytes: Uint8Array, format: FileFormat, shape: Shape): Run[] {
  const text = new TextDecoder().decode(bytes)
  return format === 'hex' ? readHex(text, shape) : readIntel(text, shape)
}

/** Words in hexadecimal with white space between them; `@` and an address go there; `//` and `/* *\/` are comments. */
function readHex(text: string, shape: Shape): Run[] {
  const runs = new Runs(shape)
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\n|[^\s/]+|\//g
  const limit = 1n << BigInt(shape.width)
  let address = 0
  let line = 1
  for (const [piece] of text.matchAll(token)) {
    if (piece === '\n' || piece.startsWith('/*')) {
      line += piece.split('\n').length - 1
      continue
    }
    if (piece.startsWith('//')) continue
    const digits = piece.replace(/^@|_/g, '')
    if (!/^[\da-f]+$/i.test(digits) || digits.length > 20_000)
      throw new Problem(`${shorten(piece)} is not a hexadecimal number.`, line)
    const value = BigInt(`0x${digits}`)
    if (piece.startsWith('@')) {
      if (value >= BigInt(shape.cells)) runs.add(Number(value), 0, line)
      address = Number(value)
      continue
    }
    if (value >= limit) throw new Problem(`${shorten(piece)} does not fit in ${shape.width} bits.`, line)
    runs.add(address++, shape.width <= 53 ? Number(value) : value, line)
  }
  return runs.list
}

function writeHex(words: readonly Value[], width: number): string {
  const digits = Math.ceil(width / 4)
  const row = digits <= 2 ? 16 : digits <= 4 ? 8 : digits <= 8 ? 4 : 1
  let text = ''
  for (let i = 0; i < words.length; i++) {
    text += (words[i] ?? 0).toString(16).toUpperCase().padStart(digits, '0')
    text += (i + 1) % row === 0 || i === words.length - 1 ? '\n' : ' '
  }
  return text
}

function readBinary(bytes: Uint8Array, shape: Shape): Run[] {
  const size = fileBytes(shape.width)
  const runs = new Runs(shape)
  if (Math.ceil(bytes.length / size) > shape.cells)
    throw new Problem(`It has ${bytes.length} bytes; the memory takes ${shape.cells * size}, ${size} for each word.`)
  for (let at = 0; at < bytes.length; at += size) runs.add(at / size, fitted(bytes, at, size, shape))
  return runs.list
}

/** A word of a file, whose unused bits must be 0. Bytes behind the last one are 0. */
function fitted(bytes: Uint8Array, at: number, size: number, shape: Shape, line?: number): Value {
  const value = readBytes(bytes, at, size, shape.width)
  if (BigInt(value) >> BigInt(shape.width) !== 0n)
    throw new Problem(
      `Word 0x${value.toString(16)} for address 0x${(at / size).toString(16)} does not fit in ${shape.width} bits.`,
      line,
    )
  return value
}

function writeBinary(words: readonly Value[], width: number): Uint8Array {
  const size = fileBytes(width)
  const bytes = new Uint8Array(words.length * size)
  for (let i = 0; i < words.length; i++) writeBytes(bytes, i * size, size, words[i] ?? 0)
  return bytes
}

/** Types of records. */
const DATA = 0
const END = 1
const SEGMENT = 2
const START_SEGMENT = 3
const LINEAR = 4
const START_LINEAR = 5

/** Records of bytes with their addresses; a word takes as few bytes as hold its bits, the least significant first. */
function readIntel(text: string, shape: Shape): Run[] {
  const size = fileBytes(shape.width)
  const words = new Map<number, { bytes: Uint8Array; line: number }>()
  let base = 0
  let ended = false
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = i + 1
    const record = raw.trim()
    if (record === '') continue
    if (ended) throw new Problem('There is more behind the record that ends the file.', line)
    const { type, address, data } = parseRecord(record, line)
    switch (type) {
      case DATA:
        for (const [k, byte] of data.entries()) {
          // inside of a record, addresses wrap at 64 KiB
          const at = base + ((address + k) & 0xffff)
          const word = Math.floor(at / size)
          if (word >= shape.cells) new Runs(shape).add(word, 0, line)
          const known = words.get(word) ?? { bytes: new Uint8Array(size), line }
          known.bytes[at % size] = byte
          words.set(word, known)
        }
        break
      case END:
        ended = true
        break
      case SEGMENT:
      case LINEAR: {
        if (data.length !== 2) throw new Problem(`A record of type ${type} has 2 bytes, not ${data.length}.`, line)
        const high = (data[0] ?? 0) * 256 + (data[1] ?? 0)
        base = high * (type === LINEAR ? 0x1_0000 : 16)
        break
      }
      case START_SEGMENT:
      case START_LINEAR:
        break // where a program begins is nothing for a memory
      default:
        throw new Problem(`Records of type ${type} are unknown.`, line)
    }
  }
  if (!ended) throw new Problem('The record that ends the file, :00000001FF, is missing.')
  const runs = new Runs(shape)
  for (const [word, { bytes, line }] of [...words].sort(([a], [b]) => a - b)) {
    const value = readBytes(bytes, 0, size, shape.width)
    if (BigInt(value) >> BigInt(shape.width) !== 0n)
      throw new Problem(`Word 0x${value.toString(16)} does not fit in ${shape.width} bits.`, line)
    runs.add(word, value, line)
  }
  return runs.list
}

function parseRecord(record: string, line: number): { type: number; address: number; data: Uint8Array } {
  if (!record.startsWith(':')) throw new Problem('A record begins with a colon.', line)
  const digits = record.slice(1)
  if (!/^(?:[\da-f]{2}){5,}$/i.test(digits))
    throw new Problem('A record is pairs of hexadecimal digits, at least five.', line)
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const count = bytes[0] ?? 0
  if (bytes.length !== count + 5)
    throw new Problem(`The record says that it has ${count} bytes of data, but has ${bytes.length - 5}.`, line)
  const sum = bytes.reduce((a, b) => (a + b) & 0xff, 0)
  if (sum !== 0) {
    const last = bytes.at(-1) ?? 0
    throw new Problem(
      `The checksum is ${hexByte(last)}; of these bytes it would be ${hexByte((last - sum) & 0xff)}.`,
      line,
    )
  }
  return {
    type: bytes[3] ?? 0,
    address: (bytes[1] ?? 0) * 256 + (bytes[2] ?? 0),
    data: bytes.subarray(4, 4 + count),
  }
}

function writeIntel(words: readonly Value[], width: number): string {
  const bytes = writeBinary(words, width)
  let text = ''
  for (let at = 0; at < bytes.length; at += 16) {
    if (at > 0 && at % 0x1_0000 === 0) text += formRecord(0, LINEAR, [(at / 0x1_0000) >> 8, (at / 0x1_0000) & 0xff])
    text += formRecord(at & 0xffff, DATA, [...bytes.subarray(at, at + 16)])
  }
  return text + formRecord(0, END, [])
}

function formRecord(address: number, type: number, data: number[]): string {
  const bytes = [data.length, address >> 8, address & 0xff, type, ...data]
  const sum = bytes.reduce((a, b) => a + b, 0)
  return `:${[...bytes, -sum & 0xff].map(hexByte).join('')}\n`
}

const hexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')

const shorten = (text: string): string => (text.length <= 24 ? text : `${text.slice(0, 23)}…`)
