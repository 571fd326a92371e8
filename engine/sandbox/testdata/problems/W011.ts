circuit('Counter', {
  outputs: { n: bus(8) },
  state: { count: reg(8) },
  eval: ({ count }) => ({ n: count }),
})
