// both = a AND b, either = a OR b
circuit('AndOr', {
  inputs: { a: bit, b: bit },
  outputs: { both: bit, either: bit },
  nodes: { n: [Nand, Nand] },
  connect: ({ inputs, outputs, nodes: { n } }) => [
    inputs.a.to(n[0].a),
    inputs.b.to(n[0].b),
    n[0].out.to(outputs.both),
    n[1].out.to(outputs.either),
  ],
})
