// Each number is the sum of the two before it, modulo 256.
// Both registers start at 0; the 1 that starts the series
// comes from a flip-flop that is 0 until the first edge.
circuit('Fibonacci', {
  outputs: { value: bus(8) },
  nodes: {
    current: Register({ width: 8 }),
    previous: Register({ width: 8 }),
    next: Adder({ width: 8 }),
    started: DFlipFlop(),
    always: Constant({ value: 1, width: 1 }),
    never: Constant({ value: 0, width: 1 }),
  },
  connect: ({
    outputs,
    nodes: { current, previous, next, started, always, never },
  }) => [
    current.q.to(next.a, previous.data, outputs.value),
    previous.q.to(next.b),
    always.out.to(started.d, current.we, previous.we),
    started.q_bar.to(next.carry_in),
    next.sum.to(current.data),
    never.out.to(current.rst, previous.rst),
  ],
})
