circuit('C', { inputs: { a: bit }, outputs: { q: bit }, eval: async ({ a }) => ({ q: a }) })
