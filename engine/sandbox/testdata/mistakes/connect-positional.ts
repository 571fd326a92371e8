circuit('R', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Not },
  connect: (inputs, outputs, nodes) => [inputs.a.to(nodes.g.in), nodes.g.out.to(outputs.y)] })
