circuit('Gray', {
  outputs: { code: bus(6) },
  state: { n: reg(6) },
  eval: ({ n }) => ({ code: n ^ (n >> 1) }),
  onTick: ({ n }) => ({ n: n + 1 }),
})
