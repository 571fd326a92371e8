circuit('A', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { g: And },
  connect: ({ inputs, outputs, nodes: { g } }) => [
    g.a.to(inputs.a),
    g.b.to(inputs.b),
    outputs.y.to(g.out),
  ],
})
