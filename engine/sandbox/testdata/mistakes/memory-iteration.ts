const C = circuit('C', { inputs: { x: bus(8) }, outputs: { q: bus(8) }, state: { m: mem(16, 8) },
  onTick: ({ x, m }) => { let s = 0; for (const [k, v] of m) s += v; m.forEach((v) => { s ^= v }); return { q: m.size + s + m.keys().length + m[x] } } })
circuit('Top', { inputs: {x: bus(8)}, nodes: { f: C }, connect: ({inputs, nodes}) => [inputs.x.to(nodes.f.x)] })
