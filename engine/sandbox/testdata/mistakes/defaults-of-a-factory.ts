const Count = circuit('Count', ({ max = 5, step = 1 } = {}) => ({
  inputs: { on: bit },
  outputs: { q: bus(8) },
  state: { n: reg(8) },
  eval: ({ n }) => ({ q: n }),
  onTick: ({ n, on, max, step }) => ({ n: on ? (n >= max ? 0 : n + step) : n }),
}))
circuit('Top', {
  inputs: { on: bit },
  outputs: { q: bus(8) },
  nodes: { c: Count({ max: 9 }) },
  connect: ({ inputs, outputs, nodes: { c } }) => [inputs.on.to(c.on), c.q.to(outputs.q)],
})
