circuit('A', { outputs: { q: bus(64) }, eval: ({ a = 3 }) => { if (a < 0 { return { q: 1 } } return {} } })
