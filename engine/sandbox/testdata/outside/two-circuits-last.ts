export const First = circuit('First', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: 1 - a }) })
export const Second = circuit('Second', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { f: First, g: Nand }, connect: ({ inputs, outputs, nodes: { f, g } }) => [inputs.a.to(f.a), f.y.to(g.a), inputs.b.to(g.b), g.out.to(outputs.y)] })
export default First
