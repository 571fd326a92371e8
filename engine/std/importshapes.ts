// Shapes that an imported netlist needs and that no other component has.

import { Slice } from './bits'
import { fits32 } from './words'
import { Mux } from './routing'

const netlist = 'netlist'

/**
 * Selects one of several words by single lines.
 *
 * While no line of `s` is 1, `a` is passed on. When several are, the lowest one wins.
 *
 * @input a: width — passed on when s is 0
 * @input s: sWidth — one select line for each other word
 * @input b_0: width — passed on when bit 0 of s is 1; b_1 and so on follow, sWidth in all
 * @output out: width — the chosen word
 * @option width = 1 — wires of a word
 * @option sWidth = 1 — number of select lines
 * @formula out = b_i for the lowest bit i that is set in s; a when there is none
 * @example
 * ```ts
 * nodes: { pick: Pmux({ width: 8, sWidth: 3 }) },
 * connect: ({ inputs, nodes: { pick } }) => [inputs.x.to(pick.a), inputs.y.to(pick.b_0), inputs.z.to(pick.b_2)]
 * ```
 */
export const Pmux = circuit('Pmux', ({ width = 1, sWidth = 1 }: { width?: number; sWidth?: number } = {}) => {
  const lines = Array.from({ length: sWidth }, (_, i) => i)
  const words = lines.map((i) => [`b_${i}`, bus(width)] as const)
  const inputs = Object.fromEntries([['a', bus(width)], ['s', bus(sWidth)], ...words])
  return {
    inputs: inputs as { a: Simten.Bus; s: Simten.Bus; [word: `b_${number}`]: Simten.Bus },
    outputs: { out: bus(width) },
    nodes: {
      line: lines.map((i) => Slice({ inWidth: sWidth, offset: i, width: 1 })),
      pick: lines.map(() => Mux({ width })),
    },
    // The last selector is the first in the chain, so that the lowest line decides last.
    connect: ({ inputs, outputs, nodes: { line, pick } }) => [
      inputs.s.to(...line.map((l) => l.in)),
      ...pick.flatMap((p, i) => [
        (i + 1 < sWidth ? pick[i + 1].out : inputs.a).to(p.in0),
        inputs[`b_${i}`].to(p.in1),
        line[i].out.to(p.sel),
      ]),
      pick[0].out.to(outputs.out),
    ],
    meta: { description: 'Selects one of several words by single lines.', category: netlist, icon: 'PMUX' },
  }
})

/** Ports of one kind that a memory may have at most; its behaviour names them one by one. */
const maxPorts = 8

type Index = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
type MemoryFields = { [K in `rd_addr_${Index}` | `wr_addr_${Index}` | `wr_data_${Index}` | `wr_en_${Index}`]?: number } & {
  store: Simten.Memory
}

/**
 * A memory with any number of ports, up to eight of a kind.
 *
 * Reading needs no clock. When several write ports name one cell at a clock edge, the highest-numbered wins.
 *
 * @input rd_addr_0: abits — the cell read at rd_data_0; rd_addr_1 and so on follow, rdPorts in all
 * @input wr_addr_0: abits — the cell written by write port 0; wrPorts in all, like the next two
 * @input wr_data_0: width — what is written
 * @input wr_en_0: bit — write enable
 * @output rd_data_0: width — the word at rd_addr_0; rdPorts in all
 * @option rdPorts = 1 — number of read ports, 0 to 8
 * @option wrPorts = 1 — number of write ports, 0 to 8
 * @option abits = 8 — wires of an address
 * @option width = 8 — wires of a word
 * @option size = 2^abits — number of words; cells beyond read 0
 * @option store = {} — contents at the start: an array, an object address → word, or a Map
 * @formula rd_data_i = store[rd_addr_i]
 * @clock wr_en_i = 1: store[wr_addr_i] becomes wr_data_i
 * @example
 * ```ts
 * nodes: { file: Mem({ rdPorts: 2, wrPorts: 1, abits: 5, width: 32, size: 32 }) }
 * ```
 */
