circuit('R', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Not }, eval: ({ a }) => ({ y: a }) })
