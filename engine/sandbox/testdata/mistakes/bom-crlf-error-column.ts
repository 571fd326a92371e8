circuit('C', {
  inputs: { a: bit },
  nodes: { g: Andd },
})
