// Adds two 8-bit numbers without waiting for carries. Every
// place says at once whether it
//
//   generates a carry:   g = a AND b
//   propagates one:      p = a XOR b
//
// Two neighbouring spans of places are again a span, with
//
//   g = g(high) OR (p(high) AND g(low))
//   p = p(high) AND p(low)
//
// so that spans of 2, 4 and 8 places are known after three
// levels instead of eight (the network of Kogge and Stone).
const WIDTH = 8
const LEVELS = [1, 2, 4]

const Combine = circuit('Combine', {
  inputs: { gHigh: bit, pHigh: bit, gLow: bit, pLow: bit },
  outputs: { g: bit, p: bit },
  nodes: { passes: And, g: Or, p: And },
  connect: ({ inputs, outputs, nodes: { passes, g, p } }) => [
    inputs.pHigh.to(passes.a, p.a),
    inputs.gLow.to(passes.b),
    inputs.pLow.to(p.b),
    inputs.gHigh.to(g.a),
    passes.out.to(g.b),
    g.out.to(outputs.g),
    p.out.to(outputs.p),
  ],
})

circuit('LookaheadAdder', {
  inputs: { a: bus(8), b: bus(8), cin: bit },
  outputs: { sum: bus(8), cout: bit },
  nodes: {
    a: Splitter8to8,
    b: Splitter8to8,
    generate: Array.from({ length: WIDTH }, () => And),
    propagate: Array.from({ length: WIDTH }, () => Xor),
    // Level k has a cell for each place that has another one
    // LEVELS[k] places below it.
    span1: Array.from({ length: WIDTH - 1 }, () => Combine),
    span2: Array.from({ length: WIDTH - 2 }, () => Combine),
    span4: Array.from({ length: WIDTH - 4 }, () => Combine),
    // The carry from outside goes through a span when all of
    // it propagates.
    through: Array.from({ length: WIDTH }, () => And),
    carry: Array.from({ length: WIDTH }, () => Or),
    sumBit: Array.from({ length: WIDTH }, () => Xor),
    sum: Combiner8to8,
  },
  connect: ({ inputs, outputs, nodes: n }) => {
    const { a, b, sum } = n
    const aBits = [
      a.bit0,
      a.bit1,
      a.bit2,
      a.bit3,
      a.bit4,
      a.bit5,
      a.bit6,
      a.bit7,
    ]
    const bBits = [
      b.bit0,
      b.bit1,
      b.bit2,
      b.bit3,
      b.bit4,
      b.bit5,
      b.bit6,
      b.bit7,
    ]
    const sumBits = [
      sum.bit0,
      sum.bit1,
      sum.bit2,
      sum.bit3,
      sum.bit4,
      sum.bit5,
      sum.bit6,
      sum.bit7,
    ]

    // g and p of the span that ends at each place: first the
    // place alone, then twice as long with every level.
    let g = n.generate.map((gate) => gate.out)
    let p = n.propagate.map((gate) => gate.out)
    const network = [n.span1, n.span2, n.span4].flatMap((cells, level) => {
      const reach = LEVELS[level]
      const before = { g, p }
      g = before.g.map((own, i) => (i < reach ? own : cells[i - reach].g))
      p = before.p.map((own, i) => (i < reach ? own : cells[i - reach].p))
      return cells.flatMap((cell, i) => [
        before.g[i + reach].to(cell.gHigh),
        before.p[i + reach].to(cell.pHigh),
        before.g[i].to(cell.gLow),
        before.p[i].to(cell.pLow),
      ])
    })

    return [
      inputs.a.to(a.in),
      inputs.b.to(b.in),
      ...aBits.flatMap((out, i) => [out.to(n.generate[i].a, n.propagate[i].a)]),
      ...bBits.flatMap((out, i) => [out.to(n.generate[i].b, n.propagate[i].b)]),
      ...network,

      // The carry out of each place, and with the carry out of
      // the place below the sum.
      ...n.carry.flatMap((carry, i) => [
        p[i].to(n.through[i].a),
        inputs.cin.to(n.through[i].b),
        g[i].to(carry.a),
        n.through[i].out.to(carry.b),
      ]),
      ...n.sumBit.flatMap((xor, i) => [
        n.propagate[i].out.to(xor.a),
        i === 0 ? inputs.cin.to(xor.b) : n.carry[i - 1].out.to(xor.b),
        xor.out.to(sumBits[i]),
      ]),
      sum.out.to(outputs.sum),
      n.carry[WIDTH - 1].out.to(outputs.cout),
    ]
  },
})
