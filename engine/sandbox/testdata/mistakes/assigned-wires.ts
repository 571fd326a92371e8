circuit('Top', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit, z: bit, w: bit },
  nodes: { g: And, h: [Not, Not], n: Not },
  connect: ({ inputs, outputs, nodes: { g, h, n } }) => [
    g.a = inputs.a,
    g.b = inputs.b,
    h[0].in = inputs.b,
    h[1].in = h[0],
    outputs.y = g.out,
    outputs.w = 1,
    n.out = outputs.z,
    n.q = inputs.a,
    n.in = outputs.w,
  ],
})
