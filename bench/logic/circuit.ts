// 1,000 random gates of two inputs and 64 flip-flops: 1,064 nodes, and one that joins the output.
const flipFlops = 64
const gates = 1000
let seed = 7
const random = (below: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
  return (seed >> 8) % below
}
const kinds = [Xor, Nand, Xnor, Or, And, Nor]

const nodes: Record<string, any> = {}
for (let i = 0; i < flipFlops; i++) nodes[`d${i}`] = DFlipFlop({ value: i % 3 === 0 ? 1 : 0 })
for (let i = 0; i < gates; i++) nodes[`g${i}`] = kinds[i % 2 ? random(kinds.length) : 0]
nodes.join = circuit('Join', {
  inputs: Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`i${i}`, bit])),
  outputs: { out: bus(32) },
  eval: (v) => {
    let r = 0
    for (let i = 0; i < 32; i++) r |= v[`i${i}`] << i
    return { out: r }
  },
})

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const source = (i: number) => (i < flipFlops ? n[`d${i}`].q : n[`g${i - flipFlops}`].out)
    const list = [n.join.out.to(outputs.out)]
    for (let i = 0; i < 32; i++) list.push(n[`d${i}`].q.to(n.join[`i${i}`]))
    for (let i = 0; i < gates; i++) {
      list.push(source(random(flipFlops + i)).to(n[`g${i}`].a), source(random(flipFlops + i)).to(n[`g${i}`].b))
    }
    for (let i = 0; i < flipFlops; i++) list.push(n[`g${gates - 1 - ((i * 13) % (gates / 2))}`].out.to(n[`d${i}`].d))
    return list
  },
})
