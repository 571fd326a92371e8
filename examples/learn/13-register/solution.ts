circuit('MyRegister', {
  inputs: { data: bus(8), write: bit },
  outputs: { q: bus(8) },
  state: { word: reg(8) },
  eval: ({ word }) => ({ q: word }),
  onTick: ({ data, write, word }) => ({ word: write ? data : word }),
})
