circuit('Digits', {
  inputs: { a: bus(8) },
  outputs: { count: bus(2) },
  eval: ({ a }) => ({ count: String(a).length }),
})
