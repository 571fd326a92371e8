circuit('MyCounter', {
  inputs: { on: bit, clear: bit },
  outputs: { count: bus(8) },
  nodes: { word: Register({ width: 8 }), inc: Incrementer },
  connect: ({ inputs, outputs, nodes: { word, inc } }) => [
    word.q.to(inc.in, outputs.count),
    inc.out.to(word.data),
    inputs.on.to(word.we),
    inputs.clear.to(word.rst),
  ],
})
