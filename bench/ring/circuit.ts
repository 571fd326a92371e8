// A ring of 32 registers, each followed by an adder of a constant: 97 nodes.
const N = 32
const nodes: Record<string, any> = { on: Constant({ value: 1, width: 1 }) }
for (let i = 0; i < N; i++) {
  nodes[`r${i}`] = Register({ width: 32, value: i * i + 1 })
  nodes[`a${i}`] = Adder({ width: 32 })
  nodes[`k${i}`] = Constant({ value: 2 * i + 1, width: 32 })
}

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = [n.r0.q.to(outputs.out)]
    for (let i = 0; i < N; i++) {
      list.push(n.on.out.to(n[`r${i}`].we), n[`r${i}`].q.to(n[`a${i}`].a), n[`k${i}`].out.to(n[`a${i}`].b))
      list.push(n[`a${i}`].sum.to(n[`r${(i + 1) % N}`].data))
    }
    return list
  },
})
