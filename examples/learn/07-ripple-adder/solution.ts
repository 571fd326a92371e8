const bits = [0, 1, 2, 3]
const bitOf = (i: number) => BitSlice({ low: i, high: i, width: 4 })

circuit('MyAdder', {
  inputs: { a: bus(4), b: bus(4) },
  outputs: { sum: bus(4), carry: bit },
  nodes: {
    as: bits.map(bitOf),
    bs: bits.map(bitOf),
    add: bits.map(() => FullAdder),
    low: Concat({ hiWidth: 1, loWidth: 1 }),
    high: Concat({ hiWidth: 1, loWidth: 1 }),
    all: Concat({ hiWidth: 2, loWidth: 2 }),
  },
  connect: ({ inputs, outputs, nodes: { as, bs, add, low, high, all } }) => [
    inputs.a.to(...as.map((s) => s.in)),
    inputs.b.to(...bs.map((s) => s.in)),
    ...bits.map((i) => as[i].out.to(add[i].a)),
    ...bits.map((i) => bs[i].out.to(add[i].b)),
    ...[1, 2, 3].map((i) => add[i - 1].carry_out.to(add[i].carry_in)),
    add[3].carry_out.to(outputs.carry),
    add[0].sum.to(low.low),
    add[1].sum.to(low.high),
    add[2].sum.to(high.low),
    add[3].sum.to(high.high),
    low.out.to(all.low),
    high.out.to(all.high),
    all.out.to(outputs.sum),
  ],
})
