const C = (w: number) => circuit('C', { inputs: { x: bus(w) }, outputs: { q: bus(w) }, eval: ({ x }) => ({ q: x }) })
circuit('Top', { inputs: {x: bus(8)}, nodes: { f: C }, connect: ({inputs, nodes}) => [inputs.x.to(nodes.f.x)] })
