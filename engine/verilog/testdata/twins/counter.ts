circuit('Counter', {
  inputs: { enable: bit, clear: bit },
  outputs: { value: bus(8) },
  state: { count: reg(8) },
  eval: ({ count }) => ({ value: count }),
  onTick: ({ enable, clear, count }) => ({ count: clear ? 0 : enable ? count + 1 : count }),
})
