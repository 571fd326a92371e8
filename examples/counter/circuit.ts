// Counts 1, 2, 3 … 255 and then 0 again: a register that
// loads its own value plus one at every clock edge.
// `clear` sets it back to 0.
circuit('Counter8', {
  inputs: { clear: bit },
  outputs: { count: bus(8) },
  nodes: {
    count: Register({ width: 8 }),
    next: Adder({ width: 8 }),
    one: Constant({ value: 1, width: 8 }),
    always: Constant({ value: 1, width: 1 }),
    noCarry: Constant({ value: 0, width: 1 }),
  },
  connect: ({
    inputs,
    outputs,
    nodes: { count, next, one, always, noCarry },
  }) => [
    count.q.to(next.a, outputs.count),
    one.out.to(next.b),
    noCarry.out.to(next.carry_in),
    next.sum.to(count.data),
    always.out.to(count.we),
    inputs.clear.to(count.rst),
  ],
})
