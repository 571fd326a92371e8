circuit('Top', { inputs: { a: bit }, outputs: { y: bit }, node: { n: Not }, conect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })
circuit('Cnt', { outputs: { q: bus(8) }, State: { n: reg(8) }, evaluate: ({ n }) => ({ q: n }), ontick: ({ n }) => ({ n: n + 1 }), tick: () => ({}), ports: {}, wires: [] })
