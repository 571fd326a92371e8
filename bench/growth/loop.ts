// Goes behind the constant N: one circuit of so many gates, wired to near ones at random; every tenth is a flip-flop.
let seed = 12345
const random = (below: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
  return (seed >>> 8) % below
}
const g = []
for (let i = 0; i < N; i++) g.push(i % 10 === 0 ? DFlipFlop() : i % 3 === 0 ? Nand : i % 3 === 1 ? Xor : Or)
circuit('Growth', {
  inputs: { a: bit },
  outputs: { y: bit },
  nodes: { g },
  connect: ({ inputs, outputs, nodes: { g } }) => {
    const out = (i: number) => (i < 0 ? inputs.a : i % 10 === 0 ? g[i].q : g[i].out)
    const list = [out(N - 1).to(outputs.y)]
    for (let i = 0; i < N; i++) {
      if (i % 10 === 0) list.push(out(i - 1).to(g[i].d))
      else list.push(out(i - 1).to(g[i].a), out(i - 1 - random(Math.min(i, 50) + 1)).to(g[i].b))
    }
    return list
  },
})
