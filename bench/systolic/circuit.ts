// An 8 x 8 systolic array of multiply-accumulate cells with 16-bit operands and 32-bit sums. The
// rows and columns are fed by small generators; the output is the exclusive-or of all sums.
const N = 8

const Feeder = circuit('Feeder', ({ step = 1 }: { step?: number } = {}) => ({
  outputs: { out: bus(16) },
  state: { s: reg(16) },
  eval: ({ s }) => ({ out: s }),
  onTick: ({ s }) => ({ s: (s * 5 + step) & 0xffff }),
}))

const Cell = circuit('Cell', {
  inputs: { a: bus(16), b: bus(16), chain: bus(32) },
  outputs: { right: bus(16), down: bus(16), mixed: bus(32) },
  state: { ra: reg(16), rb: reg(16), sum: reg(32) },
  eval: ({ ra, rb, sum, chain }) => ({ right: ra, down: rb, mixed: sum ^ chain }),
  onTick: ({ a, b, sum }) => ({ ra: a, rb: b, sum: (sum + Math.imul(a, b)) | 0 }),
})

const nodes: Record<string, any> = { zero: Constant({ value: 0, width: 32 }) }
for (let i = 0; i < N; i++) {
  nodes[`left${i}`] = Feeder({ step: 2 * i + 1 })
  nodes[`top${i}`] = Feeder({ step: 4 * i + 3 })
  for (let j = 0; j < N; j++) nodes[`c${i}_${j}`] = Cell
}

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = []
    let chain = n.zero.out
    for (let i = 0; i < N; i++) {
      for (let j = 0; j < N; j++) {
        const cell = n[`c${i}_${j}`]
        list.push(
          (j === 0 ? n[`left${i}`].out : n[`c${i}_${j - 1}`].right).to(cell.a),
          (i === 0 ? n[`top${j}`].out : n[`c${i - 1}_${j}`].down).to(cell.b),
          chain.to(cell.chain),
        )
        chain = cell.mixed
      }
    }
    list.push(chain.to(outputs.out))
    return list
  },
})
