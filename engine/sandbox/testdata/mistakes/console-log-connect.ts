circuit('B', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes }) => console.log(nodes) })
