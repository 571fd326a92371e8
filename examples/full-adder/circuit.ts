// Adds three bits: two half adders and an Or. A circuit that
// was built once is a part like any other: HalfAdder is used
// twice here, and each use can be opened on the canvas.
const HalfAdder = circuit('HalfAdder', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  nodes: { xor: Xor, and: And },
  connect: ({ inputs, outputs, nodes: { xor, and } }) => [
    inputs.a.to(xor.a, and.a),
    inputs.b.to(xor.b, and.b),
    xor.out.to(outputs.sum),
    and.out.to(outputs.carry),
  ],
})

// The first half adder adds a and b, the second adds the
// carry to that. At most one of them can produce a carry.
circuit('FullAdder', {
  inputs: { a: bit, b: bit, cin: bit },
  outputs: { sum: bit, cout: bit },
  nodes: { ha1: HalfAdder, ha2: HalfAdder, or: Or },
  connect: ({ inputs, outputs, nodes: { ha1, ha2, or } }) => [
    inputs.a.to(ha1.a),
    inputs.b.to(ha1.b),
    ha1.sum.to(ha2.a),
    inputs.cin.to(ha2.b),
    ha2.sum.to(outputs.sum),
    ha1.carry.to(or.a),
    ha2.carry.to(or.b),
    or.out.to(outputs.cout),
  ],
})
