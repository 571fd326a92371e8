circuit('A', { inputs: { a: bool }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })
