circuit('Xs', { inputs: { seed: bus(64), load: bit }, outputs: { q: bus(64), dbl: bus(53), odd: bit }, state: { s: reg(64, 88172645463325252) },
  eval: ({ s }: any) => ({ q: s, dbl: s >> 11n, odd: s & 1n }),
  onTick: ({ s, seed, load }: any) => { if (load) return { s: seed | 1n }; s ^= s << 13n; s = BigInt.asUintN(64, s); s ^= s >> 7n; s ^= s << 17n; return { s } } })
