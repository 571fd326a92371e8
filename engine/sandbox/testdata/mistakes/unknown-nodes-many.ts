circuit('U', { inputs: { a: bit }, outputs: { y: bit }, nodes: { inv: Not, buff: Buffer },
  connect: ({ inputs, outputs, nodes }) => [
    inputs.a.to(nodes.inverter.in),
    nodes.inv.out.to(nodes.bufff.in),
    nodes.buff.out.to(outputs.yy),
    inputs.aa.to(outputs.y),
  ] })
