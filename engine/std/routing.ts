// Plexers: choosing one of several signals.

const plexers = 'plexers'

/**
 * Passes on one of two inputs.
 *
 * Made without `width`, it takes the width of what is connected to it.
 *
 * @input in0: width — passed on when sel is 0
 * @input in1: width — passed on when sel is 1
 * @input sel: bit — which one
 * @output out: width — the chosen input
 * @option width = 1 — wires of in0, in1 and out; at 1 they are bits
 * @formula out = sel ? in1 : in0
 * @example
 * ```ts
 * nodes: { pick: Mux({ width: 8 }) },
 * connect: ({ inputs, outputs, nodes: { pick } }) => [
 *   inputs.a.to(pick.in0), inputs.b.to(pick.in1), inputs.useB.to(pick.sel), pick.out.to(outputs.y),
 * ]
 * ```
 */
export const Mux = circuit('Mux', ({ width = 1 }: { width?: number } = {}) => {
  const word = width === 1 ? bit : bus(width)
  return {
    inputs: { in0: word, in1: word, sel: bit },
    outputs: { out: word },
    eval: ({ in0, in1, sel }) => ({ out: sel ? in1 : in0 }),
    meta: { description: 'Passes on one of two inputs.', category: plexers, icon: 'MUX' },
  }
})

/**
 * Turns a 2-bit number into one of four lines.
 *
 * @input in: 2 — the number
 * @output out0: bit — 1 when in is 0
 * @output out1: bit — 1 when in is 1
 * @output out2: bit — 1 when in is 2
 * @output out3: bit — 1 when in is 3
 * @formula outK = (in = K) ? 1 : 0
 * @example
 * ```ts
 * nodes: { row: Decoder },
 * connect: ({ inputs, outputs, nodes: { row } }) => [inputs.address.to(row.in), row.out0.to(outputs.first)]
 * ```
 */
export const Decoder = circuit('Decoder', {
  inputs: { in: bus(2) },
  outputs: { out0: bit, out1: bit, out2: bit, out3: bit },
  eval: ({ in: x }) => ({ out0: x === 0, out1: x === 1, out2: x === 2, out3: x === 3 }),
  meta: { description: 'Turns a 2-bit number into one of four lines.', category: plexers, icon: 'DEC' },
})
