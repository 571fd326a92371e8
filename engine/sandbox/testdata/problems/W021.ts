// the limit​ is 8
circuit('Top', { outputs: { y: bus(8) }, eval: () => ({ y: 8 }) })
