const Latch = circuit('Latch', {
  inputs: { r: bit, s: bit, d: bit },
  outputs: { q: bit, stored: bit },
  nodes: { n1: Nor, n2: Nor, f: DFlipFlop },
  connect: ({ inputs, outputs, nodes: { n1, n2, f } }) => [
    inputs.r.to(n1.a), n2.out.to(n1.b), inputs.s.to(n2.a), n1.out.to(n2.b, outputs.q),
    inputs.d.to(f.d), f.q.to(outputs.stored),
  ],
})
