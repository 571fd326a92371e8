// Three numbers in each round, so that a third of the jumps is enough.
const [LOAD, ADD, SUB, JUMP, JNZ, OUT] = [0x80, 0xa0, 0xb0, 0x40, 0x50, 0x20]

const program = [
  LOAD | 9,
  OUT,
  SUB | 1,
  OUT,
  SUB | 1,
  OUT,
  SUB | 1,
  JNZ | 1,
  OUT,
  JUMP | 9,
]

const bitOf = (i: number) => BitSlice({ low: i, high: i, width: 8 })

const Computer = circuit('Computer', {
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

    // The program counter goes on by one, or jumps.
    pc: Register({ width: 4 }),
    next: Adder({ width: 4 }),
    target: Mux({ width: 4 }),
    one: Constant({ value: 1, width: 4 }),
    none: Constant({ value: 0 }),
    always: Constant({ value: 1 }),
    any: ReduceOr({ width: 8 }),
    allowed: Mux({ width: 1 }),
    taken: And,

    // n, or the accumulator plus or minus n.
    acc: Register({ width: 8 }),
    copies: SignExtend({ inWidth: 1, outWidth: 8 }),
    invert: BusXor({ width: 8 }),
    sum: Adder({ width: 8 }),
    pick: Mux({ width: 8 }),

    shown: Register({ width: 8 }),
    notW: Not,
    show: And,
  },
  connect: ({ inputs, outputs, nodes: c }) => [
    inputs.instruction.to(c.w.in, c.j.in, c.x.in, c.y.in, c.n.in),
    c.n.out.to(c.wide.in, c.target.in1),

    c.pc.q.to(c.next.a, outputs.address),
    c.one.out.to(c.next.b),
    c.none.out.to(c.next.carry_in),
    c.next.sum.to(c.target.in0),
    c.target.out.to(c.pc.data),
    c.always.out.to(c.pc.we, c.allowed.in0),
    c.acc.q.to(c.any.a),
    c.any.out.to(c.allowed.in1),
    c.y.out.to(c.allowed.sel, c.copies.in, c.sum.carry_in),
    c.allowed.out.to(c.taken.a),
    c.j.out.to(c.taken.b),
    c.taken.out.to(c.target.sel),

    c.wide.out.to(c.invert.a, c.pick.in0),
    c.copies.out.to(c.invert.b),
    c.acc.q.to(c.sum.a, c.shown.data, outputs.accumulator),
    c.invert.out.to(c.sum.b),
    c.sum.sum.to(c.pick.in1),
    c.x.out.to(c.pick.sel, c.show.a),
    c.pick.out.to(c.acc.data),
    c.w.out.to(c.acc.we, c.notW.in),

    c.notW.out.to(c.show.b),
    c.show.out.to(c.shown.we),
    c.shown.q.to(outputs.out),
  ],
})

circuit('Machine', {
  outputs: { out: bus(8) },
  nodes: {
    computer: Computer,
    rom: ROM({ memory: romFromBytes(program) }),
    wide: ZeroExtend({ inWidth: 4, outWidth: 16 }),
  },
  connect: ({ outputs, nodes: { computer, rom, wide } }) => [
    computer.address.to(wide.in),
    wide.out.to(rom.addr),
    rom.data_out.to(computer.instruction),
    computer.out.to(outputs.out),
  ],
})
