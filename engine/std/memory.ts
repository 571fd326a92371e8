// Memories, and helpers that make their initial contents.

import { wordAt } from './words'

const memoryCategory = 'memory'

/** Initial contents: `memory[i]` by array index, by decimal key, or from a Map. */
type Contents = { memory?: Simten.MemoryImage }

/**
 * Holds 65,536 bytes that never change.
 *
 * Reading needs no clock: the output follows the address at once. Addresses without contents read 0.
 *
 * @input addr: 16 — which byte
 * @output data_out: 8 — the byte at addr
 * @option memory = {} — contents: an array, an object address → byte, or a Map
 * @option baseAddress = 0 — where a computer sees the memory; does not change its behaviour
 * @formula data_out = memory[addr]
 * @clock nothing changes
 * @example
 * ```ts
 * nodes: { squares: ROM({ memory: [0, 1, 4, 9, 16] }) }
 * ```
 */
export const ROM = circuit('ROM', (_options: Contents & { baseAddress?: number } = {}) => ({
  inputs: { addr: bus(16) },
  outputs: { data_out: bus(8) },
  state: { memory: mem(65536, 8) },
  eval: ({ addr, memory }) => ({ data_out: memory[addr] }),
  onTick: ({ memory }) => ({ memory }),
  meta: { description: 'Holds 65,536 bytes that never change.', category: memoryCategory, icon: '📀' },
}))

/**
 * Stores 256 bytes.
 *
 * Reading needs no clock. While a byte is being written the old one is still seen; after the clock edge
 * the new one is.
 *
 * @input addr: 8 — which byte is read and written
 * @input data_in: 8 — what is written
 * @input we: bit — write enable
 * @output data_out: 8 — the byte at addr
 * @option memory = {} — contents at the start: an array, an object address → byte, or a Map
 * @formula data_out = memory[addr]
 * @clock we = 1: memory[addr] becomes data_in
 * @example
 * ```ts
 * nodes: { ram: RAM({ memory: { 3: 77 } }) }
 * ```
 */
export const RAM = circuit('RAM', (_options: Contents = {}) => ({
  inputs: { addr: bus(8), data_in: bus(8), we: bit },
  outputs: { data_out: bus(8) },
  state: { memory: mem(256, 8) },
  eval: ({ addr, memory }) => ({ data_out: memory[addr] }),
  onTick: ({ addr = 0, data_in = 0, we, memory }) => {
    if (we) memory[addr] = data_in
    return { memory }
  },
  meta: { description: 'Stores 256 bytes.', category: memoryCategory, icon: '📝' },
}))

/**
 * Stores words; one port reads and writes, a second one reads.
 *
 * Reading needs no clock. When both ports name the cell being written, both show the old word before
 * the clock edge and the new one after it.
 *
 * @input addrA: addressWidth — the cell of port A
 * @input dataA: dataWidth — what port A writes
 * @input weA: bit — write enable of port A
 * @input addrB: addressWidth — the cell of port B
 * @output outA: dataWidth — the word at addrA
 * @output outB: dataWidth — the word at addrB
 * @option addressWidth = 8 — wires of the addresses, at most 32; there are 2^addressWidth words
 * @option dataWidth = 8 — wires of a word
 * @option memory = {} — contents at the start: an array, an object address → word, or a Map
 * @formula outA = memory[addrA]; outB = memory[addrB]
 * @clock weA = 1: memory[addrA] becomes dataA
 * @example
 * ```ts
 * // A frame buffer: the program writes through A, the screen reads through B.
 * nodes: { frame: DualPortRAM({ addressWidth: 10 }), screen: Screen() },
 * connect: ({ nodes: { frame, screen } }) => [frame.outB.to(screen.dataIn)]
 * ```
 */
export const DualPortRAM = circuit(
  'DualPortRAM',
  ({ addressWidth = 8, dataWidth = 8 }: Contents & { addressWidth?: number; dataWidth?: number } = {}) => ({
    inputs: { addrA: bus(addressWidth), dataA: bus(dataWidth), weA: bit, addrB: bus(addressWidth) },
    outputs: { outA: bus(dataWidth), outB: bus(dataWidth) },
    state: { memory: mem(2 ** addressWidth, dataWidth) },
    // An address of 32 wires arrives as an int32; wider ones are refused by mem.
    eval: ({ addrA, addrB, memory }) => ({ outA: memory[addrA >>> 0], outB: memory[addrB >>> 0] }),
    onTick: ({ addrA = 0, dataA = 0, weA, memory }) => {
      if (weA) memory[addrA >>> 0] = dataA
      return { memory }
    },
    meta: {
      description: 'Stores words; one port reads and writes, a second one reads.',
      category: memoryCategory,
      icon: '📝×2',
    },
  }),
)

