circuit('A', { inputs: { a: '8', b: Boolean, c: reg(8), d: 8n }, outputs: { y: bit }, eval: ({ a }) => ({ y: 1 }) })
circuit('B', { inputs: { a: wire }, outputs: { y: bit }, eval: ({ a }) => ({ y: 1 }) })
