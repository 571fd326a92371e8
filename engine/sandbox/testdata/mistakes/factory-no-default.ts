const Inc = circuit('Inc', ({ width }) => ({ inputs: { a: bus(width) }, outputs: { y: bus(width) }, eval: ({ a }) => ({ y: a + 1 }) }))
circuit('A', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, nodes: { i: Inc() }, connect: ({ inputs, outputs, nodes: { i } }) => [inputs.a.to(i.a), i.y.to(outputs.y)] })
