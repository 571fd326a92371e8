circuit('Ring', {
  outputs: { y: bit },
  nodes: { a: Not, b: Not, c: Not },
  connect: ({ outputs, nodes: { a, b, c } }) => [
    a.out.to(b.in),
    b.out.to(c.in),
    c.out.to(a.in, outputs.y),
  ],
})
