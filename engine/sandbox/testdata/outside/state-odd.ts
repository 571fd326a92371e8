circuit('OddState', { inputs: { a: bus(8), m: bus(2) }, outputs: { r8: bus(8), r1: bus(4), n32: bus(32), big: bus(40) },
  state: { x: reg(8, 300), o: reg(1, 3), plain: 77, w: reg(40, 5) },
  eval: ({ x, o, plain, w }: any) => ({ r8: x, r1: o, n32: plain, big: w }),
  onTick: ({ a, m, x, o, plain, w }: any) => m === 0 ? { x: x + a, o: o + 1, plain: plain + a * 1e9, w: w * 3n } : m === 1 ? { x: a / 2, o: a % 2 === 0, plain: -a, w: -1 } : m === 2 ? { x: -a, o: true, plain: a * 2.5, w: 2 ** 40 + a } : { x: NaN, o: undefined, plain: Infinity, w: BigInt(a) << 38n } })
