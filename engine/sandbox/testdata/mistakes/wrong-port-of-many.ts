circuit('Top', {
  inputs: { x: bit }, outputs: { y: bit },
  nodes: { n: Array.from({ length: 32 }, () => Not) },
  connect: ({ inputs, outputs, nodes: { n } }) => [...n.map((k) => inputs.x.to(k.inp)), n[0].out.to(outputs.y), inputs.x.to(n[1].inp)],
})
