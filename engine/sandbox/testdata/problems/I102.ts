circuit('Decode', {
  inputs: { op: bus(2), a: bus(8) },
  outputs: { y: bus(8) },
  eval: ({ op, a }) => {
    let y
    if (op === 0) y = a
    if (op === 1) y = a + 1
    if (op === 2) y = 255 - a
    return { y }
  },
})
