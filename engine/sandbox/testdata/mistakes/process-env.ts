const w = process.env.WIDTH ?? 8
circuit('C', { outputs: { q: bus(w) } })
