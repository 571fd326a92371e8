// y = 1 when a and b differ
circuit('MyXor', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { m: Nand },
  connect: ({ inputs, outputs, nodes: { m } }) => [
    inputs.a.to(m.a),
    inputs.b.to(m.b),
    m.out.to(outputs.y),
  ],
})
