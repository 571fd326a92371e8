// A systolic array: nine cells multiply two 3x3 matrices. It
// is how matrix units of AI accelerators work. Nobody tells a
// cell what to do; numbers march through the grid, and every
// cell multiplies what meets in it and adds that up.
//
//            B column 0   column 1   column 2
//                |           |          |
//   A row 0 -> cell 00 -> cell 01 -> cell 02
//                |           |          |
//   A row 1 -> cell 10 -> cell 11 -> cell 12
//                |           |          |
//   A row 2 -> cell 20 -> cell 21 -> cell 22
//
// Row i and column j set off i and j cycles late, so that
// A[i][k] and B[k][j] meet in cell ij at the same time.
const SIZE = 3
const A = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 9],
]
const B = [
  [2, 0, 1],
  [0, 2, 0],
  [1, 0, 2],
]
const range = Array.from({ length: SIZE }, (_, i) => i)

// One cell: total += a * b, and a goes on to the right, b
// downwards, one cycle later.
const Cell = circuit('MacCell', {
  inputs: { a: bus(8), b: bus(8), run: bit },
  outputs: { right: bus(8), down: bus(8), total: bus(16) },
  nodes: {
    multiply: Multiplier,
    add: Adder({ width: 16 }),
    noCarry: Constant({ value: 0, width: 1 }),
    total: Register({ width: 16 }),
    right: Register({ width: 8 }),
    down: Register({ width: 8 }),
    never: Constant({ value: 0, width: 1 }),
  },
  connect: ({
    inputs,
    outputs,
    nodes: { multiply, add, noCarry, total, right, down, never },
  }) => [
    inputs.a.to(multiply.a, right.data),
    inputs.b.to(multiply.b, down.data),
    multiply.product.to(add.a),
    total.q.to(add.b, outputs.total),
    noCarry.out.to(add.carry_in),
    add.sum.to(total.data),
    inputs.run.to(total.we, right.we, down.we),
    never.out.to(total.rst, right.rst, down.rst),
    right.q.to(outputs.right),
    down.q.to(outputs.down),
  ],
})

// Sends three numbers one after the other, beginning with
// cycle `start`; before and after that, 0. Zeros do no harm
// in a cell: they add nothing.
const Feeder = circuit('Feeder', ({ start = 0 }: { start?: number } = {}) => ({
  inputs: { cycle: bus(4), v0: bus(8), v1: bus(8), v2: bus(8) },
  outputs: { out: bus(8) },
  nodes: {
    first: Constant({ value: start, width: 4 }),
    index: Subtractor({ width: 4 }),
    noBorrow: Constant({ value: 0, width: 1 }),
    // Indices 0, 1, 2 are our turn; the others pick a 0.
    low: Slice({ inWidth: 4, offset: 0, width: 2 }),
    high: Slice({ inWidth: 4, offset: 2, width: 2 }),
    late: ReduceOr({ width: 2 }),
    line: Decoder,
    lines: Concat({ hiWidth: 1, loWidth: 1 }),
    select: Concat({ hiWidth: 1, loWidth: 2 }),
    zero: Constant({ value: 0, width: 8 }),
    pick: Pmux({ width: 8, sWidth: 3 }),
    out: Mux({ width: 8 }),
  },
  connect: ({ inputs, outputs, nodes: n }) => [
    inputs.cycle.to(n.index.a),
    n.first.out.to(n.index.b),
    n.noBorrow.out.to(n.index.borrow_in),
    n.index.difference.to(n.low.in, n.high.in),
    n.high.out.to(n.late.a),
    n.low.out.to(n.line.in),
    n.line.out0.to(n.lines.low),
    n.line.out1.to(n.lines.high),
    n.lines.out.to(n.select.low),
    n.line.out2.to(n.select.high),
    n.select.out.to(n.pick.s),
    inputs.v0.to(n.pick.b_0),
    inputs.v1.to(n.pick.b_1),
    inputs.v2.to(n.pick.b_2),
    n.pick.out.to(n.out.in0),
    n.zero.out.to(n.pick.a, n.out.in1),
    n.late.out.to(n.out.sel),
    n.out.out.to(outputs.out),
  ],
}))

circuit('Systolic3x3', {
  inputs: { start: bit },
  outputs: {
    c00: bus(16),
    c01: bus(16),
    c02: bus(16),
    c10: bus(16),
    c11: bus(16),
    c12: bus(16),
    c20: bus(16),
    c21: bus(16),
    c22: bus(16),
    done: bit,
  },
  nodes: {
    // The matrices: change the numbers on the canvas. a is in
    // rows, b in columns, as the feeders need them.
    a: range.flatMap((i) =>
      range.map((k) => Input({ value: A[i][k], width: 8 })),
    ),
    b: range.flatMap((j) =>
      range.map((k) => Input({ value: B[k][j], width: 8 })),
    ),
    rowFeeder: range.map((i) => Feeder({ start: i })),
    columnFeeder: range.map((j) => Feeder({ start: j })),
    cell: range.flatMap(() => range.map(() => Cell)),

    // Cell 22 gets its last pair in cycle 6: its feeders set
    // off at 2, the way to it takes 2 more, and the third
    // number follows 2 after the first. By cycle 9 all is
    // still: `done`.
    cycle: Register({ width: 4 }),
    next: Adder({ width: 4 }),
    one: Constant({ value: 1, width: 4 }),
    noCarry: Constant({ value: 0, width: 1 }),
    last: Constant({ value: 9, width: 4 }),
    compare: Comparator({ width: 4 }),
    run: And,
  },
  connect: ({ inputs, outputs, nodes: n }) => {
    const at = (row: number, column: number) => n.cell[row * SIZE + column]
    const totals = [
      outputs.c00,
      outputs.c01,
      outputs.c02,
      outputs.c10,
      outputs.c11,
      outputs.c12,
      outputs.c20,
      outputs.c21,
      outputs.c22,
    ]
    const wire = (feeder: typeof n.rowFeeder, numbers: typeof n.a) =>
      feeder.flatMap((f, i) => [
        n.cycle.q.to(f.cycle),
        numbers[i * SIZE].out.to(f.v0),
        numbers[i * SIZE + 1].out.to(f.v1),
        numbers[i * SIZE + 2].out.to(f.v2),
      ])
    return [
      ...wire(n.rowFeeder, n.a),
      ...wire(n.columnFeeder, n.b),
      ...range.map((i) => n.rowFeeder[i].out.to(at(i, 0).a)),
      ...range.map((j) => n.columnFeeder[j].out.to(at(0, j).b)),

      // Neighbours pass numbers on.
      ...range.flatMap((i) =>
        range.slice(1).map((j) => at(i, j - 1).right.to(at(i, j).a)),
      ),
      ...range
        .slice(1)
        .flatMap((i) => range.map((j) => at(i - 1, j).down.to(at(i, j).b))),
      ...n.cell.map((cell) => n.run.out.to(cell.run)),
      ...n.cell.map((cell, i) => cell.total.to(totals[i])),

      // Count cycles while started and not done.
      n.cycle.q.to(n.next.a, n.compare.a),
      n.one.out.to(n.next.b),
      n.noCarry.out.to(n.next.carry_in, n.cycle.rst),
      n.next.sum.to(n.cycle.data),
      n.last.out.to(n.compare.b),
      n.compare.eq.to(outputs.done),
      n.compare.ne.to(n.run.a),
      inputs.start.to(n.run.b),
      n.run.out.to(n.cycle.we),
    ]
  },
})
