circuit('MyLatch', {
  inputs: { set: bit, reset: bit },
  outputs: { q: bit },
  nodes: { q: Nor, notQ: Nor },
  connect: ({ inputs, outputs, nodes: { q, notQ } }) => [
    inputs.reset.to(q.a),
    inputs.set.to(notQ.a),
    q.out.to(outputs.q),
  ],
})
