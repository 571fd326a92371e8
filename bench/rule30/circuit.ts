// Rule 30 on a ring of 4,096 cells, each a node of its own.
const N = 4096

const cell = (start: number) =>
  circuit(start ? 'Seed' : 'Cell', {
    inputs: { left: bit, right: bit },
    outputs: { q: bit },
    state: { s: reg(1, start) },
    eval: ({ s }) => ({ q: s }),
    onTick: ({ left, right, s }) => ({ s: left ^ (s | right) }),
  })
const Seed = cell(1)
const Cell = cell(0)

const nodes: Record<string, any> = {}
for (let i = 0; i < N; i++) nodes[`c${i}`] = i === N / 2 ? Seed : Cell
nodes.join = circuit('Join32', {
  inputs: Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`i${i}`, bit])),
  outputs: { out: bus(32) },
  eval: (v: any) => ({
    out:
      v.i0 | (v.i1 << 1) | (v.i2 << 2) | (v.i3 << 3) | (v.i4 << 4) | (v.i5 << 5) | (v.i6 << 6) | (v.i7 << 7) |
      (v.i8 << 8) | (v.i9 << 9) | (v.i10 << 10) | (v.i11 << 11) | (v.i12 << 12) | (v.i13 << 13) | (v.i14 << 14) |
      (v.i15 << 15) | (v.i16 << 16) | (v.i17 << 17) | (v.i18 << 18) | (v.i19 << 19) | (v.i20 << 20) |
      (v.i21 << 21) | (v.i22 << 22) | (v.i23 << 23) | (v.i24 << 24) | (v.i25 << 25) | (v.i26 << 26) |
      (v.i27 << 27) | (v.i28 << 28) | (v.i29 << 29) | (v.i30 << 30) | (v.i31 << 31),
  }),
})

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = [n.join.out.to(outputs.out)]
    for (let i = 0; i < N; i++) {
      list.push(n[`c${(i + 1) % N}`].q.to(n[`c${i}`].left), n[`c${(i + N - 1) % N}`].q.to(n[`c${i}`].right))
    }
    for (let i = 0; i < 32; i++) list.push(n[`c${N / 2 - 16 + i}`].q.to(n.join[`i${i}`]))
    return list
  },
})
