const PE = circuit('PE', { inputs: { a: bus(8), b: bus(8), clr: bit }, outputs: { ao: bus(8), bo: bus(8), acc: bus(24) }, state: { ra: reg(8), rb: reg(8), s: reg(24) },
  eval: ({ ra, rb, s }) => ({ ao: ra, bo: rb, acc: s }), onTick: ({ a, b, clr, s }) => ({ ra: a, rb: b, s: clr ? 0 : (s + a * b) & 0xffffff }) })
circuit('Grid', { inputs: { a0: bus(8), a1: bus(8), b0: bus(8), b1: bus(8), clr: bit }, outputs: { c00: bus(24), c01: bus(24), c10: bus(24), c11: bus(24) },
  nodes: { row0: [PE, PE], row1: [PE, PE] },
  connect: ({ inputs: i, outputs: o, nodes: { row0, row1 } }) => [i.a0.to(row0[0].a), i.a1.to(row1[0].a), i.b0.to(row0[0].b), i.b1.to(row0[1].b), row0[0].ao.to(row0[1].a), row1[0].ao.to(row1[1].a), row0[0].bo.to(row1[0].b), row0[1].bo.to(row1[1].b), i.clr.to(...row0.map((p) => p.clr), ...row1.map((p) => p.clr)), row0[0].acc.to(o.c00), row0[1].acc.to(o.c01), row1[0].acc.to(o.c10), row1[1].acc.to(o.c11)] })
