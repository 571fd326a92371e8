circuit('Inverter', {
  input: { a: bit },
  output: { y: bit },
  eval: ({ a }) => ({ y: 1 - a }),
})
