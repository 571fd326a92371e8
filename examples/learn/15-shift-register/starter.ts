circuit('MyShifter', {
  inputs: { d: bit },
  outputs: { word: bus(4) },
  nodes: {
    f: [DFlipFlop(), DFlipFlop(), DFlipFlop(), DFlipFlop()],
    low: Concat({ hiWidth: 1, loWidth: 1 }),
    high: Concat({ hiWidth: 1, loWidth: 1 }),
    all: Concat({ hiWidth: 2, loWidth: 2 }),
  },
  connect: ({ inputs, outputs, nodes: { f, low, high, all } }) => [
    inputs.d.to(f[0].d, f[1].d, f[2].d, f[3].d),
    f[0].q.to(low.low),
    f[1].q.to(low.high),
    f[2].q.to(high.low),
    f[3].q.to(high.high),
    low.out.to(all.low),
    high.out.to(all.high),
    all.out.to(outputs.word),
  ],
})
