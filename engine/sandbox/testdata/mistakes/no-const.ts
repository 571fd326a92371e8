Digit = circuit('Digit', { outputs: { y: bit } })
