circuit('Log', {
  inputs: { a: bus(8) },
  outputs: { last: bus(8) },
  state: { cells: mem(16, 8) },
  eval: ({ cells }) => ({ last: cells[15] }),
  onTick: ({ cells, a }) => {
    cells[16] = a
    return { cells }
  },
})
