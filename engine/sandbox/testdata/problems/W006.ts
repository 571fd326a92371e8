circuit('Alu', { outputs: { y: bit } })
circuit('Alu', { outputs: { z: bit } })
