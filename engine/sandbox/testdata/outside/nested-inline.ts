circuit('Outer', { inputs: { a: bus(4) }, outputs: { y: bus(4) },
  nodes: { n: circuit('Middle', { inputs: { a: bus(4) }, outputs: { y: bus(4) }, nodes: { i: circuit('Inner', { inputs: { a: bus(4) }, outputs: { y: bus(4) }, eval: ({ a }) => ({ y: (a * 7) & 15 }) }) },
    connect: ({ inputs, outputs, nodes: { i } }) => [inputs.a.to(i.a), i.y.to(outputs.y)] }) },
  connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.a), n.y.to(outputs.y)] })
