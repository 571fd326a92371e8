circuit('Look', {
  inputs: { a: bus(2) },
  outputs: { y: bus(8) },
  eval: ({ a }) => a + 1,
})
