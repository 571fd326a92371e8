circuit('Shift128', { inputs: { d: bit, w: bus(128), load: bit }, outputs: { q: bus(128), taps: bus(4) }, state: { s: reg(128) },
  eval: ({ s }: any) => ({ q: s, taps: ((s >> 127n) & 1n) | (((s >> 63n) & 1n) << 1n) | ((s & 3n) << 2n) }),
  onTick: ({ s, d, w, load }: any) => ({ s: load ? w : (s << 1n) | BigInt(d) }) })
