circuit('A', { inputs: { a: bus(0) }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })
