// Four pipelines that add floating-point numbers of single precision (normal numbers, rounding toward zero): align,
// add, normalise, each a stage with its registers; the operands come from shift registers with feedback.
const LANES = 4

const lane = (seed: number) => circuit(`Lane${seed}`, {
  inputs: { chain: bus(32) },
  outputs: { mixed: bus(32) },
  state: {
    x: reg(32, seed), y: reg(32, seed * 3 + 1),
    sign1: reg(1), minus1: reg(1), exp1: reg(8), big1: reg(27), small1: reg(27),
    sign2: reg(1), exp2: reg(8), sum2: reg(28),
    result: reg(32), all: reg(32),
  },
  eval: ({ all, chain }) => ({ mixed: all ^ chain }),
  onTick: (v: any) => {
    const step = (s: number) => (s >>> 1) ^ (s & 1 ? 0xa3000000 : 0)
    const ex = (v.x >>> 23) & 0xff
    const ey = (v.y >>> 23) & 0xff
    const swap = (v.x & 0x7fffffff) < (v.y & 0x7fffffff)
    const e1 = swap ? ey : ex
    const distance = swap ? ey - ex : ex - ey
    const mx = ((v.x & 0x7fffff) | 0x800000) << 3
    const my = ((v.y & 0x7fffff) | 0x800000) << 3
    const small = swap ? mx : my
    const sum = v.minus1 ? v.big1 - v.small1 : v.big1 + v.small1
    let zeros = 0
    let m = v.sum2
    if (m >>> 12 === 0) { zeros += 16; m = m << 16 }
    if (m >>> 20 === 0) { zeros += 8; m = m << 8 }
    if (m >>> 24 === 0) { zeros += 4; m = m << 4 }
    if (m >>> 26 === 0) { zeros += 2; m = m << 2 }
    if (m >>> 27 === 0) { zeros += 1; m = m << 1 }
    const exponent = (v.exp2 + 1 - zeros) & 0xff
    const result = v.sum2 === 0 ? 0 : ((v.sign2 << 31) | (exponent << 23) | ((m >>> 4) & 0x7fffff)) >>> 0
    return {
      x: step(v.x) >>> 0,
      y: step(v.y ^ v.x) >>> 0,
      sign1: (swap ? v.y : v.x) >>> 31,
      minus1: (v.x ^ v.y) >>> 31,
      exp1: e1,
      big1: swap ? my : mx,
      small1: distance > 26 ? 0 : small >>> distance,
      sign2: v.sign1,
      exp2: v.exp1,
      sum2: sum & 0xfffffff,
      result,
      all: (((v.all << 1) | (v.all >>> 31)) ^ v.result) >>> 0,
    }
  },
})

const nodes: Record<string, any> = { zero: Constant({ value: 0, width: 32 }) }
for (let i = 0; i < LANES; i++) nodes[`lane${i}`] = lane(12345 + 777 * i)

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = []
    let chain = n.zero.out
    for (let i = 0; i < LANES; i++) {
      list.push(chain.to(n[`lane${i}`].chain))
      chain = n[`lane${i}`].mixed
    }
    list.push(chain.to(outputs.out))
    return list
  },
})
