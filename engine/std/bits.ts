// Taking words apart and putting them together: splitters, concatenation, slices, extension.

import { exact, fits32, halfWide, mask32, signShift, spanWide } from './words'

const utilities = 'utilities'

/** A bit for one wire, else a bus. */
const word = (width: number) => (width === 1 ? bit : bus(width))

/**
 * Splits a byte into two nibbles.
 *
 * @input in: 8 — the byte
 * @output out0: 4 — the low nibble
 * @output out1: 4 — the high nibble
 * @formula in = 16 · out1 + out0
 * @example
 * ```ts
 * nodes: { halves: Splitter, high: SevenSegment, low: SevenSegment },
 * connect: ({ inputs, nodes: { halves, high, low } }) => [
 *   inputs.byte.to(halves.in), halves.out0.to(low.in), halves.out1.to(high.in),
 * ]
 * ```
 */
export const Splitter = circuit('Splitter', {
  inputs: { in: bus(8) },
  outputs: { out0: bus(4), out1: bus(4) },
  eval: ({ in: x }) => ({ out0: x & 0xf, out1: x >> 4 }),
  meta: { description: 'Splits a byte into two nibbles.', category: utilities, icon: '⊢' },
})

/**
 * Splits a byte into its eight bits.
 *
 * @input in: 8 — the byte
 * @output bit0: bit — the lowest bit
 * @output bit1: bit — bit 1
 * @output bit2: bit — bit 2
 * @output bit3: bit — bit 3
 * @output bit4: bit — bit 4
 * @output bit5: bit — bit 5
 * @output bit6: bit — bit 6
 * @output bit7: bit — the highest bit
 * @formula bitK = ⌊in / 2^K⌋ mod 2
 * @example
 * ```ts
 * nodes: { bits: Splitter8to8, sign: Led },
 * connect: ({ inputs, nodes: { bits, sign } }) => [inputs.byte.to(bits.in), bits.bit7.to(sign.in)]
 * ```
 */
export const Splitter8to8 = circuit('Splitter8to8', {
  inputs: { in: bus(8) },
  outputs: { bit0: bit, bit1: bit, bit2: bit, bit3: bit, bit4: bit, bit5: bit, bit6: bit, bit7: bit },
  eval: ({ in: x }) => ({
    bit0: x & 1,
    bit1: (x >> 1) & 1,
    bit2: (x >> 2) & 1,
    bit3: (x >> 3) & 1,
    bit4: (x >> 4) & 1,
    bit5: (x >> 5) & 1,
    bit6: (x >> 6) & 1,
    bit7: (x >> 7) & 1,
  }),
  meta: { description: 'Splits a byte into its eight bits.', category: utilities, icon: '⊢8' },
})

/**
 * Joins eight bits into a byte.
 *
 * @input bit0: bit — the lowest bit
 * @input bit1: bit — bit 1
 * @input bit2: bit — bit 2
 * @input bit3: bit — bit 3
 * @input bit4: bit — bit 4
 * @input bit5: bit — bit 5
 * @input bit6: bit — bit 6
 * @input bit7: bit — the highest bit
 * @output out: 8 — the byte
 * @formula out = Σ bitK · 2^K
 * @example
 * ```ts
 * nodes: { byte: Combiner8to8, on: Constant({ value: 1 }) },
 * connect: ({ outputs, nodes: { byte, on } }) => [on.out.to(byte.bit0, byte.bit7), byte.out.to(outputs.y)]
 * ```
 */
export const Combiner8to8 = circuit('Combiner8to8', {
  inputs: { bit0: bit, bit1: bit, bit2: bit, bit3: bit, bit4: bit, bit5: bit, bit6: bit, bit7: bit },
  outputs: { out: bus(8) },
  eval: ({ bit0, bit1, bit2, bit3, bit4, bit5, bit6, bit7 }) => ({
    out: bit0 | (bit1 << 1) | (bit2 << 2) | (bit3 << 3) | (bit4 << 4) | (bit5 << 5) | (bit6 << 6) | (bit7 << 7),
  }),
  meta: { description: 'Joins eight bits into a byte.', category: utilities, icon: '⊣8' },
})

/**
 * Joins two words into a wider one.
 *
 * @input high: hiWidth — becomes the upper bits; a bit when hiWidth is 1
 * @input low: loWidth — becomes the lower bits; a bit when loWidth is 1
 * @output out: hiWidth + loWidth — both, side by side
 * @option hiWidth = 4 — wires of high
 * @option loWidth = 4 — wires of low
 * @formula out = high · 2^loWidth + low
 * @example
 * ```ts
 * nodes: { address: Concat({ hiWidth: 8, loWidth: 8 }) }
 * ```
 */
