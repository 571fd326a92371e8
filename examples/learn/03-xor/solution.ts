// left is 0 only for a = 1, b = 0; right is 0 only for a = 0, b = 1.
circuit('MyXor', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { m: Nand, left: Nand, right: Nand, out: Nand },
  connect: ({ inputs, outputs, nodes: { m, left, right, out } }) => [
    inputs.a.to(m.a, left.a),
    inputs.b.to(m.b, right.b),
    m.out.to(left.b, right.a),
    left.out.to(out.a),
    right.out.to(out.b),
    out.out.to(outputs.y),
  ],
})
