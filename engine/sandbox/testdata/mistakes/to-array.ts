circuit('R', { inputs: { a: bit }, outputs: { y: bit, z: bit }, nodes: { g: [Not, Not] },
  connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.map((n) => n.in)), g[0].out.to(outputs.y), g[1].out.to(outputs.z)] })
