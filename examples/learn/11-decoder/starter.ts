circuit('MyDecoder', {
  inputs: { n: bus(2), on: bit },
  outputs: { y0: bit, y1: bit, y2: bit, y3: bit },
  nodes: {
    lower: BitSlice({ low: 0, high: 0, width: 2 }),
    upper: BitSlice({ low: 1, high: 1, width: 2 }),
    three: And,
  },
  connect: ({ inputs, outputs, nodes: { lower, upper, three } }) => [
    inputs.n.to(lower.in, upper.in),
    lower.out.to(three.a),
    upper.out.to(three.b),
    three.out.to(outputs.y3),
  ],
})
