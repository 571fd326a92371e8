circuit('TwoMem', { inputs: { a: bus(2), d: bus(8), sel: bit }, outputs: { x: bus(8), y: bus(8), sum: bus(9) }, state: { m: mem(4, 8), k: mem(4, 8), last: reg(2) },
  eval: ({ m, k, a, last }) => ({ x: m[a], y: k[a], sum: m[last] + k[last] }),
  onTick: ({ m, k, a, d, sel }) => { (sel ? m : k)[a] = d; return { m, k, last: a } } })
