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

// At most one of the two half adders has a carry.
circuit('MyFullAdder', {
  inputs: { a: bit, b: bit, cin: bit },
  outputs: { sum: bit, cout: bit },
  nodes: { half: [HalfAdder, HalfAdder], or: Or },
  connect: ({ inputs, outputs, nodes: { half, or } }) => [
    inputs.a.to(half[0].a),
    inputs.b.to(half[0].b),
    half[0].sum.to(half[1].a),
    inputs.cin.to(half[1].b),
    half[1].sum.to(outputs.sum),
    half[0].carry.to(or.a),
    half[1].carry.to(or.b),
    or.out.to(outputs.cout),
  ],
})
