circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) -> ({ y: a }) })
