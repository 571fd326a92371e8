circuit('Sorted', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { low: bus(8) },
  eval: ({ a, b }) => ({ low: [a, b].sort((x, y) => x - y)[0] }),
})
