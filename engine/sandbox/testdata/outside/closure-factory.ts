// closures over factory parameters: kept here
const Mul = circuit('MulBy', ({ k = 2 }: { k?: number } = {}) => { const mask = 0xfff; const f = (v: number) => (v * k) & mask; return { inputs: { x: bus(8) }, outputs: { y: bus(12) }, eval: ({ x }) => ({ y: f(x) }) } })
circuit('Muls', { inputs: { x: bus(8) }, outputs: { y2: bus(12), y3: bus(12), y10: bus(12) }, nodes: { m2: Mul(), m3: Mul({ k: 3 }), m10: Mul({ k: 10 }) },
  connect: ({ inputs, outputs, nodes }) => [inputs.x.to(nodes.m2.x, nodes.m3.x, nodes.m10.x), nodes.m2.y.to(outputs.y2), nodes.m3.y.to(outputs.y3), nodes.m10.y.to(outputs.y10)] })
