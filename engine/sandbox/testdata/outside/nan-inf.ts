circuit('Odd', { inputs: { a: bus(8) }, outputs: { nan: bus(8), inf: bus(8), neg: bus(8), minus: bus(16), t: bit, f: bus(8), huge: bus(32) },
  eval: ({ a }) => ({ nan: NaN, inf: a / 0, neg: -a, minus: -a * 1.5, t: a > 100, f: a + 0.999, huge: a * 2 ** 40 + a }) })
