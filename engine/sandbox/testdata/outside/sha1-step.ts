const f = (t: number, b: number, c: number, d: number) => t < 20 ? (b & c) | (~b & d) : t < 40 ? b ^ c ^ d : t < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d
const Kt = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6]
const H0 = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
circuit('Sha1', { inputs: { w: bus(32), init: bit }, outputs: { ha: bus(32), he: bus(32), t: bus(7) },
  state: { a: reg(32, H0[0]), b: reg(32, H0[1]), c: reg(32, H0[2]), d: reg(32, H0[3]), e: reg(32, H0[4]), n: reg(7) },
  eval: ({ a, e, n }) => ({ ha: a, he: e, t: n }),
  onTick: ({ w, init, a, b, c, d, e, n }) => { if (init) return { a: H0[0], b: H0[1], c: H0[2], d: H0[3], e: H0[4], n: 0 }
    const tmp = (((a << 5) | (a >>> 27)) + f(n, b, c, d) + e + w + Kt[Math.floor(n / 20) & 3]) >>> 0
    return { e: d, d: c, c: ((b << 30) | (b >>> 2)) >>> 0, b: a, a: tmp, n: n === 79 ? 0 : n + 1 } } })
