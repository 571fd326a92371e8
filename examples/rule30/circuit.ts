// Rule 30, a cellular automaton: eight cells in a ring. At
// every clock edge each cell becomes
//
//   left XOR (self OR right)
//
// That is all, and yet the pattern never looks regular. Cell
// 0 is the leftmost one and bit 0 of `row`.
const CELLS = 8

const Cell = circuit('Cell', {
  inputs: { left: bit, self: bit, right: bit },
  outputs: { next: bit },
  nodes: { or: Or, xor: Xor },
  connect: ({ inputs, outputs, nodes: { or, xor } }) => [
    inputs.self.to(or.a),
    inputs.right.to(or.b),
    inputs.left.to(xor.a),
    or.out.to(xor.b),
    xor.out.to(outputs.next),
  ],
})

circuit('Rule30', {
  outputs: { row: bus(8) },
  nodes: {
    state: Array.from({ length: CELLS }, () => DFlipFlop()),
    rule: Array.from({ length: CELLS }, () => Cell),
    // All cells start at 0 and would stay there. `started` is
    // 0 until the first edge, so that its other output, q_bar,
    // plants a single 1 in cell 4.
    always: Constant({ value: 1, width: 1 }),
    started: DFlipFlop(),
    seed: Mux({ width: 1 }),
    row: Combiner8to8,
  },
  connect: ({
    outputs,
    nodes: { state, rule, always, started, seed, row },
  }) => {
    const q = (cell: number) => state[(cell + CELLS) % CELLS].q
    return [
      // The rule of every cell sees the cell and its two
      // neighbours; the modulo above closes the ring.
      ...rule.flatMap((r, i) => [
        q(i - 1).to(r.left),
        q(i).to(r.self),
        q(i + 1).to(r.right),
      ]),
      ...rule.map((r, i) =>
        i === 4 ? r.next.to(seed.in0) : r.next.to(state[i].d),
      ),

      always.out.to(started.d, seed.in1),
      started.q_bar.to(seed.sel),
      seed.out.to(state[4].d),

      state[0].q.to(row.bit0),
      state[1].q.to(row.bit1),
      state[2].q.to(row.bit2),
      state[3].q.to(row.bit3),
      state[4].q.to(row.bit4),
      state[5].q.to(row.bit5),
      state[6].q.to(row.bit6),
      state[7].q.to(row.bit7),
      row.out.to(outputs.row),
    ]
  },
})
