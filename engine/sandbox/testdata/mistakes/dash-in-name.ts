const half-adder = circuit('A', { outputs: { y: bit } })
