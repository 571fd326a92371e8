circuit('Latch', {
  inputs: { r: bit, s: bit },
  outputs: { q: bit },
  nodes: { n1: Nor, n2: Nor },
  connect: ({ inputs, outputs, nodes: { n1, n2 } }) => [
    inputs.r.to(n1.a),
    inputs.s.to(n2.a),
    n1.out.to(n2.b, outputs.q),
    n2.out.to(n1.b),
  ],
})
