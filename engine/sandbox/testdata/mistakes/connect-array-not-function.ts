circuit('A', {
  inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not },
  connect: [inputs.a.to(n.in)],
})
