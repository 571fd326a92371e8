circuit('Counter', {
  outputs: { n: bus(8) },
  state: { n: reg(8) },
  eval: ({ n }) => ({ n }),
})
