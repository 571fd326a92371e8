const P256 = 2n ** 255n - 19n
circuit('ModMul', { inputs: { a: bus(255), b: bus(255) }, outputs: { y: bus(255), hi: bus(256) },
  eval: ({ a, b }: any) => ({ y: (a * b) % P256, hi: (a * b) >> 255n }) })
