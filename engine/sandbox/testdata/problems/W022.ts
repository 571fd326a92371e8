circuit('Top', {
  outputs: { y: bus(64) },
  state: { q: reg(64, 9007199254740993) },
  eval: ({ q }) => ({ y: q }),
  onTick: () => ({ q: 0xffffffffffffffff }),
})
