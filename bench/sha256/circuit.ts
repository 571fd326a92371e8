// SHA-256 of one block each cycle, all 64 rounds in a row. The next block is the digest and eight
// words that count.
const K = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
  0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
  0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]
const H = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const w32 = bus(32)

const rotr = (x: number, n: number) => (x >>> n) | (x << (32 - n))

const Round = circuit('Round', ({ k = 0 }: { k?: number } = {}) => ({
  inputs: { a: w32, b: w32, c: w32, d: w32, e: w32, f: w32, g: w32, h: w32, w: w32 },
  outputs: { a2: w32, b2: w32, c2: w32, d2: w32, e2: w32, f2: w32, g2: w32, h2: w32 },
  eval: ({ a, b, c, d, e, f, g, h, w }) => {
    const t1 = (h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + k + w) | 0
    const t2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    return { a2: (t1 + t2) | 0, b2: a, c2: b, d2: c, e2: (d + t1) | 0, f2: e, g2: f, h2: g }
  },
}))

const Schedule = circuit('Schedule', {
  inputs: { w0: w32, w1: w32, w9: w32, w14: w32 },
  outputs: { w: w32 },
  eval: ({ w0, w1, w9, w14 }) => {
    const s0 = rotr(w1, 7) ^ rotr(w1, 18) ^ (w1 >>> 3)
    const s1 = rotr(w14, 17) ^ rotr(w14, 19) ^ (w14 >>> 10)
    return { w: (w0 + s0 + w9 + s1) | 0 }
  },
})

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const nodes: Record<string, any> = { on: Constant({ value: 1, width: 1 }), off: Constant({ value: 0, width: 1 }) }
for (let i = 0; i < 64; i++) {
  nodes[`round${i}`] = Round({ k: K[i] })
  if (i < 8) {
    nodes[`h${i}`] = Constant({ value: H[i], width: 32 })
    nodes[`sum${i}`] = Adder({ width: 32 })
    nodes[`digest${i}`] = Register({ width: 32 })
    nodes[`count${i}`] = Register({ width: 32, value: i })
    nodes[`step${i}`] = Constant({ value: 2 * i + 1, width: 32 })
    nodes[`next${i}`] = Adder({ width: 32 })
  }
  if (i >= 16) nodes[`w${i}`] = Schedule
}

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = [n.digest0.q.to(outputs.out)]
    const word = (i: number) => (i < 8 ? n[`digest${i}`].q : i < 16 ? n[`count${i - 8}`].q : n[`w${i}`].w)
    for (let i = 16; i < 64; i++) {
      const s = n[`w${i}`]
      list.push(word(i - 16).to(s.w0), word(i - 15).to(s.w1), word(i - 7).to(s.w9), word(i - 2).to(s.w14))
    }
    for (let i = 0; i < 64; i++) {
      names.forEach((name, k) => {
        list.push((i === 0 ? n[`h${k}`].out : n[`round${i - 1}`][`${name}2`]).to(n[`round${i}`][name]))
      })
      list.push(word(i).to(n[`round${i}`].w))
    }
    names.forEach((name, k) => {
      list.push(
        n[`h${k}`].out.to(n[`sum${k}`].a),
        n.round63[`${name}2`].to(n[`sum${k}`].b),
        n[`sum${k}`].sum.to(n[`digest${k}`].data),
        n[`count${k}`].q.to(n[`next${k}`].a),
        n[`step${k}`].out.to(n[`next${k}`].b),
        n[`next${k}`].sum.to(n[`count${k}`].data),
        n.on.out.to(n[`digest${k}`].we, n[`count${k}`].we),
        n.off.out.to(n[`digest${k}`].rst, n[`count${k}`].rst, n[`sum${k}`].carry_in, n[`next${k}`].carry_in),
      )
    })
    return list
  },
})
