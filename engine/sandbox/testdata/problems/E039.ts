circuit('Top', {
  inputs: { a: bit },
  outputs: { y: bit },
  connect: ({ inputs, outputs }) => {
    inputs.a.to(outputs.y)
  },
})
