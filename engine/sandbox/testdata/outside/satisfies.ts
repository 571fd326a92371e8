interface Def { readonly w: number; fn(a: number, b: number): number }
const defs = { min: { w: 8, fn: Math.min }, max: { w: 8, fn: Math.max }, avg: { w: 8, fn: (a, b) => (a + b) >> 1 }, absdiff: { w: 8, fn(a, b) { return Math.abs(a - b) } } } satisfies Record<string, Def>
const ops = Object.entries(defs).map(([name, d]) => [name, circuit(name, { inputs: { a: bus(d.w), b: bus(d.w) }, outputs: { y: bus(d.w) }, eval: ({ a, b }) => ({ y: d.fn(a, b) }) })] as const)
circuit('Ops', { inputs: { a: bus(8), b: bus(8) }, outputs: Object.fromEntries(ops.map(([n]) => [n, bus(8)])), nodes: Object.fromEntries(ops),
  connect: ({ inputs, outputs, nodes }: any) => ops.flatMap(([n]) => [inputs.a.to(nodes[n].a), inputs.b.to(nodes[n].b), nodes[n].y.to(outputs[n])]) })
