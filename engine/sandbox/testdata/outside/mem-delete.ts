circuit('Del', { inputs: { a: bus(3), op: bus(2), v: bus(8) }, outputs: { q: bus(8), has: bit, size: bus(4), keys: bus(8) }, state: { m: mem(8, 8, new Map([[5, 50]])) },
  eval: ({ m, a }) => ({ q: m.get(a), has: m.has(a), size: m.size, keys: Array.from(m.keys()).reduce((s, k) => s | (1 << k), 0) }),
  onTick: ({ m, a, op, v }) => { if (op === 0) m.set(a, v); else if (op === 1) m.delete(a); else if (op === 2) return { m: m.set(a, v ^ 255) }; return { m } } })
