circuit('A', { inputs: { a: bus(64) }, outputs: { y: bus(64) }, eval: ({ a }) => ({ y: a + 1 }) })