export const Concat = circuit('Concat', ({ hiWidth = 4, loWidth = 4 }: { hiWidth?: number; loWidth?: number } = {}) => {
  const distance = exact(loWidth)
  return {
    inputs: { high: word(hiWidth), low: word(loWidth) },
    outputs: { out: bus(hiWidth + loWidth) },
    eval: fits32(hiWidth + loWidth)
      ? ({ high, low }) => ({ out: ((high << loWidth) | low) >>> 0 })
      : ({ high, low }) => ({
          // asUintN because a part of exactly 32 wires arrives as an int32.
          out: (BigInt.asUintN(hiWidth, BigInt(high)) << distance) | BigInt.asUintN(loWidth, BigInt(low)),
        }),
    meta: { description: 'Joins two words into a wider one.', category: utilities, icon: '||' },
  }
})

/**
 * Takes the bits low to high, both included.
 *
 * Bits above the input's width read 0. A slice of one bit is a one-wire bus; Slice gives a bit instead.
 *
 * @input in: width — the word
 * @output out: high − low + 1 — the chosen bits
 * @option low = 0 — the lowest bit taken
 * @option high = 7 — the highest bit taken
 * @option width = max(8, high + 1) — wires of in
 * @formula out = ⌊in / 2^low⌋ mod 2^(high − low + 1)
 * @example
 * ```ts
 * // The opcode field of an instruction word.
 * nodes: { opcode: BitSlice({ low: 0, high: 6, width: 32 }) }
 * ```
 */
export const BitSlice = circuit(
  'BitSlice',
  ({ low = 0, high = 7, width }: { low?: number; high?: number; width?: number } = {}) => {
    const inWidth = width ?? Math.max(8, high + 1)
    const count = Math.max(0, high - low + 1)
    return {
      inputs: { in: bus(inWidth) },
      outputs: { out: bus(Math.max(1, count)) },
      eval: slice(inWidth, low, count),
      meta: { description: 'Takes the bits low to high, both included.', category: utilities, icon: '[]' },
    }
  },
)

/** The behaviour of a slice: `count` bits of a word of `inWidth` wires from bit `low` on. */
function slice(inWidth: number, low: number, count: number): (fields: { in: number }) => { out: number | bigint } {
  if (low >= inWidth || count === 0) return () => ({ out: 0 })
  const mask = mask32(count)
  if (fits32(inWidth)) return ({ in: x }) => ({ out: ((x >>> low) & mask) >>> 0 })
  const distance = exact(low)
  return ({ in: x }) => ({ out: BigInt.asUintN(count, BigInt(x) >> distance) })
}

/**
 * Joins two bytes into a 16-bit address.
 *
 * @input lo: 8 — the low byte
 * @input hi: 8 — the high byte
 * @output out: 16 — the address
 * @formula out = 256 · hi + lo
 * @example
 * ```ts
 * nodes: { address: AddressCombiner, rom: ROM() },
 * connect: ({ inputs, nodes: { address, rom } }) => [
 *   inputs.lo.to(address.lo), inputs.hi.to(address.hi), address.out.to(rom.addr),
 * ]
 * ```
 */
export const AddressCombiner = circuit('AddressCombiner', {
  inputs: { lo: bus(8), hi: bus(8) },
  outputs: { out: bus(16) },
  eval: ({ lo, hi }) => ({ out: (hi << 8) | lo }),
  meta: { description: 'Joins two bytes into a 16-bit address.', category: utilities, icon: '⊕16' },
})

/**
 * Shows the value of a wire.
 *
 * A probe passes its bit on and shows it on the canvas; it changes nothing.
 *
 * @input in: bit — the wire looked at
 * @output out: bit — the same bit
 * @formula out = in
 * @example
 * ```ts
 * nodes: { g: And, look: Probe },
 * connect: ({ outputs, nodes: { g, look } }) => [g.out.to(look.in), look.out.to(outputs.y)]
 * ```
 */
export const Probe = circuit('Probe', {
  inputs: { in: bit },
  outputs: { out: bit },
  eval: ({ in: x }) => ({ out: x }),
  meta: { description: 'Shows the value of a wire.', category: utilities, icon: '🔍' },
})

/**
 * Takes `width` bits from position `offset` on.
 *
 * Bits above the input's width read 0.
 *
 * @input in: inWidth — the word
 * @output out: width — the chosen bits; a bit when width is 1
 * @option inWidth = 8 — wires of in
 * @option offset = 0 — the lowest bit taken
 * @option width = 1 — how many bits are taken
 * @formula out = ⌊in / 2^offset⌋ mod 2^width
 * @example
 * ```ts
 * nodes: { second: Slice({ inWidth: 32, offset: 8, width: 8 }) }
 * ```
 */
export const Slice = circuit(
  'Slice',
  ({ inWidth = 8, offset = 0, width = 1 }: { inWidth?: number; offset?: number; width?: number } = {}) => ({
    inputs: { in: bus(inWidth) },
    outputs: { out: word(width) },
    eval: slice(inWidth, offset, width),
    meta: { description: 'Takes `width` bits from position `offset` on.', category: utilities, icon: '⊂' },
  }),
)

/**
 * Widens a two's-complement word.
 *
 * @input in: inWidth — the word
 * @output out: outWidth — the same signed number
 * @option inWidth = 8 — wires of in
 * @option outWidth = 16 — wires of out; when smaller than inWidth, the low bits are kept
 * @formula out = (signed in) mod 2^outWidth
 * @example
 * ```ts
 * // The immediate field of an instruction.
 * nodes: { immediate: SignExtend({ inWidth: 12, outWidth: 32 }) }
 * ```
 */
export const SignExtend = circuit(
  'SignExtend',
  ({ inWidth = 8, outWidth = 16 }: { inWidth?: number; outWidth?: number } = {}) => {
    const shift = signShift(inWidth)
    const mask = mask32(outWidth)
    const half = halfWide(inWidth)
    const span = spanWide(inWidth)
    return {
      inputs: { in: bus(inWidth) },
      outputs: { out: bus(outWidth) },
      eval:
        fits32(inWidth) && fits32(outWidth)
          ? ({ in: x }) => ({ out: (((x << shift) >> shift) & mask) >>> 0 })
          : ({ in: x }) => {
              const u = BigInt.asUintN(inWidth, BigInt(x))
              return { out: BigInt.asUintN(outWidth, u >= half ? u - span : u) }
            },
      meta: { description: "Widens a two's-complement word.", category: utilities, icon: '±⊳' },
    }
  },
)

/**
 * Widens an unsigned word.
 *
 * @input in: inWidth — the word
 * @output out: outWidth — the same unsigned number
 * @option inWidth = 8 — wires of in
 * @option outWidth = 16 — wires of out; when smaller than inWidth, the low bits are kept
 * @formula out = in mod 2^outWidth
 * @example
 * ```ts
 * nodes: { wide: ZeroExtend({ inWidth: 8, outWidth: 32 }) }
 * ```
 */
export const ZeroExtend = circuit(
  'ZeroExtend',
  ({ inWidth = 8, outWidth = 16 }: { inWidth?: number; outWidth?: number } = {}) => ({
    inputs: { in: bus(inWidth) },
    outputs: { out: bus(outWidth) },
    eval: slice(inWidth, 0, outWidth),
    meta: { description: 'Widens an unsigned word.', category: utilities, icon: '0⊳' },
  }),
)

/**
 * Takes bits from a position that another word gives.
 *
 * Bits above the input's width read 0.
 *
 * @input in: inWidth — the word
 * @input shift: shiftWidth — the lowest bit taken
 * @output out: outWidth — the chosen bits; a bit when outWidth is 1
 * @option inWidth = 8 — wires of in
 * @option shiftWidth = 8 — wires of shift
 * @option outWidth = 1 — how many bits are taken
 * @formula out = ⌊in / 2^shift⌋ mod 2^outWidth
 * @example
 * ```ts
 * // One bit of a 32-bit word, chosen at run time.
 * nodes: { bitOf: DynamicSlice({ inWidth: 32, shiftWidth: 5, outWidth: 1 }) }
 * ```
 */
export const DynamicSlice = circuit(
  'DynamicSlice',
  ({ inWidth = 8, shiftWidth = 8, outWidth = 1 }: { inWidth?: number; shiftWidth?: number; outWidth?: number } = {}) => {
    const mask = mask32(outWidth)
    const limit = exact(inWidth)
    return {
      inputs: { in: bus(inWidth), shift: bus(shiftWidth) },
      outputs: { out: word(outWidth) },
      eval:
        fits32(inWidth) && fits32(shiftWidth)
          ? ({ in: x, shift }) => ({ out: shift >>> 0 >= inWidth ? 0 : ((x >>> shift) & mask) >>> 0 })
          : ({ in: x, shift }) => {
              const distance = BigInt.asUintN(shiftWidth, BigInt(shift))
              if (distance >= limit) return { out: 0n }
              return { out: BigInt.asUintN(outWidth, BigInt.asUintN(inWidth, BigInt(x)) >> distance) }
            },
      meta: { description: 'Takes bits from a position that another word gives.', category: utilities, icon: '⊂?' },
    }
  },
)
