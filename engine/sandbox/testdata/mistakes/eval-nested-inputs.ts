circuit('A', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ inputs }) => ({ y: inputs.a }) })
