circuit('Fibonacci', {
  outputs: { value: bus(8) },
  nodes: { current: Register({ width: 8 }), previous: Register({ width: 8, value: 1 }), next: Adder({ width: 8 }), on: Constant({ value: 1 }) },
  connect: ({ outputs, nodes: { current, previous, next, on } }) => [
    current.q.to(next.a, previous.data, outputs.value), previous.q.to(next.b), next.sum.to(current.data), on.out.to(current.we, previous.we),
  ],
})
