circuit('C', { outputs: { q: bus(8) }, eval: () => ({ q: 8'hFF }) })
