circuit('SwapReg', { inputs: { we: bit }, outputs: { a: bus(8), b: bus(8) }, nodes: { x: Register({ value: 1 }), y: Register({ value: 2 }) },
  connect: ({ inputs, outputs, nodes: { x, y } }) => [x.q.to(y.data, outputs.a), y.q.to(x.data, outputs.b), inputs.we.to(x.we, y.we)] })
