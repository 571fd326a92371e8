const bitOf = (i: number) => BitSlice({ low: i, high: i, width: 8 })

circuit('Computer', {
  inputs: { instruction: bus(8) },
  outputs: { address: bus(4), accumulator: bus(8), out: bus(8) },
  nodes: {
    // The instruction: w j x y, and n.
    w: bitOf(7),
    j: bitOf(6),
    x: bitOf(5),
    y: bitOf(4),
    n: BitSlice({ low: 0, high: 3, width: 8 }),
    wide: ZeroExtend({ inWidth: 4, outWidth: 8 }),

    // The program counter goes on by one.
    pc: Register({ width: 4 }),
    next: Adder({ width: 4 }),
    one: Constant({ value: 1, width: 4 }),
    none: Constant({ value: 0 }),
    always: Constant({ value: 1 }),

    acc: Register({ width: 8 }),
    shown: Register({ width: 8 }),
  },
  connect: ({ inputs, outputs, nodes: c }) => [
    inputs.instruction.to(c.w.in, c.j.in, c.x.in, c.y.in, c.n.in),
    c.n.out.to(c.wide.in),

    c.pc.q.to(c.next.a, outputs.address),
    c.one.out.to(c.next.b),
    c.none.out.to(c.next.carry_in),
    c.next.sum.to(c.pc.data),
    c.always.out.to(c.pc.we),

    c.wide.out.to(c.acc.data),
    c.w.out.to(c.acc.we),
    c.acc.q.to(c.shown.data, outputs.accumulator),
    c.shown.q.to(outputs.out),
  ],
})
