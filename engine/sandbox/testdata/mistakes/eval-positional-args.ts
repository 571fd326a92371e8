circuit('A', { inputs: { a: bus(8), b: bus(8) }, outputs: { y: bus(8) }, eval: (a, b) => ({ y: a + b }) })
