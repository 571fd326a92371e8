// A 32-bit counter.
circuit('Bench', {
  outputs: { out: bus(32) },
  nodes: {
    count: Register({ width: 32 }),
    next: Adder({ width: 32 }),
    one: Constant({ value: 1, width: 32 }),
    on: Constant({ value: 1, width: 1 }),
    off: Constant({ value: 0, width: 1 }),
  },
  connect: ({ outputs, nodes: { count, next, one, on, off } }) => [
    count.q.to(next.a, outputs.out),
    one.out.to(next.b),
    off.out.to(next.carry_in, count.rst),
    next.sum.to(count.data),
    on.out.to(count.we),
  ],
})
