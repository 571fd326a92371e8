// Two valves, one of which is open, and an OR that collects what they let through.
circuit('MyMux', {
  inputs: { a: bit, b: bit, sel: bit },
  outputs: { y: bit },
  nodes: { not: Not, valveA: And, valveB: And, or: Or },
  connect: ({ inputs, outputs, nodes: { not, valveA, valveB, or } }) => [
    inputs.sel.to(not.in, valveB.b),
    inputs.a.to(valveA.a),
    not.out.to(valveA.b),
    inputs.b.to(valveB.a),
    valveA.out.to(or.a),
    valveB.out.to(or.b),
    or.out.to(outputs.y),
  ],
})
