// A ring of 100 nodes, each with lambdas of its own kind.
const N = 100

const make = (i: number) => {
  const shift = i % 7
  const limit = 1000 + 37 * i
  return circuit(`Node${i}`, {
    inputs: { x: bus(16) },
    outputs: { y: bus(16) },
    state: { s: reg(16, i), count: reg(16) },
    eval: ({ s, count }) => ({ y: s ^ (count >> 3) }),
    onTick: ({ x, s, count }) => {
      let next = (s + (x << shift) + i) & 0xffff
      if (next > limit) next -= count
      const busy = (x & 3) === i % 4
      return { s: next & 0xffff, count: busy ? (count + 1) & 0xffff : count }
    },
  })
}

const nodes: Record<string, any> = {}
for (let i = 0; i < N; i++) nodes[`n${i}`] = make(i)

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = [n.n0.y.to(outputs.out)]
    for (let i = 0; i < N; i++) list.push(n[`n${i}`].y.to(n[`n${(i + 1) % N}`].x))
    return list
  },
})
