component('Old', { in: { a: bit, s: bus(8) }, out: { y: bit, q: bus(8), k: bus(8) },
  nodes: { f: DFlipFlop(), r: Register, btn: Button, one: Constant({ value: 1 }), sw: Switch({ value: 1 }), add: Adder },
  connect: ({ inputs, outputs, nodes: n }) => [inputs.a.to(n.f.d), n.f.q.to(outputs.y), inputs.s.to(n.r.data, n.add.a), n.one.out.to(n.r.we), n.r.q.to(outputs.q, n.add.b), n.btn.out.to(n.r.rst), n.sw.out.to(n.add.carry_in), n.add.sum.to(outputs.k)] })
