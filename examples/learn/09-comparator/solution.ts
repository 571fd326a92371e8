circuit('MyComparator', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { less: bit, equal: bit },
  nodes: {
    sub: Adder({ width: 8 }),
    not: BusNot({ width: 8 }),
    one: Constant({ value: 1 }),
    any: ReduceOr({ width: 8 }),
    noCarry: Not,
    none: Not,
  },
  connect: ({ inputs, outputs, nodes: { sub, not, one, any, noCarry, none } }) => [
    inputs.a.to(sub.a),
    inputs.b.to(not.in),
    not.out.to(sub.b),
    one.out.to(sub.carry_in),
    sub.carry_out.to(noCarry.in),
    noCarry.out.to(outputs.less),
    sub.sum.to(any.a),
    any.out.to(none.in),
    none.out.to(outputs.equal),
  ],
})
