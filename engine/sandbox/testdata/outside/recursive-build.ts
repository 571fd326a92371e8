const tree = (n: number): any => n === 1 ? circuit('Xor1', { inputs: { a0: bit }, outputs: { y: bit }, nodes: { b: Buffer }, connect: ({ inputs, outputs, nodes }) => [inputs.a0.to(nodes.b.in), nodes.b.out.to(outputs.y)] })
  : circuit(`Xor${n}`, { inputs: Object.fromEntries(Array.from({ length: n }, (_, i) => ['a' + i, bit])), outputs: { y: bit }, nodes: { l: tree(n / 2), r: tree(n / 2), x: Xor },
    connect: ({ inputs, outputs, nodes }: any) => [...Array.from({ length: n }, (_, i) => inputs['a' + i].to(nodes[i < n / 2 ? 'l' : 'r']['a' + (i % (n / 2))])), nodes.l.y.to(nodes.x.a), nodes.r.y.to(nodes.x.b), nodes.x.out.to(outputs.y)] })
tree(16)
