circuit('A', { outputs: { q: bus(4) }, state: { n: reg(4, 99) }, eval: ({ n }) => ({ q: n }), onTick: ({ n }) => ({ n: n + 1 }) })
