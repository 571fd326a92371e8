circuit('MyCounter', {
  inputs: { on: bit, clear: bit },
  outputs: { count: bus(8) },
  nodes: { word: Register({ width: 8 }), inc: Incrementer, always: Constant({ value: 1 }) },
  connect: ({ inputs, outputs, nodes: { word, inc, always } }) => [
    word.q.to(inc.in, outputs.count),
    inc.out.to(word.data),
    always.out.to(word.we),
  ],
})
