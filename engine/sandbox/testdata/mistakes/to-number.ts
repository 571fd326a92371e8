circuit('A', {
  inputs: { a: bit }, outputs: { y: bit }, nodes: { g: And },
  connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.a), (1).to(g.b), g.out.to(outputs.y)],
})
