namespace Rot {
  export const l = (x: number, n: number) => (x << n) | (x >>> (32 - n))
  export namespace Deep { export const r = (x: number, n: number) => l(x, 32 - n) }
}
const Quarter = circuit('Quarter', {
  inputs: { a: bus(32), b: bus(32), c: bus(32), d: bus(32) }, outputs: { a2: bus(32), b2: bus(32), c2: bus(32), d2: bus(32) },
  eval: ({ a, b, c, d }) => {
    a = (a + b) | 0; d = Rot.l(d ^ a, 16); c = (c + d) | 0; b = Rot.l(b ^ c, 12)
    a += b; d ^= a; d = Rot.Deep.r(d, 24); c += d; b ^= c; b = Rot.l(b, 7)
    return { a2: a, b2: b, c2: c, d2: d }
  },
})
