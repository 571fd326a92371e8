circuit('R', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: [Not, Not] },
  connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.g0.in), nodes.g0.out.to(nodes.g1.in), nodes.g1.out.to(outputs.y)] })
