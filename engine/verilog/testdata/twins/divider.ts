circuit('Divide', {
  inputs: { a: bus(6), b: bus(6) },
  outputs: { quotient: bus(6), remainder: bus(6) },
  eval: ({ a, b }) => ({ quotient: b === 0 ? 63 : Math.floor(a / b), remainder: b === 0 ? a : a % b }),
})
