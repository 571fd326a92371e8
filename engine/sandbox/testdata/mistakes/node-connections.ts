circuit('A', {
  inputs: { a: bit },
  outputs: { y: bit },
  node: { n: Not },
  connections: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)],
})
