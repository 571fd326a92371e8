circuit('Top', {
  inputs: { a: bit },
  outputs: { y: bit },
  nodes: { g: And },
  connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.a), g.out.to(outputs.y)],
})
