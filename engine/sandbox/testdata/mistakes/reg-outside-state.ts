const r = reg(8)
circuit('A', { outputs: { q: bus(8) }, nodes: { r }, connect: ({ outputs, nodes }) => [nodes.r.q.to(outputs.q)] })
