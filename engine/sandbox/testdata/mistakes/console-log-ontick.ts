const C = circuit('C', { inputs: { x: bus(8) }, outputs: { q: bus(8) }, state: { n: reg(8) },
  onTick: ({ x, n }) => { console.log('n', n); return { n: (n + x) & 255, q: n } } })
circuit('Top', { inputs: {x: bus(8)}, nodes: { f: C }, connect: ({inputs, nodes}) => [inputs.x.to(nodes.f.x)] })
