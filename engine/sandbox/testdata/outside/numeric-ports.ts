circuit('Num', { inputs: { 10: bit, 2: bit, b: bit }, outputs: { 1: bit, 0: bit }, eval: (p) => ({ 0: p[2] ^ p[10], 1: p.b & p[2] }) })
