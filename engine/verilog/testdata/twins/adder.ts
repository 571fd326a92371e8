circuit('RippleAdder', {
  inputs: { a: bus(4), b: bus(4), carry_in: bit },
  outputs: { sum: bus(4), carry_out: bit },
  nodes: {
    bit: [FullAdder, FullAdder, FullAdder, FullAdder],
    a: [0, 1, 2, 3].map(i => Slice({ inWidth: 4, width: 1, offset: i })),
    b: [0, 1, 2, 3].map(i => Slice({ inWidth: 4, width: 1, offset: i })),
    low: Concat({ hiWidth: 1, loWidth: 1 }),
    high: Concat({ hiWidth: 1, loWidth: 1 }),
    all: Concat({ hiWidth: 2, loWidth: 2 }),
  },
  connect: ({ inputs, outputs, nodes: { bit, a, b, low, high, all } }) => [
    inputs.carry_in.to(bit[0].carry_in),
    ...[0, 1, 2, 3].flatMap(i => [inputs.a.to(a[i].in), inputs.b.to(b[i].in), a[i].out.to(bit[i].a), b[i].out.to(bit[i].b)]),
    ...[0, 1, 2].map(i => bit[i].carry_out.to(bit[i + 1].carry_in)),
    bit[0].sum.to(low.low), bit[1].sum.to(low.high), bit[2].sum.to(high.low), bit[3].sum.to(high.high),
    low.out.to(all.low), high.out.to(all.high), all.out.to(outputs.sum),
    bit[3].carry_out.to(outputs.carry_out),
  ],
})
