const N = 12
export const Ripple = circuit(`Ripple${N}`, {
  inputs: { a: bus(N), b: bus(N) }, outputs: { s: bus(N), c: bit },
  nodes: {
    sa: Array.from({ length: N }, (_, i) => Slice({ inWidth: N, offset: i })),
    sb: Array.from({ length: N }, (_, i) => Slice({ inWidth: N, offset: i })),
    fa: Array(N).fill(FullAdder),
    cat: Array.from({ length: N - 1 }, (_, i) => Concat({ hiWidth: 1, loWidth: i + 1 })),
  },
  connect({ inputs, outputs, nodes: { sa, sb, fa, cat } }) {
    const w = []
    for (let i = 0; i < N; i++) {
      w.push(inputs.a.to(sa[i].in), inputs.b.to(sb[i].in), sa[i].out.to(fa[i].a), sb[i].out.to(fa[i].b))
      if (i) w.push(fa[i - 1].carry_out.to(fa[i].carry_in), fa[i].sum.to(cat[i - 1].high))
    }
    w.push(fa[0].sum.to(cat[0].low))
    for (let i = 1; i < N - 1; i++) w.push(cat[i - 1].out.to(cat[i].low))
    return [...w, cat[N - 2].out.to(outputs.s), fa[N - 1].carry_out.to(outputs.c)]
  },
})
