// on is led to one half by the upper bit, and there to one wire by the lower bit.
circuit('MyDecoder', {
  inputs: { n: bus(2), on: bit },
  outputs: { y0: bit, y1: bit, y2: bit, y3: bit },
  nodes: {
    lower: BitSlice({ low: 0, high: 0, width: 2 }),
    upper: BitSlice({ low: 1, high: 1, width: 2 }),
    not: [Not, Not],
    half: [And, And],
    wire: [And, And, And, And],
  },
  connect: ({ inputs, outputs, nodes: { lower, upper, not, half, wire } }) => [
    inputs.n.to(lower.in, upper.in),
    lower.out.to(not[0].in, wire[1].b, wire[3].b),
    not[0].out.to(wire[0].b, wire[2].b),
    upper.out.to(not[1].in, half[1].b),
    not[1].out.to(half[0].b),
    inputs.on.to(half[0].a, half[1].a),
    half[0].out.to(wire[0].a, wire[1].a),
    half[1].out.to(wire[2].a, wire[3].a),
    wire[0].out.to(outputs.y0),
    wire[1].out.to(outputs.y1),
    wire[2].out.to(outputs.y2),
    wire[3].out.to(outputs.y3),
  ],
})
