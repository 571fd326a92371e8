circuit('B', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes: { n } }) => [outputs.a.to(n.in), n.out.to(inputs.y)] })
