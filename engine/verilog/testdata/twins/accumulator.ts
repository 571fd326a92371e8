// Adds signed numbers and stays at the ends of the range.
circuit('Accumulator', {
  inputs: { x: bus(8) },
  outputs: { total: bus(8) },
  state: { sum: reg(8) },
  eval: ({ sum }) => ({ total: sum }),
  onTick: ({ x = 0, sum }) => {
    const signed = (n: number) => (n << 24) >> 24
    const next = signed(x) + signed(sum)
    return { sum: (next > 127 ? 127 : next < -128 ? -128 : next) & 255 }
  },
})
