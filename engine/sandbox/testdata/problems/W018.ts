circuit('Check', {
  inputs: { a: bit, b: bus(8), w: bus(64) },
  outputs: { on: bit, full: bit, negative: bit, five: bit },
  eval: ({ a, b, w }) => ({ on: a === true, full: b === 256, negative: b < 0, five: w === 5 }),
})
