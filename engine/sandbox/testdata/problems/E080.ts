circuit('Look', {
  inputs: { a: bus(2) },
  outputs: { y: bus(8) },
  eval: ({ a }) => {
    const table = [1, 2, 3]
    return { y: table[a].value.low }
  },
})
