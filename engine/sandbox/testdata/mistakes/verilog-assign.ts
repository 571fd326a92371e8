circuit('A', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  assign y = a & b;
})
