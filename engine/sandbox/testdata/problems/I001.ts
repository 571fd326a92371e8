circuit('Top', {
  inputs: { a: bus(8), b: bus(8), pick: bit },
  outputs: { y: bus(8) },
  nodes: { m: Mux() },
  connect: ({ inputs, outputs, nodes: { m } }) => [
    inputs.a.to(m.in0),
    inputs.b.to(m.in1),
    inputs.pick.to(m.sel),
    m.out.to(outputs.y),
  ],
})
