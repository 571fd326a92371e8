circuit('A', { inputs: { a: bus(8) }, outputs: { y: bus(4) }, eval: ({ a }) => ({ y: a[7:4] }) })
