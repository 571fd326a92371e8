circuit('Transparent', { inputs: { en: bit, d: bus(8) }, outputs: { q: bus(8), n: bus(8) },
  eval: ({ en, d }) => (en ? { q: d, n: 255 - d } : { n: d }) })
