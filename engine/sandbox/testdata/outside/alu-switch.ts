// An ALU the way a TypeScript person writes it.
import { circuit, bit, bus } from '@simten/core/circuit'
enum Op { Add, Sub, And, Or, Xor, Slt, Shl, Shr }
type Flags = { zero: boolean; neg: boolean }
function flags(v: number): Flags { return { zero: v === 0, neg: (v & 0x80) !== 0 } }
const run = (op: Op, a: number, b: number): number => {
  switch (op) {
    case Op.Add: return (a + b) & 0xff
    case Op.Sub: return (a - b) & 0xff
    case Op.And: return a & b
    case Op.Or: return a | b
    case Op.Xor: return a ^ b
    case Op.Slt: return a < b ? 1 : 0
    case Op.Shl: return (a << (b & 7)) & 0xff
    default: return a >>> (b & 7)
  }
}
export default circuit('Alu8', {
  inputs: { a: bus(8), b: bus(8), op: bus(3) },
  outputs: { y: bus(8), zero: bit, neg: bit },
  eval: ({ a, b, op }) => { const y = run(op as Op, a, b); return { y, ...flags(y) } },
})
