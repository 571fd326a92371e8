circuit('Top', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { g: And },
  connect: ({ inputs, outputs, nodes: { g } }) => [
    inputs.a.to(g.aa),
    inputs.c.to(g.b),
    g.out.to(outputs.y),
  ],
})
