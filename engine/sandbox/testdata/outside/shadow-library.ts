const And = circuit('And', { inputs: { a: bit, b: bit }, outputs: { out: bit }, eval: ({ a, b }) => ({ out: a && !b }) })
circuit('Mine', { inputs: { a: bit, b: bit }, outputs: { y: bit, z: bit }, nodes: { g: And, o: Or }, connect: ({ inputs, outputs, nodes: { g, o } }) => [inputs.a.to(g.a, o.a), inputs.b.to(g.b, o.b), g.out.to(outputs.y), o.out.to(outputs.z)] })
