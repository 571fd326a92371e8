const Count = circuit('Count', {
  inputs: { on: bit, by: bus(4), more: bus(4), most: bus(8) },
  outputs: { n: bus(8) },
  state: { n_: reg(8) },
  eval: ({ n_ }) => ({ n: n_ }),
  onTick: ({ n_, on, by, more = 1 }) => ({ n_: on ? n_ + by + more : n_ }),
})
circuit('Top', {
  outputs: { n: bus(8), m: bus(8) },
  nodes: { one: Constant({ value: 1 }), c: Count, d: Count },
  connect: ({ outputs, nodes: { one, c, d } }) => [c.n.to(outputs.n), d.n.to(outputs.m), one.out.to(d.on)],
})
