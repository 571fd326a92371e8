circuit('Count', {
  outputs: { q: bus(8) },
  state: { c: reg(8), d: reg(8) },
  eval: (s) => ({ q: s.c }),
  onTick: (s) => {
    s.c = s.c + 1
    s.d++
    return { d: s.d }
  },
})
