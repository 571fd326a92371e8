circuit('MyAlu', {
  inputs: { a: bus(8), b: bus(8), op0: bit, op1: bit },
  outputs: { y: bus(8), zero: bit },
  nodes: {
    add: Adder({ width: 8 }),
    and: BusAnd({ width: 8 }),
    or: BusOr({ width: 8 }),
    logic: Mux({ width: 8 }),
    pick: Mux({ width: 8 }),
  },
  connect: ({ inputs, outputs, nodes: { add, and, or, logic, pick } }) => [
    inputs.a.to(add.a, and.a, or.a),
    inputs.b.to(add.b, and.b, or.b),
    and.out.to(logic.in0),
    or.out.to(logic.in1),
    inputs.op0.to(logic.sel),
    add.sum.to(pick.in0),
    logic.out.to(pick.in1),
    inputs.op1.to(pick.sel),
    pick.out.to(outputs.y),
    // Subtraction and the flag are missing.
  ],
})
