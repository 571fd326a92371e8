const Counter = circuit('Counter', {
  inputs: { en: bit, load: bit, d: bus(8) },
  outputs: { n: bus(8), wrap: bit },
  state: { count: reg(8, 250) },
  eval: ({ count, en }) => ({ n: count, wrap: en && count === 255 }),
  onTick: ({ en, load, d, count }) => ({ count: load ? d : en ? count + 1 : count }),
})
