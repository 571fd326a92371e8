circuit('Top', {
  inputs: { a: bit },
  outputs: { y: bit },
  nodes: { g: Not },
  connect: ({ inputs, outputs, nodes: { g } }) => [
    inputs.a.to(g.in),
    outputs.y.to(g.out),
  ],
})
