// y = a − b
circuit('MySubtractor', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { y: bus(8), noBorrow: bit },
  nodes: { add: Adder({ width: 8 }), not: BusNot({ width: 8 }) },
  connect: ({ inputs, outputs, nodes: { add, not } }) => [
    inputs.a.to(add.a),
    inputs.b.to(not.in),
    not.out.to(add.b),
    add.sum.to(outputs.y),
    add.carry_out.to(outputs.noBorrow),
  ],
})
