// Goes behind the constants GATES and COPIES: a chain of blocks of so many gates. Every gate follows from the ones
// before it and from two flip-flops of its block.
const Block = circuit('Block', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit, z: bit },
  nodes: { g: Array.from({ length: GATES }, (_, i) => (i % 3 === 0 ? Nand : i % 3 === 1 ? Xor : Or)), d: DFlipFlop(), e: DFlipFlop() },
  connect: ({ inputs, outputs, nodes: { g, d, e } }) => [
    inputs.a.to(g[0].a), inputs.b.to(g[0].b), g[0].out.to(g[1].a), d.q.to(g[1].b),
    ...g.slice(2).map((n, i) => g[i + 1].out.to(n.a)), ...g.slice(2).map((n, i) => (i % 7 ? g[i].out : e.q).to(n.b)),
    g[GATES - 1].out.to(d.d), g[GATES - 2].out.to(e.d), d.q.to(outputs.y), e.q.to(outputs.z),
  ],
})
circuit('Growth', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { b: Array.from({ length: COPIES }, () => Block) },
  connect: ({ inputs, outputs, nodes: { b } }) => [
    inputs.a.to(b[0].a), inputs.b.to(b[0].b),
    ...b.slice(1).flatMap((n, i) => [b[i].y.to(n.a), b[i].z.to(n.b)]),
    b[COPIES - 1].y.to(outputs.y),
  ],
})
