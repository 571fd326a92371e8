const Shift = circuit('Shift', ({ by = 1 } = {}) => ({
  inputs: { a: bus(8) },
  outputs: { y: bus(8) },
  eval: ({ a }) => ({ y: a << by }),
}))
Shift({ by: 2 })
