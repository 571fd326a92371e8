circuit('B', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, connect: ({ inputs, outputs }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })
