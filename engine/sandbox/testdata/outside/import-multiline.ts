import {
  circuit,
  bit,
} from '@simten/core/circuit';
import type { BuiltCircuit } from '@simten/core'
import {
  And,
  Not, // trailing comma
} from '@simten/core/std'
import '@simten/core/anything'
export { Nand2 }
const Nand2: BuiltCircuit<any, any> = circuit('Nand2', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { a: And, n: Not }, connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.a.a), inputs.b.to(nodes.a.b), nodes.a.out.to(nodes.n.in), nodes.n.out.to(outputs.y)] })
