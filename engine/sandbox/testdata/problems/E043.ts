circuit('Top', { outputs: { y: bit }, eval: { y: 1 } })
