circuit('R', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Not },
  connect: ({ a, y, g }) => [a.to(g.in), g.out.to(y)] })
