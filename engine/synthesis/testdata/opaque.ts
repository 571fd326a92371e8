const Digits = circuit('Digits', {
  inputs: { a: bus(8) },
  outputs: { n: bus(2) },
  state: { longest: reg(2) },
  eval: ({ a, longest }) => ({ n: Math.max(JSON.stringify(a).length, longest) }),
  onTick: ({ a }) => ({ longest: JSON.stringify(a).length }),
})
const Two = circuit('Two', {
  inputs: { a: bus(8) },
  outputs: { n: bus(2) },
  nodes: { x: Digits, sw: Switch },
  connect: ({ inputs, outputs, nodes: { x } }) => [inputs.a.to(x.a), x.n.to(outputs.n)],
})
