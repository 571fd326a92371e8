import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase64, toBase64, toCells, wordAt } from './cells.ts'
import { type FileFormat, formatOf, readMemory, writeMemory } from './files.ts'

const FORMATS: FileFormat[] = ['hex', 'bin', 'ihex']
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Words of a width. */
const memory = fc.integer({ min: 1, max: 80 }).chain((width) =>
  fc.record({
    width: fc.constant(width),
    words: fc.array(fc.bigInt({ min: 0n, max: (1n << BigInt(width)) - 1n }), { minLength: 1, maxLength: 300 }),
  }),
)

it('reads what it writes, in every format and width', () => {
  fc.assert(
    fc.property(memory, fc.constantFrom(...FORMATS), ({ width, words }, format) => {
      const plain = words.map((w) => (width <= 53 ? Number(w) : w))
      const file = writeMemory(plain, format, width)
      expect(readMemory(file, format, { cells: words.length, width })).toEqual({
        ok: true,
        runs: [{ first: 0, words: plain }],
      })
      if (format !== 'bin') expect(formatOf(file, 'x')).toBe(format)
      const cells = fromBase64(toBase64(toCells(plain, width)))
      expect(plain.map((_, i) => wordAt(cells, i, width))).toEqual(plain)
    }),
  )
})

it('refuses or reads any bytes, and never gives a word that the memory does not have', () => {
  const lines = fc.array(fc.stringMatching(/^[@:0-9a-fA-F_ /*]{0,20}$/)).map((list) => bytesOf(list.join('\n')))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), lines), fc.constantFrom(...FORMATS), (bytes, format) => {
      const loaded = readMemory(bytes, format, { cells: 20, width: 12 })
      if (!loaded.ok) {
        expect(loaded.message).toMatch(/\.$/)
        return
      }
      for (const { first, words } of loaded.runs) {
        expect(first + words.length).toBeLessThanOrEqual(20)
        for (const word of words) expect(Number(word)).toBeLessThan(4096)
      }
    }),
    { numRuns: 2000 },
  )
})

it('reads hexadecimal words with addresses and comments', () => {
  const text = '// a program\n1f 2_0 /* two\nlines */ 3\n@10 ff // there\nAB\n'
  expect(readMemory(bytesOf(text), 'hex', { cells: 32, width: 8 })).toEqual({
    ok: true,
    runs: [
      { first: 0, words: [0x1f, 0x20, 3] },
      { first: 16, words: [0xff, 0xab] },
    ],
  })
})

it('reads Intel HEX with addresses beyond 64 KiB', () => {
  const text = ':020000040001F9\n:0400000013050500DF\n:00000001FF\n'
  expect(readMemory(bytesOf(text), 'ihex', { cells: 65_536, width: 32 })).toEqual({
    ok: true,
    runs: [{ first: 16_384, words: [0x0005_0513] }],
  })
})

it.each([
  ['hex', '12\nxx', 'xx is not a hexadecimal number.', 2],
  ['hex', '1 2\n\n1000', '1000 does not fit in 12 bits.', 3],
  ['hex', '@20 1', 'Address 0x20 is beyond the memory, whose last one is 0x13.', 1],
  ['hex', ' // nothing\n', 'There are no words in it.', undefined],
  ['ihex', ':00000001FF\n:00000001FF', 'There is more behind the record that ends the file.', 2],
  ['ihex', ':0100000001FE', 'The record that ends the file, :00000001FF, is missing.', undefined],
  ['ihex', '\n:0100000001FD', 'The checksum is FD; of these bytes it would be FE.', 2],
  ['ihex', ':0200000001FE', 'The record says that it has 2 bytes of data, but has 1.', 1],
  ['ihex', '0100000001FE', 'A record begins with a colon.', 1],
  ['ihex', ':01000009ZZF6', 'A record is pairs of hexadecimal digits, at least five.', 1],
  ['ihex', ':00000009F7', 'Records of type 9 are unknown.', 1],
] as const)('says what is wrong and where: %s %j', (format, text, message, line) => {
  expect(readMemory(bytesOf(text), format, { cells: 20, width: 12 })).toEqual({
    ok: false,
    message,
    ...(line !== undefined && { line }),
  })
})