/**
 * Holds 65,536 bytes and reads two 32-bit words of them.
 *
 * The low two bits of an address are ignored, bytes are in little-endian order, and addresses outside
 * the memory read 0. Made for processors: one port for instructions, one for constants.
 *
 * @input addrA: 32 — byte address of port A
 * @input addrB: 32 — byte address of port B
 * @output dataA: 32 — the word at addrA
 * @output dataB: 32 — the word at addrB
 * @option memory = {} — contents, byte by byte: an array, an object address → byte, or a Map
 * @formula dataX = Σ memory[4 · ⌊addrX / 4⌋ + i] · 256^i, i = 0 … 3
 * @clock nothing changes
 * @example
 * ```ts
 * nodes: { program: DualPortROM({ memory: romFromBytes([0x13, 0x05, 0x70, 0x00]) }) }
 * ```
 */
export const DualPortROM = circuit('DualPortROM', (_options: Contents = {}) => ({
  inputs: { addrA: bus(32), addrB: bus(32) },
  outputs: { dataA: bus(32), dataB: bus(32) },
  state: { memory: mem(65536, 8) },
  eval: ({ addrA, addrB, memory }) => ({ dataA: wordAt(memory, addrA), dataB: wordAt(memory, addrB) }),
  onTick: ({ memory }) => ({ memory }),
  meta: { description: 'Holds 65,536 bytes and reads two 32-bit words of them.', category: memoryCategory },
}))

/**
 * Makes memory contents from bytes.
 *
 * @param bytes — an array or a Uint8Array; each value is reduced to 8 bits
 * @returns an object address → byte without the zeros, for a `memory` option
 * @example
 * ```ts
 * ROM({ memory: romFromBytes([0, 5, 0, 7]) }) // { 1: 5, 3: 7 }
 * ```
 */
export function romFromBytes(bytes: ArrayLike<number>): Record<number, number> {
  const image: Record<number, number> = {}
  for (let i = 0; i < bytes.length; i++) {
    const value = bytes[i] & 0xff
    if (value !== 0) image[i] = value
  }
  return image
}

/**
 * Makes memory contents from words, one word per address.
 *
 * @param words — an array; each value is reduced to `width` bits and read as unsigned
 * @param width — wires of a word, 1 to 32
 * @returns an object address → word without the zeros, for a `memory` option
 * @throws when width is not a whole number from 1 to 32
 * @example
 * ```ts
 * DualPortRAM({ dataWidth: 16, memory: romFromWords([0, 42, 0xffff], 16) })
 * ```
 */
export function romFromWords(words: ArrayLike<number>, width: number): Record<number, number> {
  if (!Number.isInteger(width) || width < 1 || width > 32) {
    throw new Error(`romFromWords: the ROM word width must be an integer in 1..32, got ${width}`)
  }
  const span = 2 ** width
  const image: Record<number, number> = {}
  for (let i = 0; i < words.length; i++) {
    const value = (words[i] >>> 0) % span
    if (value !== 0) image[i] = value
  }
  return image
}

/**
 * Makes memory contents from pairs of address and value.
 *
 * @param entries — pairs, in any iterable; a Map will do
 * @returns an object address → value without the zeros, for a `memory` option
 * @throws when an address is negative or not a whole number
 * @example
 * ```ts
 * ROM({ memory: romFromEntries([[0, 1], [0x100, 2]]) })
 * ```
 */
export function romFromEntries(entries: Iterable<readonly [number, number]>): Record<number, number> {
  const image: Record<number, number> = {}
  for (const [address, value] of entries) {
    if (!Number.isInteger(address) || address < 0) {
      throw new Error(`romFromEntries: a ROM address must be a non-negative integer, got ${address}`)
    }
    if (value !== 0) image[address] = value
  }
  return image
}
