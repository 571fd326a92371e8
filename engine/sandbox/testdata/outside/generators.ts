function* bits(v: number, n: number) { for (let i = 0; i < n; i++) yield (v >> i) & 1 }
circuit('Gen', { inputs: { a: bus(16) }, outputs: { pop: bus(5), rev: bus(16), first: bus(5) },
  eval: ({ a }) => { let pop = 0, rev = 0, i = 0, first = 16; for (const b of bits(a, 16)) { pop += b; rev = (rev << 1) | b; if (b && first === 16) first = i; i++ } return { pop, rev, first } } })
