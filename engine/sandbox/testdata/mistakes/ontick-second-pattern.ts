circuit('Counter', {
  inputs: { enable: bit, reset: bit },
  outputs: { count: bus(8) },
  state: { value: reg(8) },
  eval: (state) => ({ count: state.value }),
  onTick: (state, { enable, reset }) => ({ value: reset ? 0 : enable ? state.value + 1 : state.value }),
})
