circuit('R', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: [Not, Not] },
  connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g[0].in), g[0].out.to(g[1].in), g[2].out.to(outputs.y)] })
