circuit('Doubles', { inputs: { a: bus(16), b: bus(16) }, outputs: { mean: bus(17), root: bus(8), q: bus(32), p: bus(53), inv: bus(16), rnd: bus(16), exp: bus(40) },
  eval: ({ a, b }) => ({ mean: (a + b) / 2, root: Math.sqrt(a), q: a / b * 1000, p: a * b * a, inv: b ? 65535 / b : 0, rnd: Math.round(a / 3), exp: 2 ** (b & 31) + .75 }) })
