const A = circuit('A', { outputs: { y: bit } })
A = circuit('B', { outputs: { y: bit } })
