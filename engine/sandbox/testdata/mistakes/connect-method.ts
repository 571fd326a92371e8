circuit('R', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Not },
  connect: ({ inputs, outputs, nodes: { g } }) => [connect(inputs.a, g.in), g.out.connect(outputs.y)] })
