const HalfAdder = circuit('HalfAdder', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  nodes: { xor: Xor, and: And },
  connect: ({ inputs, outputs, nodes: { xor, and } }) => [
    inputs.a.to(xor.a, and.a),
    inputs.b.to(xor.b, and.b),
    xor.out.to(outputs.sum),
    and.out.to(outputs.carry),
  ],
})

// a + b + cin: at most 3, so two bits are enough.
circuit('MyFullAdder', {
  inputs: { a: bit, b: bit, cin: bit },
  outputs: { sum: bit, cout: bit },
  nodes: { half: [HalfAdder, HalfAdder] },
  connect: ({ inputs, outputs, nodes: { half } }) => [
    inputs.a.to(half[0].a),
    inputs.b.to(half[0].b),
    half[0].sum.to(outputs.sum),
    half[0].carry.to(outputs.cout),
  ],
})
