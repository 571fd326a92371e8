const C = circuit('C', { inputs: { x: bus(8) }, outputs: { q: bus(8) }, state: { m: mem(16, 8) },
  onTick: ({ x, m }) => { if (x === 0) m.clear(); else m.set(x & 15, x); return { q: m.size } } })
circuit('Top', { inputs: {x: bus(8)}, nodes: { f: C }, connect: ({inputs, nodes}) => [inputs.x.to(nodes.f.x)] })