export const Mem = circuit(
  'Mem',
  ({
    rdPorts = 1,
    wrPorts = 1,
    abits = 8,
    width = 8,
    size = 2 ** abits,
  }: {
    rdPorts?: number
    wrPorts?: number
    abits?: number
    width?: number
    size?: number
    store?: Simten.MemoryImage
  } = {}) => {
    if (rdPorts > maxPorts || wrPorts > maxPorts || !fits32(abits)) {
      throw new Error(
        `Mem has at most ${maxPorts} read ports, ${maxPorts} write ports and 32 address bits, got ${rdPorts}, ${wrPorts} and ${abits}; split the memory`,
      )
    }
    const inputs: Record<string, Simten.PortType> = {}
    const outputs: Record<string, Simten.PortType> = {}
    for (let i = 0; i < rdPorts; i++) {
      inputs[`rd_addr_${i}`] = bus(abits)
      outputs[`rd_data_${i}`] = bus(width)
    }
    for (let i = 0; i < wrPorts; i++) {
      inputs[`wr_addr_${i}`] = bus(abits)
      inputs[`wr_data_${i}`] = bus(width)
      inputs[`wr_en_${i}`] = bit
    }
    return {
      inputs,
      outputs,
      state: { store: mem(size, width) },
      // Ports that this memory does not have read 0 here, and what is returned for them is ignored.
      eval: (fields: MemoryFields) => {
        const { store, rd_addr_0 = 0, rd_addr_1 = 0, rd_addr_2 = 0, rd_addr_3 = 0 } = fields
        const { rd_addr_4 = 0, rd_addr_5 = 0, rd_addr_6 = 0, rd_addr_7 = 0 } = fields
        return {
          rd_data_0: store[rd_addr_0 >>> 0],
          rd_data_1: store[rd_addr_1 >>> 0],
          rd_data_2: store[rd_addr_2 >>> 0],
          rd_data_3: store[rd_addr_3 >>> 0],
          rd_data_4: store[rd_addr_4 >>> 0],
          rd_data_5: store[rd_addr_5 >>> 0],
          rd_data_6: store[rd_addr_6 >>> 0],
          rd_data_7: store[rd_addr_7 >>> 0],
        }
      },
      onTick: (fields: MemoryFields) => {
        const { store, wr_en_0, wr_addr_0 = 0, wr_data_0 = 0, wr_en_1, wr_addr_1 = 0, wr_data_1 = 0 } = fields
        const { wr_en_2, wr_addr_2 = 0, wr_data_2 = 0, wr_en_3, wr_addr_3 = 0, wr_data_3 = 0 } = fields
        const { wr_en_4, wr_addr_4 = 0, wr_data_4 = 0, wr_en_5, wr_addr_5 = 0, wr_data_5 = 0 } = fields
        const { wr_en_6, wr_addr_6 = 0, wr_data_6 = 0, wr_en_7, wr_addr_7 = 0, wr_data_7 = 0 } = fields
        if (wr_en_0) store[wr_addr_0 >>> 0] = wr_data_0
        if (wr_en_1) store[wr_addr_1 >>> 0] = wr_data_1
        if (wr_en_2) store[wr_addr_2 >>> 0] = wr_data_2
        if (wr_en_3) store[wr_addr_3 >>> 0] = wr_data_3
        if (wr_en_4) store[wr_addr_4 >>> 0] = wr_data_4
        if (wr_en_5) store[wr_addr_5 >>> 0] = wr_data_5
        if (wr_en_6) store[wr_addr_6 >>> 0] = wr_data_6
        if (wr_en_7) store[wr_addr_7 >>> 0] = wr_data_7
        return { store }
      },
      meta: { description: 'A memory with any number of ports, up to eight of a kind.', category: netlist, icon: 'MEM' },
    }
  },
)

/**
 * Follows its input while enabled, and holds the last value otherwise.
 *
 * A level-sensitive latch: a selector that feeds itself.
 *
 * @input en: bit — enable
 * @input d: width — what is followed
 * @output q: width — the word
 * @option width = 1 — wires of d and q
 * @option enPolarity = true — the level of en that enables; false makes it 0
 * @formula q = en = enPolarity ? d : q
 * @example
 * ```ts
 * nodes: { hold: Dlatch({ width: 8, enPolarity: false }) }
 * ```
 */
export const Dlatch = circuit(
  'Dlatch',
  ({ width = 1, enPolarity = true }: { width?: number; enPolarity?: boolean | number } = {}) => ({
    inputs: { en: bit, d: bus(width) },
    outputs: { q: bus(width) },
    nodes: { latch: Mux({ width }) },
    connect: ({ inputs, outputs, nodes: { latch } }) => [
      inputs.en.to(latch.sel),
      inputs.d.to(enPolarity ? latch.in1 : latch.in0),
      latch.out.to(enPolarity ? latch.in0 : latch.in1, outputs.q),
    ],
    meta: {
      description: 'Follows its input while enabled, and holds the last value otherwise.',
      category: netlist,
      icon: 'LATCH',
    },
  }),
)
