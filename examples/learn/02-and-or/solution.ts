circuit('AndOr', {
  inputs: { a: bit, b: bit },
  outputs: { both: bit, either: bit },
  nodes: { nand: Nand, not: Nand, notA: Nand, notB: Nand, or: Nand },
  connect: ({ inputs, outputs, nodes: { nand, not, notA, notB, or } }) => [
    inputs.a.to(nand.a, notA.a, notA.b),
    inputs.b.to(nand.b, notB.a, notB.b),
    nand.out.to(not.a, not.b),
    not.out.to(outputs.both),
    notA.out.to(or.a),
    notB.out.to(or.b),
    or.out.to(outputs.either),
  ],
})
