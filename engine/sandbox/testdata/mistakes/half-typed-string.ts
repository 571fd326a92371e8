circuit('A', {
  inputs: { a: bit },
  meta: { description: 'half },
})
