circuit('R', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Not },
  connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.in), g.out(outputs.y)] })
