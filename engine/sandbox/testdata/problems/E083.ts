circuit('Wait', {
  inputs: { ready: bit },
  outputs: { y: bit },
  eval: ({ ready }) => {
    while (!ready) {}
    return { y: 1 }
  },
})
