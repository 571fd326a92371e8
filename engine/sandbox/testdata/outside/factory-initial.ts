const Cnt = circuit('Cnt', ({ value = 7, top = 15 } = {}) => ({ inputs: { en: bit }, outputs: { q: bus(4) }, state: { value: reg(4, 9) },
  eval: ({ value }: any) => ({ q: value }), onTick: ({ value, en, top = 15 }: any) => ({ value: en ? (value >= top ? 0 : value + 1) : value }) }))
circuit('Counts', { inputs: { en: bit }, outputs: { a: bus(4), b: bus(4), c: bus(4) }, nodes: { a: Cnt(), b: Cnt({ value: 3 }), c: Cnt({ value: 12, top: 13 }) },
  connect: ({ inputs, outputs, nodes: { a, b, c } }) => [inputs.en.to(a.en, b.en, c.en), a.q.to(outputs.a), b.q.to(outputs.b), c.q.to(outputs.c)] })
