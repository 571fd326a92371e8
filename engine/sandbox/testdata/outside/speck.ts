const rr = (x: number, n: number) => ((x >>> n) | (x << (16 - n))) & 0xffff, rl = (x: number, n: number) => rr(x, 16 - n)
const keys = [0x0100, 0x1918, 0x0908, 0x1110]
circuit('Speck32', { inputs: { x: bus(16), y: bus(16), go: bit }, outputs: { cx: bus(16), cy: bus(16), round: bus(3) }, state: { a: reg(16), b: reg(16), i: reg(3) },
  eval: ({ a, b, i }) => ({ cx: a, cy: b, round: i }),
  onTick: ({ x, y, go, a, b, i }) => { if (go) [a, b, i] = [x, y, 0]; else { a = (rr(a, 7) + b) & 0xffff; a ^= keys[i & 3]!; b = rl(b, 2) ^ a; i = (i + 1) & 7 } return { a, b, i } } })
