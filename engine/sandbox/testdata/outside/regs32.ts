circuit('Regs32', {
  inputs: { a: bus(32), hold: bit }, outputs: { q: bus(32), neg: bit, negU: bit, sum: bus(32) },
  state: { signed: reg(32), unsigned: reg(32), acc: reg(32, -5) },
  eval: ({ signed, unsigned, acc }) => ({ q: signed, neg: signed < 0, negU: unsigned < 0, sum: acc }),
  onTick: ({ a, hold, acc, signed, unsigned }) => hold ? { signed, unsigned, acc } : { signed: a, unsigned: a >>> 0, acc: (acc + a) | 0 },
})
