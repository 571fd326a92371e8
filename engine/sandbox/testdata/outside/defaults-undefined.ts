const Acc = circuit('Acc', { inputs: { step: bus(8), en: bit }, outputs: { q: bus(8) }, state: { n: reg(8) },
  eval: ({ n, step = 9 }) => ({ q: (n + step) & 255 }), onTick: ({ n, step = 3, en = 1 }) => ({ n: en ? (n + step) & 255 : n }) })
circuit('Defaults', { inputs: { s: bus(8), e: bit }, outputs: { open: bus(8), half: bus(8), full: bus(8) },
  nodes: { open: Acc, half: Acc, full: Acc },
  connect: ({ inputs, outputs, nodes: { open, half, full } }) => [inputs.s.to(half.step, full.step), inputs.e.to(full.en), open.q.to(outputs.open), half.q.to(outputs.half), full.q.to(outputs.full)] })
