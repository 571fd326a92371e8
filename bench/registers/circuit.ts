// 1,024 registers of 32 bits; each next value is a chain of operations on randomly chosen registers,
// 8,192 operations in all. circuit.go makes the same netlist in Verilog from the same random numbers.
const REGISTERS = 1024
const OPERATIONS = 8

let seed = 12345
const random = (below: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
  return (seed >>> 8) % below
}

const Rotate5 = circuit('Rotate5', {
  inputs: { a: bus(32), b: bus(32) },
  outputs: { out: bus(32) },
  eval: ({ a, b }) => ({ out: ((a << 5) | (a >>> 27)) ^ b }),
})

const operations = [
  () => Adder({ width: 32 }),
  () => BusXor({ width: 32 }),
  () => BusAnd({ width: 32 }),
  () => BusOr({ width: 32 }),
  () => Subtractor({ width: 32 }),
  () => Rotate5,
]

const nodes: Record<string, any> = {
  on: Constant({ value: 1, width: 1 }),
  off: Constant({ value: 0, width: 1 }),
}
const chains: { kind: number; other: number }[][] = []
for (let i = 0; i < REGISTERS; i++) {
  nodes[`r${i}`] = Register({ width: 32, value: random(0x7fffff) })
  const chain = []
  for (let k = 0; k < OPERATIONS; k++) {
    const kind = k === OPERATIONS - 1 ? 0 : random(6)
    const other = random(REGISTERS)
    chain.push({ kind, other })
    nodes[`n${i}_${k}`] = operations[kind]()
  }
  chains.push(chain)
}

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = [n.r0.q.to(outputs.out)]
    for (let i = 0; i < REGISTERS; i++) {
      let value = n[`r${i}`].q
      chains[i].forEach(({ kind, other }, k) => {
        const op = n[`n${i}_${k}`]
        list.push(value.to(op.a), n[`r${other}`].q.to(op.b))
        if (kind === 0) list.push(n.off.out.to(op.carry_in))
        if (kind === 4) list.push(n.off.out.to(op.borrow_in))
        value = kind === 0 ? op.sum : kind === 4 ? op.difference : op.out
      })
      list.push(value.to(n[`r${i}`].data), n.on.out.to(n[`r${i}`].we), n.off.out.to(n[`r${i}`].rst))
    }
    return list
  },
})
