circuit('Digits', {
  inputs: { a: bus(8) },
  outputs: { count: bus(4) },
  eval: ({ a }) => ({ count: a.toString(16).length }),
})
