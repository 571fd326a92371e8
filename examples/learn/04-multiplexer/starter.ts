// y = sel ? b : a
circuit('MyMux', {
  inputs: { a: bit, b: bit, sel: bit },
  outputs: { y: bit },
  nodes: { valve: And },
  connect: ({ inputs, outputs, nodes: { valve } }) => [
    inputs.b.to(valve.a),
    inputs.sel.to(valve.b),
    valve.out.to(outputs.y),
  ],
})
