circuit('A', { outputs: { q: bus(4) }, nodes: { r: Register({ width: 4, value: 99 }) }, connect: ({ outputs, nodes: { r } }) => [r.q.to(outputs.q)] })
