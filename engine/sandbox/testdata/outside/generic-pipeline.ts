const delay = <T extends number>(w: T, n: number) => circuit(`Delay${w}x${n}`, {
  inputs: { d: bus(w), en: bit }, outputs: { q: bus(w) },
  nodes: { r: Array.from({ length: n }, () => Register({ width: w })) },
  connect: ({ inputs, outputs, nodes: { r } }) => [
    inputs.d.to(r[0].data), inputs.en.to(...r.map((x) => x.we)),
    ...r.slice(1).map((x, i) => r[i].q.to(x.data)),
    r.at(-1)!.q.to(outputs.q),
  ],
})
const A = delay(24, 3), B = delay(24, 5)
circuit('TwoDelays', {
  inputs: { d: bus(24), en: bit }, outputs: { a: bus(24), b: bus(24), diff: bus(24) },
  nodes: { A, B, sub: Subtractor({ width: 24 }) },
  connect: ({ inputs, outputs, nodes }) => [
    inputs.d.to(nodes.A.d, nodes.B.d), inputs.en.to(nodes.A.en, nodes.B.en),
    nodes.A.q.to(outputs.a, nodes.sub.a), nodes.B.q.to(outputs.b, nodes.sub.b), nodes.sub.difference.to(outputs.diff),
  ],
})
