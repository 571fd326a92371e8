circuit('A', { inputs: { xs: [bus(8), bus(8)] }, outputs: { q: bus(8) }, eval: ({ xs }) => ({ q: xs[0] }) })
