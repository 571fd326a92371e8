// An arithmetic logic unit: eight operations on two bytes.
// All eight results are there at the same time; a tree of
// multiplexers picks the one that the three `op` bits name:
//
//   op2 op1 op0   result
//    0   0   0    a + b
//    0   0   1    a - b
//    0   1   0    a AND b
//    0   1   1    a OR b
//    1   0   0    a XOR b
//    1   0   1    NOT a
//    1   1   0    a << b
//    1   1   1    a >> b
//
// The flags are what a processor branches on.
export const Alu8 = circuit('Alu8', {
  inputs: { a: bus(8), b: bus(8), op0: bit, op1: bit, op2: bit },
  outputs: { result: bus(8), zero: bit, negative: bit, carry: bit },
  nodes: {
    // The eight operations.
    add: Adder({ width: 8 }),
    sub: Subtractor({ width: 8 }),
    and: BusAnd({ width: 8 }),
    or: BusOr({ width: 8 }),
    xor: BusXor({ width: 8 }),
    not: BusNot({ width: 8 }),
    shl: LeftShifter({ width: 8 }),
    shr: RightShifter({ width: 8 }),

    // The tree: op0 chooses within pairs, op1 between pairs,
    // op2 between the two halves.
    addSub: Mux({ width: 8 }),
    andOr: Mux({ width: 8 }),
    xorNot: Mux({ width: 8 }),
    shift: Mux({ width: 8 }),
    low: Mux({ width: 8 }),
    high: Mux({ width: 8 }),
    pick: Mux({ width: 8 }),

    // Flags. `carry` is a carry for ADD, a borrow for SUB and
    // 0 for all others.
    anyBit: ReduceOr({ width: 8 }),
    isZero: Not,
    sign: Slice({ inWidth: 8, offset: 7, width: 1 }),
    carryOrBorrow: Mux({ width: 1 }),
    logical: Or,
    arithmetic: Not,
    carry: And,
    none: Constant({ value: 0, width: 1 }),
  },
  connect: ({ inputs, outputs, nodes: n }) => [
    inputs.a.to(n.add.a, n.sub.a, n.and.a, n.or.a, n.xor.a),
    inputs.a.to(n.not.in, n.shl.value, n.shr.value),
    inputs.b.to(n.add.b, n.sub.b, n.and.b, n.or.b, n.xor.b),
    inputs.b.to(n.shl.shift, n.shr.shift),
    n.none.out.to(n.add.carry_in, n.sub.borrow_in),

    n.add.sum.to(n.addSub.in0),
    n.sub.difference.to(n.addSub.in1),
    n.and.out.to(n.andOr.in0),
    n.or.out.to(n.andOr.in1),
    n.xor.out.to(n.xorNot.in0),
    n.not.out.to(n.xorNot.in1),
    n.shl.result.to(n.shift.in0),
    n.shr.result.to(n.shift.in1),
    inputs.op0.to(n.addSub.sel, n.andOr.sel, n.xorNot.sel, n.shift.sel),

    n.addSub.out.to(n.low.in0),
    n.andOr.out.to(n.low.in1),
    n.xorNot.out.to(n.high.in0),
    n.shift.out.to(n.high.in1),
    inputs.op1.to(n.low.sel, n.high.sel),

    n.low.out.to(n.pick.in0),
    n.high.out.to(n.pick.in1),
    inputs.op2.to(n.pick.sel),
    n.pick.out.to(outputs.result, n.anyBit.a, n.sign.in),

    n.anyBit.out.to(n.isZero.in),
    n.isZero.out.to(outputs.zero),
    n.sign.out.to(outputs.negative),
    n.add.carry_out.to(n.carryOrBorrow.in0),
    n.sub.borrow_out.to(n.carryOrBorrow.in1),
    inputs.op0.to(n.carryOrBorrow.sel),
    inputs.op1.to(n.logical.a),
    inputs.op2.to(n.logical.b),
    n.logical.out.to(n.arithmetic.in),
    n.arithmetic.out.to(n.carry.a),
    n.carryOrBorrow.out.to(n.carry.b),
    n.carry.out.to(outputs.carry),
  ],
})
