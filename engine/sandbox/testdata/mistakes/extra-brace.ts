circuit('A', {
  inputs: { a: bit } },
  outputs: { y: bit },
})
