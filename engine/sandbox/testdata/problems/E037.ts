circuit('Top', {
  inputs: { a: bus(16) },
  outputs: { y: bus(8) },
  connect: ({ inputs, outputs }) => [inputs.a.to(outputs.y)],
})
