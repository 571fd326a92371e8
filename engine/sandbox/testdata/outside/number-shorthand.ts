circuit('Short', { inputs: { a: 1, b: 8, c: bus(1) }, outputs: { y: 1, z: 9, n: 32 }, eval: ({ a, b, c }) => ({ y: a ^ c, z: b + a, n: -b }) })
