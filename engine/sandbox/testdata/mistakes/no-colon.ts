circuit('A', { outputs: { q bus(64), r: bus(64) }, eval:: () => ({ q: 1 }) })
