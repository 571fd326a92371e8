circuit('Wave', {
  inputs: { a: bus(16) },
  outputs: { height: bus(8) },
  eval: ({ a }) => ({ height: 100 + 100 * Math.sin(a / 4000) }),
})
