// Both inputs of the NAND are a.
circuit('MyNot', {
  inputs: { a: bit },
  outputs: { y: bit },
  nodes: { nand: Nand },
  connect: ({ inputs, outputs, nodes: { nand } }) => [
    inputs.a.to(nand.a, nand.b),
    nand.out.to(outputs.y),
  ],
})
