const C = circuit('C', { inputs: { x: 8, y: 'bit', z: bus }, outputs: { q: bus(8) }, eval: ({ x }) => ({ q: x }) })
circuit('Top', { inputs: {x: bus(8)}, nodes: { f: C }, connect: ({inputs, nodes}) => [inputs.x.to(nodes.f.x)] })
