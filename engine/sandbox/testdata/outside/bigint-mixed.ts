circuit('Mix', { inputs: { a: bus(48), b: bus(16), c: bus(32) }, outputs: { s: bus(48), sh: bus(64), lo: bus(16), sgn: bus(48), num: bus(32), cmp: bit, neg: bus(48) },
  eval: ({ a, b, c }: any) => ({ s: a + BigInt(b), sh: a << BigInt(b & 15), lo: Number(a & 0xffffn), sgn: BigInt.asIntN(16, a), num: Number(BigInt.asUintN(20, a)) + c, cmp: a > c, neg: -a }) })
