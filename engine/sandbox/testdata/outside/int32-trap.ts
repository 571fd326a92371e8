// what arrives as int32 and what does not
circuit('Signs', {
  inputs: { a: bus(32), b: bus(31), c: bus(33) },
  outputs: { neg: bit, half: bus(32), less: bit, big: bus(33), shr: bus(32), ushr: bus(32), idiv: bus(32), str: bus(8) },
  eval: ({ a, b, c }: any) => ({ neg: a < 0, half: a / 2, less: b < a, big: c + 1n, shr: a >> 4, ushr: a >>> 4, idiv: Math.trunc(a / 7), str: String(a).length }),
})
