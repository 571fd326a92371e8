circuit('Top', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { g: And },
  connect: ({ inputs, outputs, nodes: { g } }) => [
    inputs.a.to(g.a, g.x), inputs.b.to(g.b), g.y.to(outputs.y), inputs.c.to(g.b), g.o.to(outputs.y) ],
})
