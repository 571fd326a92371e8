// The ALU of the Hack computer from "The Elements of
// Computing Systems" (nand2tetris). It has one adder and one
// AND, and six control bits that bend their operands:
//
//   zx  x becomes 0        nx  then x is inverted
//   zy  y becomes 0        ny  then y is inverted
//   f   1: x + y, 0: x AND y
//   no  the result is inverted
//
// Inverting before and after an addition subtracts: since
// NOT x = -x - 1, NOT (NOT x + y) = x - y. That is how 18
// useful functions come out of so little.
const Operand = circuit('Operand', {
  inputs: { in: bus(16), zero: bit, invert: bit },
  outputs: { out: bus(16) },
  nodes: {
    nothing: Constant({ value: 0, width: 16 }),
    zeroed: Mux({ width: 16 }),
    not: BusNot({ width: 16 }),
    inverted: Mux({ width: 16 }),
  },
  connect: ({ inputs, outputs, nodes: { nothing, zeroed, not, inverted } }) => [
    inputs.in.to(zeroed.in0),
    nothing.out.to(zeroed.in1),
    inputs.zero.to(zeroed.sel),
    zeroed.out.to(not.in, inverted.in0),
    not.out.to(inverted.in1),
    inputs.invert.to(inverted.sel),
    inverted.out.to(outputs.out),
  ],
})

circuit('HackAlu', {
  inputs: {
    x: bus(16),
    y: bus(16),
    zx: bit,
    nx: bit,
    zy: bit,
    ny: bit,
    f: bit,
    no: bit,
  },
  outputs: { out: bus(16), zr: bit, ng: bit },
  nodes: {
    x: Operand,
    y: Operand,
    and: BusAnd({ width: 16 }),
    add: Adder({ width: 16 }),
    noCarry: Constant({ value: 0, width: 1 }),
    function: Mux({ width: 16 }),
    not: BusNot({ width: 16 }),
    result: Mux({ width: 16 }),
    // The flags: zr is 1 when out is 0, ng when it is
    // negative, which is its highest bit.
    any: ReduceOr({ width: 16 }),
    isZero: Not,
    sign: Slice({ inWidth: 16, offset: 15, width: 1 }),
  },
  connect: ({ inputs, outputs, nodes: n }) => [
    inputs.x.to(n.x.in),
    inputs.zx.to(n.x.zero),
    inputs.nx.to(n.x.invert),
    inputs.y.to(n.y.in),
    inputs.zy.to(n.y.zero),
    inputs.ny.to(n.y.invert),

    n.x.out.to(n.and.a, n.add.a),
    n.y.out.to(n.and.b, n.add.b),
    n.noCarry.out.to(n.add.carry_in),
    n.and.out.to(n.function.in0),
    n.add.sum.to(n.function.in1),
    inputs.f.to(n.function.sel),

    n.function.out.to(n.not.in, n.result.in0),
    n.not.out.to(n.result.in1),
    inputs.no.to(n.result.sel),
    n.result.out.to(outputs.out, n.any.a, n.sign.in),
    n.any.out.to(n.isZero.in),
    n.isZero.out.to(outputs.zr),
    n.sign.out.to(outputs.ng),
  ],
})
