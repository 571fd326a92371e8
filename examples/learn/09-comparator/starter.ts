// less: a < b, equal: a = b
circuit('MyComparator', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { less: bit, equal: bit },
  nodes: { sub: Adder({ width: 8 }), not: BusNot({ width: 8 }), one: Constant({ value: 1 }) },
  connect: ({ inputs, outputs, nodes: { sub, not, one } }) => [
    inputs.a.to(sub.a),
    inputs.b.to(not.in),
    not.out.to(sub.b),
    one.out.to(sub.carry_in),
    sub.carry_out.to(outputs.less),
  ],
})
