circuit('Top', {
  inputs: { a: bit },
  nodes: { gate: Not },
  connect: ({ inputs, nodes: { gat } }) => [inputs.a.to(gat.in)],
})
