const Toggle = circuit('T', { inputs: { t: bit }, outputs: { q: bit, c: bit }, state: { v: reg(1) }, eval: ({ v, t }) => ({ q: v, c: v & t }), onTick: ({ v, t }) => ({ v: v ^ t }) })
const N = 10
circuit('Chain', { inputs: { t: bit }, outputs: Object.fromEntries(Array.from({ length: N }, (_, i) => ['q' + i, bit])), nodes: { b: new Array(N).fill(Toggle) },
  connect: ({ inputs, outputs, nodes: { b } }: any) => b.flatMap((n: any, i: number) => [(i ? b[i - 1].c : inputs.t).to(n.t), n.q.to(outputs['q' + i])]) })
