circuit('Wave', {
  inputs: { a: bus(8) },
  outputs: { height: bus(8) },
  eval: ({ a }) => ({ height: 100 + 100 * Math.sin(a / 40) }),
})
