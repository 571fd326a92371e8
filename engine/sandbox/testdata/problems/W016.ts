circuit('Counts', {
  inputs: { key: bus(4) },
  outputs: { pressed: bus(8), total: bus(16) },
  state: { counts: mem(16, 8), all: reg(16) },
  eval: ({ key, counts, all }) => ({ pressed: counts[key], total: all }),
  onTick: ({ key, counts, all }) => {
    counts[key] += 1
    return { all: all + 1 }
  },
})
