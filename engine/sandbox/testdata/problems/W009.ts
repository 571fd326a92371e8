circuit('HalfAdder', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  eval: ({ a, b }) => ({ sum: a ^ b, cary: a & b }),
})
