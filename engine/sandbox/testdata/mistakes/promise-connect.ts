circuit('B', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, connect: async ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })
