circuit('Top', {
  inputs: { a: bus(8) },
  outputs: { y: bit },
  connect: ({ inputs, outputs }) => [inputs.a.to(outputs.y)],
})
