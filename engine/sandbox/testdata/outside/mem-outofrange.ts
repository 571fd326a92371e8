circuit('Range', { inputs: { a: bus(8), d: bus(8), w: bit }, outputs: { q: bus(8), neg: bus(8), frac: bus(8) }, state: { m: mem(10, 8) },
  eval: ({ m, a }) => ({ q: m[a], neg: m[a - 5] ?? 99, frac: m[a / 2] ?? 77 }),
  onTick: ({ m, a, d, w }) => { if (w) m[a] = d; return { m } } })
