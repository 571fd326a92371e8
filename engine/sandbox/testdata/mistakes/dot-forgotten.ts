circuit('A', { inputs: { a: bit }, outputs: { q: bit }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.outto(outputs.q)] })
