circuit('PlainMap', { inputs: { a: bus(16), d: bus(8), w: bit }, outputs: { q: bus(8) }, state: { m: new Map([[3, 9], [100, 200]]) },
  eval: ({ m, a }: any) => ({ q: m[a & 127] }), onTick: ({ m, a, d, w }: any) => { if (w) m[a & 127] = d; return { m } } })
