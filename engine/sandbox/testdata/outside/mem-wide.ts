circuit('Mem64', { inputs: { a: bus(4), v: bus(64), w: bit }, outputs: { q: bus(64), two: bus(65), has: bit, n: bus(5) },
  state: { m: mem(16, 64) },
  eval: ({ m, a }: any) => ({ q: m[a], two: m[a] * 2n, has: m.has(a), n: m.size }),
  onTick: ({ m, a, v, w }: any) => { if (w) m[a] = v; return { m } } })
