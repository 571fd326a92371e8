circuit('Bits', { inputs: { a: bus(32), b: bus(32) }, outputs: { clz: bus(6), mul: bus(32), pop: bus(6), ctz: bus(6), sat: bus(8), sgn: bus(2), mulhu: bus(32) },
  eval: ({ a, b }) => { let v = a - ((a >>> 1) & 0x55555555); v = (v & 0x33333333) + ((v >>> 2) & 0x33333333); v = ((v + (v >>> 4)) & 0xf0f0f0f) * 0x1010101 >>> 24
    return { clz: Math.clz32(a), mul: Math.imul(a, b), pop: v, ctz: a === 0 ? 32 : 31 - Math.clz32(a & -a), sat: Math.max(0, Math.min(255, a)), sgn: Math.sign(b), mulhu: Number((BigInt(a >>> 0) * BigInt(b >>> 0)) >> 32n) } } })
