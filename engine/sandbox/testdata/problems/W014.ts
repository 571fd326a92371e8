circuit('Next', {
  inputs: { data: bus(8) },
  outputs: { y: bus(8) },
  eval: ({ dat }) => ({ y: (dat + 1) & 255 }),
})
