// y must be the opposite of a.
circuit('MyNot', {
  inputs: { a: bit },
  outputs: { y: bit },
  nodes: { nand: Nand },
  connect: ({ inputs, outputs, nodes: { nand } }) => [
    inputs.a.to(nand.a),
    nand.out.to(outputs.y),
  ],
})
