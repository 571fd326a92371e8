circuit('R', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: [Not, Not] },
  connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.in), g.out.to(outputs.y)] })
