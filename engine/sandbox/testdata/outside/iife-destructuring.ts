const { N: { bits: NB = 6 }, list: [, second, ...others] } = { N: {} as { bits?: number }, list: [1, 2, 3, 4] }
const C = (() => { const inner = circuit('Inner' + NB, { inputs: { a: bus(NB) }, outputs: { y: bus(NB + second) }, eval: ({ a }) => ({ y: a * others.length + second }) }); return inner })()
circuit('Iife', { inputs: { a: bus(NB) }, outputs: { y: bus(NB + second) }, nodes: { C }, connect: ({ inputs, outputs, nodes: { C } }) => [inputs.a.to(C.a), C.y.to(outputs.y)] })
