circuit('Top', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { g: And },
  connect: ({ inputs, outputs, nodes: { g } }) => {
    g.a = inputs.a
    g.b = inputs.b
    outputs.y = g.out
  },
})
