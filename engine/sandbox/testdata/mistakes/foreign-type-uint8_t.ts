circuit('A', { inputs: { a: uint8_t }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })
