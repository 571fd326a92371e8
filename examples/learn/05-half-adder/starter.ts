// Two bits in, their sum as two bits out.
circuit('MyHalfAdder', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  nodes: { or: Or },
  connect: ({ inputs, outputs, nodes: { or } }) => [
    inputs.a.to(or.a),
    inputs.b.to(or.b),
    or.out.to(outputs.sum, outputs.carry),
  ],
})
