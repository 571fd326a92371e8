circuit('Top', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Led }, connect: ({ inputs, nodes: { g } }) => [inputs.a.to(g.in)] })
