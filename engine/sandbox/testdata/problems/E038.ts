circuit('Top', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  connect: ({ inputs, outputs }) => [inputs.a.to(outputs.y), inputs.b.to(outputs.y)],
})
