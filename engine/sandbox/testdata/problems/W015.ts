const Counter = circuit('Counter', ({ width = 8 } = {}) => ({
  outputs: { q: bus(width) },
  state: { n: reg(width, 5) },
  eval: ({ n }) => ({ q: n }),
  onTick: ({ n }) => ({ n: n + 1 }),
}))
circuit('Top', {
  outputs: { q: bus(8) },
  nodes: { c: Counter() },
  connect: ({ outputs, nodes: { c } }) => [c.q.to(outputs.q)],
})
