const C = circuit('C', { inputs: { x: bus(8) }, outputs: { q: bus(8) }, state: { regs: [0,0,0,0], pos: {x: 0, y: 0}, f: true, n: bus(8), o: undefined, z: null, g: reg},
  onTick: ({ x, regs }) => ({ q: x }) })
circuit('Top', { inputs: {x: bus(8)}, nodes: { f: C }, connect: ({inputs, nodes}) => [inputs.x.to(nodes.f.x)] })
