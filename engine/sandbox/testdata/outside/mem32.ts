circuit('Mem32', { inputs: { a: bus(3), v: bus(32), w: bit }, outputs: { q: bus(32), neg: bit, s: bus(32) },
  state: { m: mem(8, 32, new Map([[1, -7], [2, 0xffffffff]])) },
  eval: ({ m, a }) => ({ q: m[a], neg: m[a] < 0, s: m[a] >> 1 }),
  onTick: ({ m, a, v, w }) => { if (w) m[a] = v; return { m } } })
