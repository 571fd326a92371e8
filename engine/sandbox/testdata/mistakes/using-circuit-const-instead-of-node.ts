const A = circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })
circuit('B', { inputs: { a: bit }, outputs: { y: bit }, nodes: { u: A }, connect: ({ inputs, outputs }) => [inputs.a.to(A.a), A.y.to(outputs.y)] })
