circuit('A', {
  inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not },
  connect: ({ inputs, outputs, nodes: { n } }) => {
    inputs.a.to(n.in)
    n.out.to(outputs.y)
  },
})
